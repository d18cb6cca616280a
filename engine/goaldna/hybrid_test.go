package goaldna

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func stems(text string) (out []string) {
	for _, t := range Terms(text) {
		out = append(out, t.Stem)
	}
	return out
}

func TestTerms(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"parse_HTTPHeader2", "2x header http pars"},
		{"parseArgs, ParsedARGS and parsing args", "arg pars"},
		{"UserAPI userManagementService", "api manag servic user"},
		{"IO and DB of v2", "db io"},
		{"Управление пользователями", "пользовател управлен"},
		{"用户管理 API", "api 户管 用户 管理"},
		{"Größe", "größe"},
		{"to be or not", ""},
		{"", ""},
	} {
		want := strings.Fields(strings.Replace(c.want, "2x ", "", 1)) // a digit alone is too short for a term
		slices.Sort(want)
		if got := stems(c.text); !slices.Equal(got, want) {
			t.Errorf("terms of %q are %q, want %q", c.text, got, want)
		}
	}
}

func TestRarities(t *testing.T) {
	if len(rarities()) < 1500 {
		t.Fatalf("the table has %d stems", len(rarities()))
	}
	for stem, r := range rarities() {
		if r <= 0 || r >= unknownRarity {
			t.Errorf("rarity of %q is %v", stem, r)
		}
	}
	if rarity("use") >= rarity("kernel") || rarity("kernel") >= rarity("zymurgi") {
		t.Error("rare stems are not rarer than frequent ones")
	}
}

func TestExplanation(t *testing.T) {
	h := NewHybrid("Build a REST API for user management", "Write the database migration")
	m := h.Measure("add UserMigration tests to quixotic_api", Near{Meaning: .5, Belongs: .4}, Near{Meaning: .6, Belongs: .3})
	if !slices.Equal(m.Matched, []string{"Migration", "api", "User"}) {
		t.Errorf("matched %q", m.Matched)
	}
	if !slices.Equal(m.Foreign, []string{"quixotic", "tests", "add"}) {
		t.Errorf("foreign %q", m.Foreign)
	}
	if !slices.Equal(m.Missing, []string{"REST", "management", "Build"}) {
		t.Errorf("missing %q", m.Missing)
	}
	if !m.Signal || m.Cosine != .6 || !(m.Containment > 0 && m.Containment < 1) {
		t.Errorf("measured %+v", m)
	}
}

func TestHybridSignal(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		goal, action string
		near         []Near
		signal       bool
	}{
		{"fix parser", "fix lexer", nil, true},
		{"fix parser", "fix lexer", []Near{{Meaning: nan, Belongs: nan}}, true},
		{"", "fix lexer", nil, false},
		{"fix parser", "", nil, false},
		{"fix parser", "the", []Near{{Meaning: .3, Belongs: .2}}, true}, // the model sees something
		{"", "", []Near{{Meaning: nan, Belongs: nan}, {Meaning: nan, Belongs: .2}}, false},
	} {
		m := NewHybrid(c.goal).Measure(c.action, c.near...)
		if m.Signal != c.signal || !c.signal && m.Similarity != NoSignal || !(m.Similarity >= 0 && m.Similarity <= 1) {
			t.Errorf("%q to %q: %+v", c.action, c.goal, m)
		}
	}
}

func TestHybridLaws(t *testing.T) {
	text := rapid.StringMatching(`([a-zA-Z_]{1,8}|[用户管理]{1,4}|[а-я]{2,6})( ([a-zA-Z_]{1,8}|the)){0,5}`)
	rapid.Check(t, func(t *rapid.T) {
		goal, action := text.Draw(t, "goal"), text.Draw(t, "action")
		cosine := func(name string) float64 { return rapid.Float64Range(-1, .9).Draw(t, name) }
		at := Near{Meaning: cosine("in E1"), Belongs: cosine("in E8")}
		h := NewHybrid(goal)
		m := h.Measure(action, at)
		for _, nearer := range []Near{{Meaning: at.Meaning + .1, Belongs: at.Belongs}, {Meaning: at.Meaning, Belongs: at.Belongs + .1}} {
			if more := h.Measure(action, nearer); more.Similarity < m.Similarity {
				t.Fatalf("a higher cosine lowers %v to %v", m.Similarity, more.Similarity)
			}
		}
		if twice := h.Measure(action+" "+action, at); !near(twice.Containment, m.Containment) {
			t.Fatalf("saying %q twice changes its containment from %v to %v", action, m.Containment, twice.Containment)
		}
		if with := NewHybrid(goal, action).Measure(action, at); with.Similarity < m.Similarity || len(with.Foreign) > 0 {
			t.Fatalf("a sub-goal with the action's words changes %v to %v, foreign %q", m.Similarity, with.Similarity, with.Foreign)
		}
		if len(m.Matched)+len(m.Foreign) != len(Terms(action)) {
			t.Fatalf("matched %q and foreign %q are not the terms of %q", m.Matched, m.Foreign, action)
		}
	})
}

// TestHybridIsTheFormula works one value of each kind out by hand.
func TestHybridIsTheFormula(t *testing.T) {
	// Of cat and cow, cat is in the goal. Of the trigrams of each, five, "cat" and "at " are in both.
	containment, spelling := rarity("cat")/(rarity("cat")+rarity("cow")+5), 1/math.Sqrt(10*10)
	h := NewHybrid("cat dog")
	if got, want := h.Measure("cat cow").Similarity, logistic(7.083*containment+5.816*2*spelling-.814*math.Log(3)-.353*math.Log(3)+.35); !near(got, want) {
		t.Errorf("words alone give %v, want %v", got, want)
	}
	got := h.Measure("cat cow", Near{Meaning: .5, Belongs: .1}, Near{Meaning: math.NaN(), Belongs: .9}, Near{Meaning: .2, Belongs: .3})
	if want := logistic(3.292*containment + 1.012*.5 + 5.654*.35 + 3.125*.3 + 1.08*.2 + 3.076*2*spelling - 1.211*math.Log(3) - .233*math.Log(3) + .216); !near(got.Similarity, want) || got.Cosine != .5 {
		t.Errorf("with cosines it is %+v, want %v", got, want)
	}
	long := strings.Join(strings.Fields("w1qz w2qy w3qx q4wv qu5w xa1b xb2c xc3d xd4e xe5f xf6g xg7h xh8i xi9j xjk1 xkl2 xlm3 xmn4 xno5 xop6 xpq7 xqr8"), " ")
	if a, b := h.Measure(long, Near{Meaning: .2, Belongs: .1}).Similarity, h.Measure(long+" xuv9 xvw8", Near{Meaning: .2, Belongs: .1}).Similarity; a != b {
		t.Errorf("beyond twenty terms the length goes on to count: %v, %v", a, b)
	}
}

// TestLongGoalsCountAsForty: beyond that many terms a goal says no more of a step by its length.
func TestLongGoalsCountAsForty(t *testing.T) {
	goal := func(n int) string {
		var out strings.Builder
		for i := range n {
			fmt.Fprintf(&out, "q%cz%cx ", 'a'+i/20, 'a'+i%20)
		}
		return out.String()
	}
	at := func(n int) float64 {
		return NewHybrid(goal(n)).Measure("water plants daily", Near{Meaning: .2, Belongs: .1}).Similarity
	}
	if at(41) != at(43) || at(38) <= at(41) {
		t.Errorf("38, 41 and 43 terms give %v, %v and %v", at(38), at(41), at(43))
	}
	if m := NewHybrid("cat").Measure("cat", Near{Meaning: .5, Belongs: math.NaN()}); !m.ByWords() {
		t.Errorf("one cosine alone counts: %+v", m)
	}
}

func TestOrdinaryStepIsNotCritical(t *testing.T) {
	goal := "Build a REST API for user management"
	plain, _ := NewDNA(goal).Similarity("Run pytest")
	hybrid := NewHybrid(goal).Measure("Run pytest", Near{Meaning: .1, Belongs: .1})
	if SeverityOf(plain, .15) != Critical || SeverityOf(hybrid.Similarity, .15) == Critical {
		t.Errorf("plain %v, hybrid %v", plain, hybrid.Similarity)
	}
}

func FuzzTerms(f *testing.F) {
	for _, s := range []string{"parse_HTTPHeader2", "用户管理 API", "ユーザー管理ー", "e\u0301\u0301", "ǅungla ﬁ ①", "A1B2c3", "\xff\x00", "\xf7ǅ", "कर्ता", "ต้องการ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		terms := Terms(s)
		for i, x := range terms {
			if x.Stem == "" || x.Written == "" || x.Rarity <= 0 || i > 0 && terms[i-1].Stem >= x.Stem {
				t.Fatalf("terms of %q are %+v", s, terms)
			}
		}
		if again := Terms(s + " " + s); len(again) != len(terms) {
			t.Fatalf("%q twice has %d terms, once %d", s, len(again), len(terms))
		}
		if m := NewHybrid(s).Measure(s); !(m.Similarity >= 0 && m.Similarity <= 1) || len(m.Foreign)+len(m.Missing) > 0 {
			t.Fatalf("%q to itself: %+v", s, m)
		}
	})
}

func BenchmarkHybrid(b *testing.B) {
	h := NewHybrid("Build a REST API for user management")
	b.ReportAllocs()
	for b.Loop() {
		h.Measure(action, Near{Meaning: .5, Belongs: .4})
	}
}
