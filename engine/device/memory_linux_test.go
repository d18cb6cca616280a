package device

import (
	"strconv"
	"strings"
	"testing"
)

func TestParseLimit(t *testing.T) {
	tests := []struct {
		text string
		want uint64
		ok   bool
	}{
		{"1073741824\n", 1 << 30, true},
		{"max\n", 0, false},
		{"", 0, false},
		{"0", 0, false},
		{"-1", 0, false},
	}
	for _, tt := range tests {
		if got, ok := parseLimit(tt.text); ok != tt.ok || (ok && got != tt.want) {
			t.Errorf("parseLimit(%q) = %d, %v; want %d, %v", tt.text, got, ok, tt.want, tt.ok)
		}
	}
}

// FuzzParseLimit: a limit is a number of bytes that is written as such, whatever stands around it.
func FuzzParseLimit(f *testing.F) {
	for _, text := range []string{"1073741824\n", "max\n", "", "0", "-1", "+1", "18446744073709551616", " 7 "} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		limit, ok := parseLimit(text)
		if ok && limit == 0 {
			t.Fatalf("parseLimit(%q) is a limit of no bytes", text)
		}
		if digits := strings.TrimLeft(strings.TrimSpace(text), "0"); ok && digits != strconv.FormatUint(limit, 10) {
			t.Errorf("parseLimit(%q) = %d", text, limit)
		}
	})
}
