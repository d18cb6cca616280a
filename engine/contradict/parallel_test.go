package contradict

import (
	"testing"

	"asterism/engine/compare"
	"asterism/engine/store"
)

// TestParallel checks that statements about two things do not contradict each other in either order, and that neither is offered as a replacement.
func TestParallel(t *testing.T) {
	for _, c := range []struct {
		older, text string
		may         bool
	}{
		{"The API key of Stripe is rotated every 90 days.", "The API key of Twilio is rotated every 30 days.", false},
		{"The rate limit of the Atlas API is 100 requests per minute.", "The rate limit of the Borealis API is 300 requests per minute.", false},
		{"Customer Hansen pays by invoice.", "Customer Petersen pays by card.", false},
		{"The outage on 3 March was caused by DNS.", "The outage of 9 April was caused by a full disk.", false},
		{"Peter's birthday is on 3 May.", "Paul's birthday is on 5 May.", false},
		{"The geocoding service does not use Redis.", "The billing service uses Redis.", false},
		{"Plan A does not include support.", "Plan B includes support.", false},
		{"new_eta_model is off in production.", "new_eta_model is on in staging.", false},
		{"src/auth/token.go refreshes tokens.", "src/auth/token_test.go tests tokens.", false},
		{"lru.go keeps the cache small.", "lru_test.go keeps the cache honest.", false},
		{"app.yaml is read at start.", "app.yaml.tmpl is filled in at start.", false},
		{"All customers can export their data", "No customer can export their data", true},
		{"Every user may delete the project", "No user may delete the project", true},
		{"All nodes run Debian", "No node runs Debian", true},
		{"main.go has the entry point.", "cmd/main.go has the entry point.", true},
		{"The settings lie in app.yaml.", "The settings lie in app.toml.", true},
		{"The API key of Stripe is rotated every 90 days.", "The API key of Stripe is rotated every 30 days.", true},
		{"Queue 12 keeps 1 copy for 3 days.", "Queue 12 keeps 2 copies for 7 days.", true}, // 1 and 2 are parts of 12, where they do not count
		{"The rate limit of the Atlas API is 100 requests per minute.", "The rate limit of the Atlas API is 300 requests per minute.", true},
		{"Customer Hansen pays by invoice.", "Customer Hansen pays by card.", true},
		{"The geocoding service does not use Redis.", "The geocoding service uses Redis.", true},
		{"new_eta_model is off in production.", "new_eta_model is on in production.", true},
		{"The beta checkout is disabled for all customers.", "The beta checkout is enabled for staff.", true},
		{"Priya is the on-call lead.", "Tomás is the on-call lead.", true},
		{"Builds run on Jenkins in the basement.", "Builds run on Buildkite agents in the cloud.", true},
		{"Oskar Lind maintains the Airflow cluster.", "Oskar Lind left; Wei Zhang maintains the Airflow cluster.", true},
		{"The rate limit of the gateway is 50 requests per minute.", "The rate limit of the gateway was raised from 50 to 120 requests per minute.", true},
		{"The product owner of Atlas is Ingrid Solberg.", "The product owner of Atlas is Ingrid Solberg, who sits in Oslo.", false},
	} {
		older, m := said(2025, c.older), said(2026, c.text)
		r := compare.In("text", c.older, c.text)
		if got := MaySupersede(older, m, &r); got != c.may {
			t.Errorf("%q after %q: %v, %v; parallel %v", c.text, c.older, got, r, parallel(c.older, c.text, &r))
		}
		if !c.may {
			for _, related := range Relate(compare.To("text", c.text), []*store.Memory{older}) {
				if related.Relation == Contradicts || related.Relation == Replaces {
					t.Errorf("%q after %q: %+v", c.text, c.older, related)
				}
			}
		}
	}
}

// TestTheOrderOfWhatChangedBack checks that the newest comes first although it says the same as the oldest.
func TestTheOrderOfWhatChangedBack(t *testing.T) {
	for _, three := range [][3]string{
		{"The session timeout is 30 minutes.", "The session timeout was raised to 60 minutes.", "The session timeout is 30 minutes again."},
		{"The default branch is master.", "The default branch is main.", "The default branch is master again."},
		{"The API rate limit is 100/min.", "The API rate limit is 300/min.", "The API rate limit is 100/min."},
	} {
		all := []*store.Memory{said(2023, three[0]), said(2024, three[1]), said(2025, three[2])}
		for _, ranked := range [][]int{{0, 1, 2}, {1, 0, 2}, {2, 1, 0}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}} {
			many := []*store.Memory{all[ranked[0]], all[ranked[1]], all[ranked[2]]}
			question := "session timeout, default branch, API rate limit"
			if order := NewerFirst(question, false, many); many[order[0]] != all[2] {
				t.Errorf("ranked %v: %q comes first", ranked, many[order[0]].Content)
			}
		}
	}
}

// TestWhatTellsThePast checks that a text that says that it describes the past is not the newest.
func TestWhatTellsThePast(t *testing.T) {
	for text, want := range map[string]bool{
		"The previous product owner of Atlas was Daniel Okafor.": true, "The old logo was red.": true, "Until October the rate limit was 100.": true, "Our former hoster was OVH, we left in 2024.": true,
		"The product owner of Atlas is Ingrid Solberg.": false, "The old logo is used on invoices.": false, "The rate limit was raised to 300.": false, "Before each deploy, run the tests.": false,
		"The limit was 100 until October.": false, "Previously we used Jenkins.": true, "": false,
	} {
		if got := describesPast(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	is, was := said(2024, "The product owner of Atlas is Ingrid."), said(2025, "The previous product owner of Atlas was Daniel.")
	if Later(was, is) || !Later(is, was) {
		t.Error("the previous one is later")
	}
}
