package spell

import "testing"

func TestNearestName(t *testing.T) {
	for _, c := range []struct {
		meant, want string
		names       []string
	}{
		{"top_k", "topK", []string{"profile", "topK"}},
		{"importence", "importance", []string{"content", "importance"}},
		{"defualt", "default", []string{"work", "default"}},
		{"Ökolgie", "ökologie", []string{"biologie", "ökologie"}},
		{"ab", "ac", []string{"ac", "ad"}},
		{"qqqqqqqqqqqq", "", []string{"content", "importance"}},
		{"x", "", []string{"y"}},
		{"x", "", nil},
		{"", "", []string{"a"}},
	} {
		if got := Nearest(c.meant, c.names); got != c.want {
			t.Errorf("%q of %v: %q, want %q", c.meant, c.names, got, c.want)
		}
	}
}
