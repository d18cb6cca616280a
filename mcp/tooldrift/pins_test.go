package tooldrift

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func testPins(t *testing.T) Pins {
	return Pins{Dir: filepath.Join(t.TempDir(), "data", "pins"), Now: func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }}
}

// TestPinLife: pin, check, drift, accept, return, reset. A check changes nothing on disk.
func TestPinLife(t *testing.T) {
	p := testPins(t)
	at := badServer("good")
	if _, err := p.Create("files", at, nil, listOf(t, "ABC")); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(p.path("files"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Check(context.Background(), "files", FetchOptions{})
	if err != nil || !c.Drifted() || c.Report.Kind != Remove || !c.Pin.Server.Same(at) {
		t.Fatalf("%+v, %v", c, err)
	}
	if after, _ := os.ReadFile(p.path("files")); string(after) != string(before) {
		t.Error("a check changed the baseline")
	}
	if err := p.Accept(c.Pin, c.Now.List); err != nil {
		t.Fatal(err)
	}
	if c, err = p.Check(context.Background(), "files", FetchOptions{}); err != nil || c.Drifted() || c.Unknown() || c.Report.Risk != None {
		t.Fatalf("after accept: %+v, %v", c.Report, err)
	}
	if err := p.Reset("files"); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Check(context.Background(), "files", FetchOptions{}); !errors.Is(err, ErrNotPinned) {
		t.Errorf("after reset: %v", err)
	}
	if err := p.Reset("files"); !errors.Is(err, ErrNotPinned) {
		t.Errorf("reset of nothing: %v", err)
	}
}

// TestToLeaveAndReturnDoesNotResetTrust: accepted removals are remembered, over several acceptances and on disk.
func TestToLeaveAndReturnDoesNotResetTrust(t *testing.T) {
	p := testPins(t)
	pin, err := p.Create("x", badServer("good"), nil, listOf(t, "ABC"))
	if err != nil {
		t.Fatal(err)
	}
	if r := pin.Compare(listOf(t, "A'BC")); r.Kind != Edit || r.Risk != High {
		t.Errorf("without an accept in between, it is an edit: %s", r.Text())
	}
	for _, word := range []string{"BC", "B", "BD"} {
		if err := p.Accept(pin, listOf(t, word)); err != nil {
			t.Fatal(err)
		}
	}
	if pin, err = p.Read("x"); err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{"BDA'": "came back with another content", "BDC": "came back as it was"} {
		if r := pin.Compare(listOf(t, word)); r.Risk != High || !strings.Contains(r.Text(), want) {
			t.Errorf("%s: want %q in\n%s", word, want, r.Text())
		}
	}
	if d := Decide(pin.Compare(listOf(t, "BDA'")), Policy{}); d.Verdict != Warn {
		t.Errorf("an append of what was another tool before is taken without a word: %+v", d)
	}
	if err := p.Accept(pin, listOf(t, "BDA")); err != nil || joined(pin.Retired) != "search" {
		t.Errorf("retired %s, %v; want search alone, since read is back", joined(pin.Retired), err)
	}
}

func TestAnIncompleteListIsNotAccepted(t *testing.T) {
	p := testPins(t)
	pin, err := p.Create("x", badServer("fails"), nil, listOf(t, "ABC"))
	if err != nil {
		t.Fatal(err)
	}
	l := listOf(t, "A")
	l.Incomplete = "page 2: time out"
	if err := p.Accept(pin, l); err == nil || joined(pin.List) != "read write search" {
		t.Errorf("%v, baseline %s", err, joined(pin.List))
	}
	if _, err := p.Create("part", badServer("fails"), nil, l); err != nil {
		t.Fatal(err)
	}
	if pin, err = p.Read("part"); err != nil || pin.List.Incomplete != "page 2: time out" {
		t.Errorf("the mark is lost: %q, %v", pin.List.Incomplete, err)
	}
}

// TestOfManyWhoPinOneWins, and the file is always complete.
func TestOfManyWhoPinOneWins(t *testing.T) {
	p := testPins(t)
	var won sync.Map
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			_, err := p.Create("x", badServer("good"), nil, listOf(t, "ABCDE"[:1+i%5]))
			switch {
			case err == nil:
				won.Store(i, true)
			case !errors.Is(err, ErrPinned):
				t.Error(err)
			}
			if _, err := p.Read("x"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	n := 0
	won.Range(func(any, any) bool { n++; return true })
	if n != 1 {
		t.Errorf("%d pins of one name", n)
	}
	if left, _ := filepath.Glob(filepath.Join(p.Dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestPinGolden pins the format: later versions must read present files.
func TestPinGolden(t *testing.T) {
	golden := Pins{Dir: "testdata"}
	pin, err := golden.Read("pin")
	if err != nil {
		t.Fatal(err)
	}
	p := testPins(t)
	written, err := p.Create("pin", Target{Command: []string{"npx", "-y", "server"}}, json.RawMessage(`{"roots":{}}`), parsed(t, `{"tools":[{"name":"a","x":1e0}],"nextCursor":"2"}`))
	if err != nil {
		t.Fatal(err)
	}
	written.Retired = parsed(t, `[{"name":"b"}]`)
	if err := p.write(written, os.Rename); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(p.path("pin"))
	want, _ := os.ReadFile(golden.path("pin"))
	if string(got) != string(want) {
		t.Errorf("format changed:\n%s\nwant\n%s", got, want)
	}
	if pin.List.Digest() != written.List.Digest() || joined(pin.Retired) != "b" || pin.List.Incomplete == "" {
		t.Errorf("read %+v", pin)
	}
	if info, _ := os.Stat(p.path("pin")); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode())
	}
}

func TestBadPins(t *testing.T) {
	p := testPins(t)
	for _, name := range []string{"", "..", ".x", "a/b", `a\b`, "a b", strings.Repeat("a", 65), "ä"} {
		if _, err := p.Read(name); err == nil || errors.Is(err, ErrNotPinned) {
			t.Errorf("name %q: %v", name, err)
		}
		if _, err := p.Create(name, Target{}, nil, List{}); err == nil {
			t.Errorf("name %q is accepted", name)
		}
		if err := p.Reset(name); err == nil || errors.Is(err, ErrNotPinned) {
			t.Errorf("name %q: %v", name, err)
		}
	}
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for raw, want := range map[string]string{
		`{"format":1,"name":"x","list":[{"name`:            "damaged",
		`{"format":2,"name":"x","list":[],"retired":[]}`:   "format 2",
		`{"format":1,"name":"y","list":[],"retired":[]}`:   `is of "y"`,
		`{"format":1,"name":"x","list":[{}],"retired":[]}`: "no name",
	} {
		if err := os.WriteFile(p.path("x"), []byte(raw), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Read("x"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", raw, err, want)
		}
	}
}

// TestAPinIsCheckedAsTheClientItWasMadeFor: a server that offers more tools to some clients has not drifted.
func TestAPinIsCheckedAsTheClientItWasMadeFor(t *testing.T) {
	p := testPins(t)
	can := json.RawMessage(`{"sampling":{}}`)
	l, err := fetch(t, badServer("capable"), FetchOptions{Capabilities: can})
	if err != nil || !strings.HasSuffix(joined(l.List), "sample") {
		t.Fatalf("%s, %v", joined(l.List), err)
	}
	for name, c := range map[string]struct {
		can  json.RawMessage
		want Kind
	}{"can": {can, Identity}, "cannot": {nil, Remove}} {
		if _, err := p.Create(name, badServer("capable"), c.can, l.List); err != nil {
			t.Fatal(err)
		}
		if got, err := p.Check(context.Background(), name, FetchOptions{}); err != nil || got.Report.Kind != c.want {
			t.Errorf("%s: %+v, %v; want %s", name, got, err, c.want)
		}
	}
}
