package engine

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/background"
	"asterism/engine/store"
	"asterism/models"
)

// learned waits until nothing is being learned.
func learned(t *testing.T, e *Engine) {
	t.Helper()
	eventually(t, "learn the weights of search", func() bool { return !e.outcomes.Loop().State().Running })
}

var errSick = errors.New("the disk is sick")

// sickStore makes calls fail that a test chooses, with an error or a panic.
type sickStore struct {
	store.Store

	mu     sync.Mutex
	sick   func(call string) bool // nil: none; a call is named by its method and keys
	panics bool
	calls  map[string]int // calls that would have failed, but came after heal
	was    func(call string) bool
}

func newSickStore() *sickStore {
	return &sickStore{Store: store.NewInMemory(), calls: map[string]int{}}
}

// fail makes calls fail from now on.
func (s *sickStore) fail(sick func(call string) bool, panics bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sick, s.panics = sick, panics
}

// heal ends that, and counts such calls.
func (s *sickStore) heal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.was, s.sick = s.sick, nil
}

// done returns how many of the calls that failed have been made since.
func (s *sickStore) done() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.calls {
		n += c
	}
	return n
}

func (s *sickStore) call(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.sick != nil && s.sick(name) && s.panics:
		panic(errSick)
	case s.sick != nil && s.sick(name):
		return errSick
	case s.was != nil && s.was(name):
		s.calls[name]++
	}
	return nil
}

func (s *sickStore) Apply(ctx context.Context, cmds ...store.Command) error {
	name := "Apply"
	for _, c := range cmds {
		name += " " + string(c.Op)
	}
	if err := s.call(name); err != nil {
		return err
	}
	return s.Store.Apply(ctx, cmds...)
}

func (s *sickStore) Put(ctx context.Context, entries ...store.Entry) error {
	name := "Put"
	for _, e := range entries {
		name += " " + string(e.Key)
	}
	if err := s.call(name); err != nil {
		return err
	}
	return s.Store.Put(ctx, entries...)
}

func (s *sickStore) Read(ctx context.Context, shelf store.Shelf, key []byte) ([]byte, bool, error) {
	if err := s.call("Read " + string(key)); err != nil {
		return nil, false, err
	}
	return s.Store.Read(ctx, shelf, key)
}

func (s *sickStore) Walk(ctx context.Context, shelf store.Shelf, from, to []byte, reverse bool, fn func(key, value []byte) (bool, error)) error {
	if err := s.call("Walk " + string(from)); err != nil {
		return err
	}
	return s.Store.Walk(ctx, shelf, from, to, reverse, fn)
}

func (s *sickStore) Scrub(ctx context.Context) (int, error) {
	if err := s.call("Scrub"); err != nil {
		return 0, err
	}
	return s.Store.Scrub(ctx)
}

// begins matches a call by the beginning of its name.
func begins(name string) func(string) bool {
	return func(call string) bool { return strings.HasPrefix(call, name) }
}

// loopState returns a loop's part of the status.
func loopState(t *testing.T, e *Engine, name string) background.State {
	t.Helper()
	st, err := e.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range st.Background {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("the status tells of no loop %q: %+v", name, st.Background)
	return background.State{}
}

// soon are pauses short enough for a test.
var soon = background.Pause{First: time.Millisecond, Most: time.Hour}

// failsAndPauses waits until a loop has failed six times in a row, and checks the pauses in between.
func failsAndPauses(t *testing.T, e *Engine, name string) {
	t.Helper()
	eventually(t, name+" fails again and again", func() bool {
		s := loopState(t, e, name)
		if s.Failing() && !s.NextTry.IsZero() {
			whole := soon.First << (s.InARow - 1)
			if pause := s.NextTry.Sub(s.LastErrorAt); pause < whole*3/4 || pause > whole {
				t.Errorf("after %d failures the pause is %v, want three quarters of %v to the whole", s.InARow, pause, whole)
			}
		}
		return s.InARow >= 6
	})
	if s := loopState(t, e, name); !strings.Contains(s.LastError, errSick.Error()) || s.Failures < 6 || s.Since.IsZero() || s.LastErrorAt.Before(s.Since) {
		t.Errorf("%+v", s)
	}
	for _, s := range e.upkeep.background() {
		if s.Name != name && s.Failures > 0 {
			t.Errorf("another loop fails: %+v", s)
		}
	}
}

// TestBackgroundWorkThatFailsIsToldAndTriedAgain makes each of the loops fail by an error of the store, or a panic in it. The process continues, status and advice name the loop, the
// pauses grow, and once the store works again the work is done.
func TestBackgroundWorkThatFailsIsToldAndTriedAgain(t *testing.T) {
	defer func(tidy, dream time.Duration) { tidyLook, dreamLook = tidy, dream }(tidyLook, dreamLook)
	tidyLook, dreamLook = time.Millisecond, 2*time.Millisecond
	for name, c := range map[string]struct {
		sick  func(call string) bool
		begin func(e *Engine)
	}{
		"tidying":  {begins("Scrub"), func(*Engine) {}},
		"dreaming": {begins("Read dream\x00" + DefaultNamespace), func(e *Engine) { remember(t, e, Note{Content: "the gate of depot one is painted red"}) }},
		"aligning": {begins("Apply align"), func(e *Engine) {
			remember(t, e, Note{Content: breadNotes[0]})
			setStar(t, e, "", breadGoal)
		}},
		"workspace": {begins("Put workspace\x00"), func(e *Engine) { inject(t, e, Note{Content: "the lift of depot two was oiled", Rationale: "why"}) }},
		"learning": {func(call string) bool {
			return strings.Contains(call, "metautl\x00weights") && !strings.Contains(call, "metautl\x00answer") // new answers write this key
		}, func(e *Engine) {
			recordAnswers(t, e, "legal", models.HDC)
			e.outcomes.Loop().Kick()
		}},
	} {
		for _, panics := range []bool{false, true} {
			s := newSickStore()
			if name == "tidying" { // it starts with the engine
				s.fail(c.sick, panics)
			}
			e := openWith(t, Config{Store: on(store.Of(s)), DreamEvery: time.Hour, pauses: soon})
			s.fail(c.sick, panics)
			c.begin(e)
			failsAndPauses(t, e, name)
			if a := autonomous(t, e, StatusQuestion{Namespace: "elsewhere"}); !advises(a, "background work fails: "+name+" has failed ") || !advises(a, errSick.Error()) {
				t.Errorf("%s: advised is %q", name, a.Recommendations)
			}
			s.heal()
			eventually(t, name+" is well again", func() bool { return !loopState(t, e, name).Failing() })
			if st := loopState(t, e, name); s.done() == 0 || st.LastSuccess.Before(st.LastErrorAt) {
				t.Errorf("%s is well and has done nothing: %+v", name, st)
			}
			if a := autonomous(t, e, StatusQuestion{Namespace: "elsewhere"}); advises(a, "background work") {
				t.Errorf("%s: after that advised is %q", name, a.Recommendations)
			}
			if err := e.Close(context.Background()); err != nil {
				t.Error(err)
			}
		}
	}
}
