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

func TestNearestPath(t *testing.T) {
	stored := []string{"docs/limits.md", "docs/limits.md:7", "notes/2026/limits.md", "plan.md"}
	for _, c := range []struct{ meant, want string }{
		{"./docs/limits.md", "docs/limits.md"},
		{"/home/ana/app/docs/limits.md", "docs/limits.md"},
		{"../app/docs/limits.md", "docs/limits.md"},
		{`.\docs\limits.md`, "docs/limits.md"},
		{"2026/limits.md", "notes/2026/limits.md"},
		{"/app/plan.md", "plan.md"},
		{"limits.md", "docs/limits.md"}, // the first of several
		{"docs/limit.md", "docs/limits.md"},
		{"docs/limits.md:7", "docs/limits.md:7"},
		{"https://example.org/entirely/else", ""},
	} {
		if got := NearestPath(c.meant, stored); got != c.want {
			t.Errorf("%q: %q, want %q", c.meant, got, c.want)
		}
	}
}
