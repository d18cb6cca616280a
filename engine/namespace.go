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

// maxSessions bounds the sessions a namespace keeps in mind; the one longest silent is dropped first.
const maxSessions = 64

// maxVisited bounds the memories looked at for measured ones, so that a namespace which was only ever ingested into does not
// cost its first call a walk through all of it: what was measured so long ago says little about now.
const maxVisited = 10_000

// namespace is the running state of one namespace: pulse and calibrations come back from the store after a restart, the
// sessions' contexts live as long as the process.
type namespace struct {
	mu       sync.Mutex
	state    *utl.Namespace
	sessions map[string]*utl.Session
	order    []string // of sessions, longest silent first
}

// namespace returns the state of a namespace, reading it from the store's newest measured memories at first use. keep holds
// on to it even when nothing was measured there yet, because something is about to be.
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
	if visited > 0 || keep { // a question about a namespace must not make it
		w.namespaces[name] = ns
	}
	return ns, nil
}

// drop has the state of a namespace read from the store again.
func (w *writer) drop(name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.namespaces, name)
}

// measure asks the namespace's state what the memory teaches in its session.
func (n *namespace) measure(in utl.Input, session string) utl.Measured {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.state.Measure(in, n.session(session))
}

// observe takes a stored memory into pulse, calibration and session.
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

// Pulse is the running state of a namespace; zero and "continue" before anything was measured in it. A record of dreams that cannot be read suggests nothing: Autonomous
// tells of it.
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
