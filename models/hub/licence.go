package hub

import "strings"

// Terms is what a licence permits, as far as its identifier says.
type Terms string

// The kinds of terms.
const (
	Free          Terms = "free"           // any use
	Conditions    Terms = "conditions"     // commercial use too, some uses forbidden or duties attached
	NonCommercial Terms = "non-commercial" // no commercial use
	Unknown       Terms = "unknown"        // not stated, or not known here: nothing is taken for granted
)

// free and conditional licences by their identifiers on the hub.
var (
	free        = []string{"mit", "apache-2.0", "bsd", "bsd-2-clause", "bsd-3-clause", "isc", "unlicense", "cc0-1.0", "cc-by-4.0", "cc-by-3.0", "cc-by-sa-4.0", "mpl-2.0", "zlib", "bsl-1.0"}
	conditional = []string{"openrail", "open-rail", "llama", "gemma"}
)

// TermsOf reads a licence's identifier.
func TermsOf(licence string) Terms {
	l := strings.ToLower(strings.TrimSpace(licence))
	for _, part := range strings.FieldsFunc(l, func(r rune) bool { return r == '-' || r == '_' || r == ' ' || r == ',' }) {
		if part == "nc" || part == "noncommercial" {
			return NonCommercial
		}
	}
	if strings.Contains(l, "non-commercial") {
		return NonCommercial
	}
	for _, f := range free {
		if l == f {
			return Free
		}
	}
	for _, c := range conditional {
		if strings.Contains(l, c) {
			return Conditions
		}
	}
	return Unknown
}

// NeedsAcceptance reports whether a model under such terms is fetched only when the person says so.
func (t Terms) NeedsAcceptance() bool { return t == NonCommercial || t == Unknown }
