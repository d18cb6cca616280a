package intent

import (
	"slices"
	"strings"
	"testing"
)

func TestQuoted(t *testing.T) {
	for question, want := range map[string][]string{
		`who said "never on a Friday"?`:              {"never on a Friday"},
		`"write ahead log"`:                          {"write ahead log"},
		`the rule “two pairs of eyes” and “no rush”`: {"two pairs of eyes", "no rush"},
		`"one" "two"`:                                {"one", "two"},
		`«à bientôt», dit-elle`:                      {"à bientôt"},
		`wer sagte „niemals“?`:                       {"niemals"},
		`("in brackets")`:                            {"in brackets"},
		`a 5" disk and a 3" disk`:                    nil,
		`print("hello") fails`:                       nil,
		`{"name": "x", "id": 3}`:                     nil,
		`don't say 'it'`:                             nil,
		`an "unclosed phrase`:                        nil,
		`empty "" and " " and "?!"`:                  nil,
		``:                                           nil,
	} {
		if got := Quoted(question); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
	if n := len(Quoted(strings.Repeat(`"again" `, 100))); n != MostQuoted {
		t.Errorf("%d phrases are read, want %d", n, MostQuoted)
	}
}

func TestSays(t *testing.T) {
	for _, c := range []struct {
		text, phrase string
		want         bool
	}{
		{"We deploy NEVER on a\nFriday.", "never on a Friday", true},
		{"never on Friday", "never on a Friday", false},
		{"one never ons a Friday", "never on", false},
		{"(two pairs of eyes)", "two pairs of eyes", true},
		{"version v1.2.3, tested", "v1.2.3", true},
		{"version v1.2.3.4", "v1.2.3", false},
		{"C++ and C#", "c++", true},
		{"anything", "?!", false},
	} {
		if got := Says(c.text, c.phrase); got != c.want {
			t.Errorf("%q says %q: %v", c.text, c.phrase, got)
		}
	}
}

// FuzzQuoted: a question says each phrase that it quotes.
func FuzzQuoted(f *testing.F) {
	f.Add(`"a b" “c” «d» "`)
	f.Fuzz(func(t *testing.T, question string) {
		for _, p := range Quoted(question) {
			if !Says(p, p) || !strings.Contains(strings.Join(strings.Fields(question), " "), p) {
				t.Fatalf("%q is no phrase of %q", p, question)
			}
		}
	})
}
