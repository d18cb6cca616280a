package history

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// entries makes a history out of lines: "began ended op text → outcome text".
func entries(lines ...string) (out []Entry) {
	for _, line := range lines {
		asked, told, _ := strings.Cut(line, " → ")
		e := Entry{Call: Call{Memory: "m"}}
		var op string
		if _, err := fmt.Sscan(asked, &e.Began, &e.Ended, &op, &e.Call.Text); err != nil {
			if _, err := fmt.Sscan(asked, &e.Began, &e.Ended, &op); err != nil {
				panic(line)
			}
		}
		e.Call.Op = Op(op)
		switch outcome, text, _ := strings.Cut(told, " "); outcome {
		case "missing":
			e.Answer.Outcome = Missing
		case "unknown":
			e.Answer.Outcome, e.Ended = Unknown, math.MaxInt64
		case "gone":
			e.Answer = Answer{Text: text, Gone: true}
		default:
			e.Answer.Text = text
		}
		out = append(out, e)
	}
	return out
}

func TestHistories(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		good  bool
	}{
		"one after another":                   {[]string{"1 2 remember a → done", "3 4 get → done a", "5 6 update b → done", "7 8 get → done b"}, true},
		"an old text after a newer":           {[]string{"1 2 remember a → done", "3 4 update b → done", "5 6 get → done a"}, false},
		"an acknowledged memory is lost":      {[]string{"1 2 remember a → done", "3 4 get → missing"}, false},
		"an acknowledged update is lost":      {[]string{"1 2 remember a → done", "3 4 update b → done", "5 6 update c → done", "7 8 get → done b"}, false},
		"both at once":                        {[]string{"1 2 remember a → done", "3 9 update b → done", "4 5 get → done a", "6 7 get → done b"}, true},
		"new, then old again, both at once":   {[]string{"1 2 remember a → done", "3 9 update b → done", "4 5 get → done b", "6 7 get → done a"}, false},
		"no answer, carried out late":         {[]string{"1 2 remember a → done", "3 4 update b → unknown", "5 6 get → done a", "7 8 get → done b"}, true},
		"no answer, never carried out":        {[]string{"1 2 remember a → done", "3 4 update b → unknown", "5 6 get → done a"}, true},
		"no answer, seen and then not":        {[]string{"1 2 remember a → done", "3 4 update b → unknown", "5 6 get → done b", "7 8 get → done a"}, false},
		"forgotten and restored":              {[]string{"1 2 remember a → done", "3 4 forget → done", "5 6 get → gone a", "7 8 update b → missing", "9 10 restore → done", "11 12 get → done a"}, true},
		"forgotten and still there":           {[]string{"1 2 remember a → done", "3 4 forget → done", "5 6 get → done a"}, false},
		"a text that nobody wrote":            {[]string{"1 2 remember a → done", "3 4 get → done z"}, false},
		"a deposed leader's write came after": {[]string{"1 2 remember a → done", "3 4 update b → done", "5 6 update c → done", "7 8 get → done c", "9 10 get → done b"}, false},
	} {
		v := Check(entries(c.lines...), time.Minute)
		if good := len(v.Broken) == 0 && len(v.Undecided) == 0; good != c.good {
			t.Errorf("%s: told %+v, want it to be good: %v\n%s", name, v, c.good, strings.Join(Show(entries(c.lines...), "m"), "\n"))
		}
	}
}

// TestOneStoreIsLinearizable: what one store really did, with each call's time drawn around the moment at which it was carried out, is always explained; with one answer
// replaced by a text that was never written it never is.
func TestOneStoreIsLinearizable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ops := rapid.SliceOfN(rapid.SampledFrom([]Op{Remember, Update, Forget, Restore, Get, Get}), 1, 12).Draw(t, "ops")
		var s State
		var all []Entry
		for i, op := range ops {
			c := Call{Memory: "m", Op: op, Text: fmt.Sprint("text-", i)}
			at := int64(100 * (i + 1))
			e := Entry{Client: i, Call: c, Began: at - int64(rapid.IntRange(0, 250).Draw(t, "early")), Ended: at + int64(rapid.IntRange(0, 250).Draw(t, "late"))}
			after, missing := apply(s, c)
			lost := rapid.IntRange(0, 4).Draw(t, "lost") == 0
			switch {
			case lost && rapid.Bool().Draw(t, "never"):
				after = s
				e.Answer.Outcome = Unknown
			case lost:
				e.Answer.Outcome = Unknown
			case missing:
				e.Answer.Outcome = Missing
			case op == Get:
				e.Answer = Answer{Text: s.Text, Gone: s.Gone}
			}
			if e.Answer.Outcome == Unknown {
				e.Ended = math.MaxInt64
			}
			s = after
			all = append(all, e)
		}
		if v := Check(all, time.Minute); len(v.Broken)+len(v.Undecided) > 0 {
			t.Fatalf("a true history is told to be none: %v\n%s", v, strings.Join(Show(all, "m"), "\n"))
		}
		all = append(all, Entry{Call: Call{Memory: "m", Op: Get}, Answer: Answer{Text: "never written"}, Began: 1 << 40, Ended: 1<<40 + 1})
		if v := Check(all, time.Minute); len(v.Broken) != 1 {
			t.Fatalf("a text that nobody wrote is taken for one: %v", v)
		}
	})
}
