package device

import "testing"

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
