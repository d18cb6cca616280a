package metautl

import (
	"fmt"
	"slices"
	"strings"
)

// Domain is a field of work with separate accuracy; "" if none is named.
type Domain string

// Domains lists all of them. Their indexes are stored, so new ones must be added at the
// end.
var Domains = []Domain{"code", "medical", "legal", "creative", "research", "general"}

// ParseDomain checks a domain's name; "" is none.
func ParseDomain(v string) (Domain, error) {
	if v != "" && !slices.Contains(Domains, Domain(v)) {
		//lint:ignore ST1005 the text is the tool's, and fixed
		return "", fmt.Errorf("Invalid domain '%s'. Valid domains: %s", v, joined(Domains))
	}
	return Domain(v), nil
}

// number counts domains from 1; 0 is none, or unknown.
func (d Domain) number() uint8 { return uint8(slices.Index(Domains, d) + 1) }

func domainOf(number uint8) Domain {
	if number == 0 {
		return ""
	}
	return Domains[number-1]
}

func joined[T ~string](names []T) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = string(n)
	}
	return strings.Join(out, ", ")
}
