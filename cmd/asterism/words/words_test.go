package words

import "testing"

func TestCount(t *testing.T) {
	for what, want := range map[string]string{"search": "2 searches", "link": "2 links"} {
		if got := Count(2, what); got != want {
			t.Error(got)
		}
	}
	if got := Count(1, "search"); got != "1 search" {
		t.Error(got)
	}
}
