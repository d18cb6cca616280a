package purpose

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCohortIsTextsAboutMuch(t *testing.T) {
	texts := Cohort()
	if len(texts) < 150 {
		t.Errorf("%d texts", len(texts))
	}
	seen, long, code := map[string]bool{}, 0, 0
	for _, v := range texts {
		if seen[v] || strings.TrimSpace(v) != v || len(v) < 20 || len(v) > 1000 || !utf8.ValidString(v) || strings.Contains(v, `\n`) {
			t.Errorf("%q is there twice, too short or long, or not clean", v)
		}
		seen[v] = true
		if len(v) > 300 {
			long++
		}
		if strings.Contains(v, "\n") {
			code++
		}
	}
	if long < 20 || code < 8 {
		t.Errorf("%d long texts, %d of several lines", long, code)
	}
}
