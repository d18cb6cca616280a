package engine

import (
	"context"
	"slices"
	"sync"

	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/utl"
	"asterism/models"
)

// maxSessions bounds the sessions whose state a namespace keeps; the one that was silent longest is dropped first.
const maxSessions = 64

// maxVisited bounds the memories that are searched for measured ones, so that the first call in a namespace that was only ingested into does
// not read all of it: what was measured so long ago says little about now.
const maxVisited = 10_000

// namespace is the running state of one namespace. Pulse and calibrations are restored from the store after a restart; the
// sessions' contexts last as long as the process.
type namespace struct {
	mu       sync.Mutex
	state    *utl.Namespace
	sessions map[string]*utl.Session
	order    []string // of sessions, longest silent first
}

// namespace returns the state of a namespace. It reads the state from the store's newest measured memories at first use. keep stores
// it even if nothing was measured there yet, because something is about to be.
func (w *writer) namespace(ctx context.Context, name string, keep bool) (*namespace, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if ns := w.namespaces[name]; ns != nil {
		return ns, nil
	}
	ns := &namespace{state: utl.NewNamespace(), sessions: map[string]*utl.Session{}}
	var newest []store.UTL
	visited := 0
	err := w.store.Scan(ctx, store.Range{Namespace: name, Reverse: true}, store.Parts{}, func(m *store.Memory) (bool, error) {
		visited++
		if m.UTL.Measured {
			newest = append(newest, m.UTL)
		}
		return len(newest) < utl.Window && visited < maxVisited, nil
	})
	if err != nil {
		return nil, fault.Storage("read the state of namespace "+name, err)
	}
	for _, u := range slices.Backward(newest) {
		ns.state.Observe(distances(&u), float64(u.Entropy), float64(u.Coherence))
	}
	if visited > 0 || keep { // a question about a namespace must not create it
		w.namespaces[name] = ns
	}
	return ns, nil
}

// drop discards the state of a namespace, so that it is read from the store again.
func (w *writer) drop(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.namespaces, name)
}

// measure measures what the memory teaches in its session.
func (n *namespace) measure(in utl.Input, session string) utl.Measured {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.state.Measure(in, n.session(session))
}

// observe adds a stored memory to pulse, calibration and session.
func (n *namespace) observe(d *draft) {
	n.mu.Lock()
	defer n.mu.Unlock()
	u := &d.memory.UTL
	n.state.Observe(distances(u), float64(u.Entropy), float64(u.Coherence))
	n.session(d.memory.SessionID).Observe(d.values[models.Semantic].Dense, float64(u.Entropy), float64(u.Coherence))
}

func (n *namespace) pulse() *Pulse {
	n.mu.Lock()
	defer n.mu.Unlock()
	p := n.state.Pulse
	return &Pulse{Entropy: p.Entropy, Coherence: p.Coherence, SuggestedAction: SuggestNothing}
}

// session returns the named session's state; calls without a session id share one.
func (n *namespace) session(id string) *utl.Session {
	if i := slices.Index(n.order, id); i >= 0 {
		n.order = append(slices.Delete(n.order, i, i+1), id)
		return n.sessions[id]
	}
	if len(n.order) == maxSessions {
		delete(n.sessions, n.order[0])
		n.order = n.order[1:]
	}
	n.order = append(n.order, id)
	n.sessions[id] = &utl.Session{}
	return n.sessions[id]
}

// Pulse returns the running state of a namespace; zero and "continue" before anything was measured in it. If the record of dreams cannot be read, it suggests nothing; Autonomous
// reports that.
func (e *Engine) Pulse(ctx context.Context, name string) (*Pulse, error) {
	if name == "" || name == "*" {
		name = DefaultNamespace
	}
	ns, err := e.in.namespace(ctx, name, false)
	if err != nil {
		return nil, err
	}
	out := ns.pulse()
	if state, err := e.dreams.State(ctx, name); err == nil && state.NearCopies > 0 && !state.Dreaming {
		out.SuggestedAction = SuggestDryDream
	}
	return out, nil
}
