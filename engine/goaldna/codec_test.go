package goaldna

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var rewrite = flag.Bool("rewrite", false, "write golden files anew")

func saved(t testing.TB) *Checker {
	o := Options{Threshold: .2, Limit: 2, History: 3}
	c := newChecker(t, o)
	for i, text := range []string{"Implement the user REST API", "quantum papers", "", "Run pytest", "数学の論文"} {
		if _, err := c.CheckDrift(i, text); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func TestGoldenBytes(t *testing.T) {
	got := []byte(fmt.Sprintf("%x\n", saved(t).Append(nil)))
	const path = "testdata/checker.hex"
	if *rewrite {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("saved bytes are\n%swant\n%s(-rewrite writes them anew; old stores must then still be read)", got, want)
	}
}

func same(t fataler, a, b *Checker) {
	if !reflect.DeepEqual(a.Events(), b.Events()) || fmt.Sprint(a.Summary()) != fmt.Sprint(b.Summary()) || a.Goal() != b.Goal() || a.Options() != b.Options() {
		t.Fatalf("loaded %+v\nof %+v", b.Summary(), a.Summary())
	}
}

func TestSaveAndLoad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Options{Threshold: rapid.Float64Range(.01, .99).Draw(t, "threshold"), Limit: rapid.IntRange(1, 5).Draw(t, "limit"), History: rapid.IntRange(1, 9).Draw(t, "history")}
		c, err := New(rapid.String().Draw(t, "goal"), o, clock())
		if err != nil {
			t.Fatal(err)
		}
		step := func(c *Checker) {
			for i, v := range rapid.SliceOfN(rapid.Float64Range(0, 1), 0, 20).Draw(t, "values") {
				s := Step{i, rapid.String().Draw(t, "action"), v, rapid.Bool().Draw(t, "signal"), rapid.Float64Range(-4, 4).Draw(t, "evidence"), rapid.Bool().Draw(t, "known")}
				if _, err := c.Take(s); err != nil {
					t.Fatal(err)
				}
				c.Remind(false, 3)
			}
		}
		step(c)
		loaded, err := Parse(c.Append(nil), clock())
		if err != nil {
			t.Fatal(err)
		}
		same(t, c, loaded)
		step(loaded) // and it goes on
		if again, err := Parse(loaded.Append(nil), nil); err != nil {
			t.Fatal(err)
		} else {
			same(t, loaded, again)
		}
	})
}

// TestFirstVersion: a checker that was saved before there were runs is read, and begins one.
func TestFirstVersion(t *testing.T) {
	b, err := os.ReadFile("testdata/checker-1.hex")
	if err != nil {
		t.Fatal(err)
	}
	old, err := hex.DecodeString(strings.TrimSpace(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Parse(old, clock())
	if err != nil {
		t.Fatal(err)
	}
	same(t, saved(t), c)
}

func TestDamageIsFound(t *testing.T) {
	b := saved(t).Append(nil)
	for n := range b {
		if _, err := Parse(b[:n], nil); !errors.Is(err, ErrLayout) {
			t.Errorf("%d of %d bytes: %v", n, len(b), err)
		}
	}
	if _, err := Parse(append(b, 0), nil); !errors.Is(err, ErrLayout) {
		t.Errorf("a byte too many: %v", err)
	}
	if _, err := Parse(append([]byte{recordVersion + 1}, b[1:]...), nil); !errors.Is(err, ErrNewer) {
		t.Errorf("a later version: %v", err)
	}
}

// TestImpossibleCountsAreFound changes single bytes of a record whose places are known.
func TestImpossibleCountsAreFound(t *testing.T) {
	o := Options{Threshold: .2, Limit: 2, History: 3}
	c, err := New("goal", o, clock())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Record(1, "x", .1, true); err != nil {
		t.Fatal(err)
	}
	b := c.Append(nil)
	const counts = 1 + 8 + 3 + 4 // behind version, threshold, limit, history, length of the goal and goal
	const check = counts + 4     // total, drifted, consecutive, kept
	const event = check + 1 + 8 + 1 + 8 + 1
	const tail = 8 + 1 + 1 + 8 + 1 // the run: sum, steps, first step and its time; reminded
	for name, change := range map[string]func(b []byte){
		"more in a row than drifts":  func(b []byte) { b[counts+2] = 2 },
		"more drifts than checks":    func(b []byte) { b[counts+1], b[event-1] = 2, 2 },
		"a signal of 2":              func(b []byte) { b[check+9] = 2 },
		"a drift at the threshold":   func(b []byte) { copy(b[event+1:], appendFloat(nil, .2)) },
		"an action that is no text":  func(b []byte) { b[len(b)-1-tail] = 0xff },
		"a similarity above 1":       func(b []byte) { copy(b[check+1:], appendFloat(nil, 1.5)) },
		"more reminders than checks": func(b []byte) { b[len(b)-1] = 2 },
		"a run without evidence":     func(b []byte) { b[len(b)-tail+8] = 1 },
		"evidence above its ceiling": func(b []byte) { copy(b[len(b)-tail:], appendFloat(nil, 5)) },
		"a threshold of 0":           func(b []byte) { copy(b[1:], appendFloat(nil, 0)) },
	} {
		bad := bytes.Clone(b)
		change(bad)
		if _, err := Parse(bad, nil); !errors.Is(err, ErrLayout) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(saved(f).Append(nil))
	f.Add([]byte{recordVersion})
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := Parse(b, nil)
		if err != nil {
			return
		}
		again, err := Parse(c.Append(nil), nil)
		if err != nil {
			t.Fatal(err)
		}
		same(t, c, again)
	})
}
