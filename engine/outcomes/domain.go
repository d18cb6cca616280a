package outcomes

import (
	"slices"
	"strings"

	"asterism/engine/fault"
	"asterism/engine/metautl"
	"asterism/engine/store"
)

// domainTag begins a tag that names a memory's domain, as in "domain:legal".
const domainTag = "domain:"

// Tagged are a memory's tags with that of the domain which was named for it; "" names none. A tag that names another domain is refused.
func Tagged(tags []string, domain string) ([]string, error) {
	d, err := metautl.ParseDomain(domain)
	if err != nil {
		return nil, fault.Invalid("%v", "leave the domain out where none fits", err)
	}
	switch was := DomainOfTags(tags); {
	case d == "" || was == d:
		return tags, nil
	case was != "":
		return nil, fault.Invalid("domain %q and the tag %s%s name two domains", "give one of them", d, domainTag, was)
	}
	return append(slices.Clone(tags), domainTag+string(d)), nil
}

// DomainOf is the domain that a memory's tags name, or that of code.
func DomainOf(m *store.Memory) metautl.Domain {
	if d := DomainOfTags(m.Tags); d != "" {
		return d
	}
	if m.Modality == "code" {
		return "code"
	}
	return ""
}

// DomainOfTags is the first domain that a tag names; "" when none does.
func DomainOfTags(tags []string) metautl.Domain {
	for _, tag := range tags {
		if name, ok := strings.CutPrefix(tag, domainTag); ok {
			if d, err := metautl.ParseDomain(name); err == nil {
				return d
			}
		}
	}
	return ""
}
