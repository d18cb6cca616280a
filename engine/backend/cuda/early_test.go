package cuda

import (
	"strings"
	"testing"

	"asterism/kernels/cuda"
)

func TestEarlyBy(t *testing.T) {
	h, ada := cuda.Info{Major: 9}, cuda.Info{Major: 8, Minor: 9}
	for name, c := range map[string]struct {
		value  string
		info   cuda.Info
		driver int
		want   bool
		words  string
	}{
		"not set":              {"", h, 12040, false, ""},
		"off":                  {"0", ada, 11000, false, ""},
		"on":                   {"1", h, 12030, true, ""},
		"a word":               {"yes", h, 12040, false, "want 1 or 0"},
		"a GPU that cannot":    {"1", ada, 12040, false, "8.9"},
		"a driver that cannot": {"1", h, 12020, false, "for 12.2"},
	} {
		got, err := earlyBy(c.value, "a GPU", c.info, c.driver)
		if got != c.want || (err == nil) != (c.words == "") || err != nil && !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
