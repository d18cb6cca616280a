package outcomes

import (
	"slices"
	"strings"

	"asterism/engine/fault"
	"asterism/engine/metautl"
	"asterism/engine/store"
)

// domainTag starts a tag that names a memory's domain, as in "domain:legal".
const domainTag = "domain:"

// Tagged returns a memory's tags with one for the given domain; "" adds none. A tag for another domain is refused.
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

// DomainOf returns the domain in a memory's tags, or that of code.
func DomainOf(m *store.Memory) metautl.Domain {
	if d := DomainOfTags(m.Tags); d != "" {
		return d
	}
	if m.Modality == "code" {
		return "code"
	}
	return ""
}

// DomainOfTags returns the first domain that a tag names; "" if none does.
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
