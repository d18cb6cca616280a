package contradict

import "testing"

func TestMayUpdate(t *testing.T) {
	for _, c := range []struct {
		older, text string
		want        bool
	}{
		{"The API rate limit is 50 requests a minute.", "The API rate limit was raised to 300 in November.", true},
		{"Invoices are sent by Bob on the first of the month.", "Since May it is Carol who sends the invoices each month.", true},
		{"The API rate limit is 50 requests a minute.", "The mascot of the team is a heron, and it was drawn by Ada.", false},
		{"What the pump said about that will not be there, then the crew left.", "What they have is more than this, and that was all of the paint and varnish.", false}, // common words alone
		{"속도 제한은 분당 50입니다.", "속도 제한은 분당 300입니다.", true},
		{"料金は五百円です。", "料金は六百円になりました。", true},
		{"Short.", "The mascot of the team is a heron.", true},
		{"The key is on the shelf.", "The key is in the drawer.", true},
	} {
		if got := MayUpdate(c.older, c.text); got != c.want {
			t.Errorf("%q after %q: %v", c.text, c.older, got)
		}
	}
}
