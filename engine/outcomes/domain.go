package outcomes

import (
	"strings"

	"asterism/engine/metautl"
	"asterism/engine/store"
)

// domainTag begins a tag that names a memory's domain, as in "domain:legal".
const domainTag = "domain:"

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
