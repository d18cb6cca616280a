package trial

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"asterism/bench/cluster/network"
	"asterism/bench/toolcall"
)

// fake is one store that answers as a cluster does, with a mistake now and then.
type fake struct {
	mistake string
	server  *httptest.Server

	mu    sync.Mutex
	calls int
	made  int // memories that were to be stored
	slept bool
	tools map[string]int // calls of each tool
	kept  map[string]*record
}

type record struct {
	Content   string `json:"content"`
	Forgotten string `json:"forgotten,omitempty"`
	before    string
}

func newFake(t *testing.T, mistake string) *fake {
	f := &fake{mistake: mistake, kept: map[string]*record{}, tools: map[string]int{}}
	f.server = httptest.NewServer(http.HandlerFunc(f.serve))
	t.Cleanup(f.server.Close)
	return f
}

func (f *fake) Nodes() int                                 { return 3 }
func (f *fake) Network() *network.Network                  { return nil }
func (f *fake) Caller(int) *toolcall.Caller                { return toolcall.New(f.server.URL, "", 16, nil) }
func (f *fake) Leader(context.Context, string) (int, bool) { return 1, true }
func (f *fake) Start(context.Context, int) error           { return nil }
func (f *fake) Kill(int) error                             { return nil }
func (f *fake) Pause(int) error                            { return nil }
func (f *fake) Resume(int) error                           { return nil }
func (f *fake) Settled(context.Context) error              { return nil }
func (f *fake) Stop(context.Context) error                 { return nil }
func (f *fake) Replicas(_ context.Context, fn func(id, content string)) error {
	for id, r := range f.kept {
		fn(id, r.Content)
	}
	return nil
}

func (f *fake) serve(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Params struct {
			Name      string
			Arguments struct{ ID, Content string }
		}
	}
	_ = json.NewDecoder(r.Body).Decode(&asked)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls++
	number := f.calls
	now := number%25 == 0 // when a mistake is made
	f.tools[asked.Params.Name]++
	third := f.tools[asked.Params.Name]%3 == 0 // of mistakes that another call may cover up
	id, content := asked.Params.Arguments.ID, asked.Params.Arguments.Content
	if f.mistake == "no answer" && now {
		panic(http.ErrAbortHandler)
	}
	if f.mistake == "asleep" && (now || !f.slept) && asked.Params.Name != "get_memory" { // until the caller gives up; then it is carried out all the same
		f.slept = true
		f.mu.Unlock()
		<-r.Context().Done()
		f.mu.Lock()
	}
	one := f.kept[id]
	switch tool := asked.Params.Name; {
	case tool == "store_memory":
		f.made++
		now = now || f.made%3 == 0 // or chance may make none
		id = fmt.Sprint("id-", number)
		if !(f.mistake == "lose" && now) {
			f.kept[id] = &record{Content: content, before: content}
		}
		if f.mistake == "twice" && now {
			f.kept[id+"-again"] = &record{Content: content}
		}
		answer(w, map[string]any{"fingerprintId": id})
	case one == nil:
		refuse(w, "FINGERPRINT_NOT_FOUND", "no memory has this id")
	case tool == "update_memory" && one.Forgotten != "":
		refuse(w, "INVALID_PARAMS", "memory was forgotten and cannot be changed")
	case tool == "update_memory":
		if !(f.mistake == "drop" && third) {
			one.before, one.Content = one.Content, content
		}
		answer(w, map[string]any{})
	case tool == "get_memory" && f.mistake == "stale" && third:
		answer(w, map[string]any{"memory": record{Content: one.before, Forgotten: one.Forgotten}})
	case tool == "get_memory":
		answer(w, map[string]any{"memory": one})
	case tool == "forget_memory":
		one.Forgotten = "2026-01-01T00:00:00Z"
		answer(w, map[string]any{})
	default:
		one.Forgotten = ""
		answer(w, map[string]any{})
	}
}

func answer(w http.ResponseWriter, content map[string]any) {
	_ = json.NewEncoder(w).Encode(map[string]any{"result": map[string]any{"structuredContent": content}})
}

func refuse(w http.ResponseWriter, name, message string) {
	_ = json.NewEncoder(w).Encode(map[string]any{"result": map[string]any{"isError": true, "structuredContent": map[string]any{"error": map[string]any{"name": name, "message": message}}}})
}

// TestATrialFindsMistakes: a round over a store without a mistake is good, also where answers get lost or come too late; one over a store that makes a mistake now and then is not.
func TestATrialFindsMistakes(t *testing.T) {
	o := Options{Writers: 4, Before: 150 * time.Millisecond, Timing: Timing{Down: time.Millisecond}, Within: time.Second, EachTime: 10 * time.Second, Seed: 7}
	for mistake, found := range map[string]func(*Round) bool{
		"":          (*Round).Good,
		"no answer": func(r *Round) bool { return r.Good() && r.NoAnswer > 0 },
		"asleep":    func(r *Round) bool { return r.Good() && r.NoAnswer > 0 },
		"lose":      func(r *Round) bool { return r.Lost > 0 },
		"twice":     func(r *Round) bool { return r.Twice > 0 },
		"drop":      func(r *Round) bool { return r.NotLinear > 0 },
		"stale":     func(r *Round) bool { return r.NotLinear > 0 },
	} {
		t.Run(mistake, func(t *testing.T) {
			o := o
			if mistake == "asleep" {
				o.Patience = 50 * time.Millisecond
			}
			r, err := o.Run(t.Context(), newFake(t, mistake), 0)
			if err != nil {
				t.Fatal(err)
			}
			if !found(r) {
				t.Errorf("a store with the mistake %q: %+v", mistake, r)
			}
		})
	}
}

// TestWritesAreAwaitedAfterAFault: a round goes on until a write is answered when the fault is over, and fails when none is.
func TestWritesAreAwaitedAfterAFault(t *testing.T) {
	o := Options{Within: time.Minute}
	w := &Writers{}
	waited := make(chan error, 1)
	go func() { waited <- o.AwaitWrite(t.Context(), w) }()
	for len(waited) == 0 {
		w.note(func() { w.told.lastWrite = time.Now() })
	}
	if err := <-waited; err != nil {
		t.Error(err)
	}
	o.Within = time.Millisecond
	if err := o.AwaitWrite(t.Context(), w); err == nil {
		t.Error("a round in which nothing is written any more goes on")
	}
}
