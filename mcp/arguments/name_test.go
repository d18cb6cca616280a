package arguments

import (
	"strings"
	"testing"
)

// TestNames: blank names are refused, also with invisible characters. Inner spaces, and no name at all, are allowed.
func TestNames(t *testing.T) {
	for raw, says := range map[string]string{
		`{}`: "", `{"namespace":null}`: "", `{"namespace":""}`: "", `{"namespace":"a b"}`: "", `{"namespace":" a"}`: "",
		`{"namespace":"  "}`: `namespace is "  ", which is blank`, `{"namespace":"\t\n"}`: "which is blank", `{"namespace":"\u200b\u00a0"}`: "which is blank",
	} {
		a, err := Decode([]byte(raw), []string{"namespace"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		a.Namespace()
		if err := a.Err(); (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", raw, err, says)
		}
	}
}
