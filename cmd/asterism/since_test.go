package main

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestSinceEndsNow: the last days end now, so future memories do not belong to them, unless a bound is given.
func TestSinceEndsNow(t *testing.T) {
	data := t.TempDir()
	day := func(days int) string { return time.Now().AddDate(0, 0, days).Format(time.RFC3339) }
	for what, at := range map[string]string{"last month": day(-30), "yesterday": day(-1), "tomorrow": day(1)} {
		ok(t, data, "remember", "The gardener comes "+what, "--why", "appointments", "--time", at)
	}
	ok(t, data, "remember", "The gardener comes now", "--why", "appointments")
	for _, c := range []struct {
		more []string
		want string
	}{
		{nil, "last month,yesterday,now,tomorrow"},
		{[]string{"--since", "7d"}, "yesterday,now"},
		{[]string{"--since", "7d", "--before", day(2)}, "yesterday,now,tomorrow"},
		{[]string{"--since", "7d", "--after", time.Now().Add(time.Hour).Format(time.RFC3339)}, "tomorrow"},
		{[]string{"--since", "1h", "--after", day(-7)}, "now"},
	} {
		for _, command := range [][]string{{"list"}, {"search", "gardener"}} {
			out := ok(t, data, append(command, c.more...)...)
			var found []string
			for _, what := range []string{"last month", "yesterday", "now", "tomorrow"} {
				if strings.Contains(out, "The gardener comes "+what) {
					found = append(found, what)
				}
			}
			if got := strings.Join(found, ","); got != c.want {
				t.Errorf("%v %v gives %q, want %q:\n%s", command, c.more, got, c.want, out)
			}
		}
	}
}

// TestGetIsOneColumn: the values in the output of get begin in the same column on every line.
func TestGetIsOneColumn(t *testing.T) {
	data := t.TempDir()
	id := asJSON(t, ok(t, data, "--json", "remember", "The kettle is in the lab", "--why", "tea", "--tag", "kitchen"))["id"].(string)
	head, _, _ := strings.Cut(ok(t, data, "get", id), "\n\n")
	line := regexp.MustCompile(`^((?:[a-z]+ )+ *)\S`)
	column := 0
	for _, l := range strings.Split(head, "\n") {
		m := line.FindStringSubmatch(l)
		if m == nil {
			t.Errorf("what is %q?", l)
			continue
		}
		if column == 0 {
			column = len(m[1])
		}
		if strings.HasPrefix(l, "learning score") && len("learning score ") != column || !strings.HasPrefix(l, "learning score") && (l[column-1] != ' ' || l[column] == ' ') {
			t.Errorf("%q does not begin in column %d:\n%s", l, column, head)
		}
	}
	if !strings.Contains(head, "learning score") {
		t.Errorf("no learning score:\n%s", head)
	}
}
