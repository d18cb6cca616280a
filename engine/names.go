package engine

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"asterism/engine/aims"
	"asterism/engine/fault"
	"asterism/engine/moving"
	"asterism/engine/spell"
	"asterism/engine/store"
)

// Label is a name by which memories can be filtered, and how many live memories have it.
type Label struct {
	Name     string
	Memories int
}

// Namespaces lists the namespaces with live memories, those with most of them first, and then those that only have goals, with 0: goals stay when the last memory is removed.
func (p *parts) Namespaces(ctx context.Context) ([]Label, error) {
	out, err := p.namespaces(ctx, 1)
	for _, name := range aims.WithGoals(p.aims) {
		if err == nil && !slices.ContainsFunc(out, func(l Label) bool { return l.Name == name }) {
			out = append(out, Label{Name: name})
		}
	}
	return out, err
}

// AllNamespaces lists those with memories, live or softly forgotten.
func AllNamespaces(ctx context.Context, e *Engine) ([]Label, error) { return e.namespaces(ctx, 0) }

// namespaces returns those with at least this many live memories.
func (p *parts) namespaces(ctx context.Context, least int) ([]Label, error) {
	info, err := p.store.Info(ctx)
	if err != nil {
		return nil, fault.Storage("count the memories of namespaces", err)
	}
	counts := map[string]int{}
	for name, n := range info.Namespaces {
		if n.Live >= least && n.Live+n.Forgotten > 0 {
			counts[name] = n.Live
		}
	}
	return mostFirst(counts), nil
}

// Tags lists the tags of a namespace's live memories, those on most of them first; "*" is all namespaces, "" the default.
func (p *parts) Tags(ctx context.Context, namespace string) ([]Label, error) {
	f, err := filterOf(Question{Namespace: namespace})
	if err != nil {
		return nil, err
	}
	if err := checkText("namespace", namespace, MaxNameBytes, false); err != nil {
		return nil, err
	}
	if p.held.indexed.Load() {
		return mostFirst(p.held.index.Tags(f.Namespace)), nil
	}
	var mu sync.Mutex
	counts := map[string]int{}
	err = p.headers(ctx, func(m *store.Memory) error {
		mu.Lock()
		defer mu.Unlock()
		for _, tag := range m.Tags {
			if f.Namespace == "" || m.Namespace == f.Namespace {
				counts[tag]++
			}
		}
		return nil
	})
	return mostFirst(counts), err
}

// mostFirst orders labels by their number of memories, then by name.
func mostFirst(counts map[string]int) []Label {
	out := make([]Label, 0, len(counts))
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, Label{name, counts[name]})
	}
	slices.SortStableFunc(out, func(a, b Label) int { return cmp.Compare(b.Memories, a.Memories) })
	return out
}

type (
	// NamespaceMove asks to move the memories of a namespace into another, and NamespaceMoved is the result; see [moving.Service.Move].
	NamespaceMove  = moving.Question
	NamespaceMoved = moving.Moved
)

// MoveNamespace moves all memories of a namespace, and what belongs to it, to another name. A new name renames it; an existing one, with Merge, merges both. It is all or nothing:
// the next start finishes a move that was cut short.
func (p *parts) MoveNamespace(ctx context.Context, q NamespaceMove) (*NamespaceMoved, error) {
	for _, name := range []string{q.From, q.Into} {
		if err := checkText("namespace", name, MaxNameBytes, true); err != nil {
			return nil, err
		}
		if name == "*" {
			return nil, fault.Invalid("namespace %q means all namespaces", "name one namespace", name)
		}
	}
	return p.moves.Move(ctx, q)
}

// movePoint is called with the stage of a move; tests change it before an engine opens.
var movePoint = func(string) {}

// openMoves finishes the moves of namespaces that were cut short, so that nobody sees half of one. A move that cannot be finished does not prevent the start.
func openMoves(ctx context.Context, e *Engine) error {
	e.moves = moving.New(moving.Config{
		Store: e.store, Spaces: stored, Turns: e.turns.lockAll, Chains: &e.chains, Show: e.makeSearchable,
		Hold: e.dreams.Hold, HasGoals: func(namespace string) bool { return e.aims.Tree(namespace) != nil },
		Follow: func(ctx context.Context, from, into string, with ...store.Entry) (int, error) {
			dreams, err := e.dreams.Moving(ctx, from, into)
			if err == nil && e.cfg.OnMove != nil {
				err = e.cfg.OnMove(from, into)
			}
			if err != nil {
				return 0, err
			}
			return e.aims.Move(ctx, from, into, append(dreams, with...)...)
		},
		Drop:  e.in.drop,
		Point: func(p string) { movePoint(p) }, Log: e.log,
	})
	if e.cfg.Warm != nil { // the node that writes the store continues it
		return ctx.Err()
	}
	err := e.moves.Resume(ctx, func(done, total int) { e.cfg.Progress("finishing to move a namespace", done, total) })
	if err != nil {
		e.log.Warn("a namespace is moved in part; the next start finishes it", "error", err)
	}
	return ctx.Err()
}

// Unknown is a namespace, tag, source or session that was asked for and that no live memory has; tags, sources and sessions are searched in the namespace only.
type Unknown struct {
	Kind    string // "namespace", "tag", "source" or "session"
	Name    string
	Nearest string // the one that was probably meant; empty: none is similar

	Elsewhere []Label // if no namespace is similar: the first few of those with memories, most of them first
	Others    int     // the number of further ones
}

// mostElsewhere is how many namespaces an answer names if the requested one has no memories.
const mostElsewhere = 3

// unknown finds out which names are the reason that nothing passed the filters of a question. A store without memories is no such reason.
func (p *parts) unknown(ctx context.Context, q *Question) (out []Unknown, err error) {
	namespace, beside := cmp.Or(q.Namespace, DefaultNamespace), q.Beside
	if namespace != "*" {
		live, err := p.store.Live(ctx, namespace)
		if err != nil {
			return nil, fault.Storage("count the memories of a namespace", err)
		}
		if live == 0 && beside != "" { // a project's namespace, in which nothing is stored yet: the caller did not name it
			other, err := p.store.Live(ctx, beside)
			if err != nil {
				return nil, fault.Storage("count the memories of a namespace", err)
			}
			if other > 0 {
				namespace, beside, live = beside, "", other
			}
		}
		if live == 0 {
			known, err := p.Namespaces(ctx)
			return UnknownNamespace(namespace, known), err
		}
	}
	if len(q.Tags) == 0 && q.Source == "" && q.SessionID == "" {
		return nil, nil
	}
	if out, err = p.unknownTags(ctx, namespace, beside, q.Tags); err != nil || q.Source == "" && q.SessionID == "" {
		return out, err
	}
	known, err := p.namesIn(ctx, namespace, beside)
	if err != nil {
		return nil, err
	}
	if q.Source != "" && !known.sources[q.Source] {
		out = append(out, Unknown{Kind: "source", Name: q.Source, Nearest: spell.NearestPath(q.Source, slices.Sorted(maps.Keys(known.sources)))})
	}
	if q.SessionID != "" && !known.sessions[q.SessionID] {
		out = append(out, Unknown{Kind: "session", Name: q.SessionID, Nearest: spell.Nearest(q.SessionID, slices.Sorted(maps.Keys(known.sessions)))})
	}
	return out, nil
}

// unknownTags returns those of some tags that no live memory of the namespaces has. The index has all tags, so it costs little.
func (p *parts) unknownTags(ctx context.Context, namespace, beside string, tags []string) (out []Unknown, err error) {
	if len(tags) == 0 {
		return nil, nil
	}
	known, err := p.Tags(ctx, namespace)
	if err == nil && beside != "" {
		var more []Label
		more, err = p.Tags(ctx, beside)
		known = append(known, more...)
	}
	if err != nil {
		return nil, err
	}
	for _, tag := range tags {
		if !slices.ContainsFunc(known, func(l Label) bool { return l.Name == tag }) {
			out = append(out, Unknown{Kind: "tag", Name: tag, Nearest: nearest(tag, known)})
		}
	}
	return out, nil
}

// namesHeld are names by which live memories can be filtered.
type namesHeld struct{ sources, sessions map[string]bool }

// namesIn reads the headers of all memories. It is called if nothing passed a filter. beside is a second namespace; "": none.
func (p *parts) namesIn(ctx context.Context, namespace, beside string) (*namesHeld, error) {
	out := &namesHeld{map[string]bool{}, map[string]bool{}}
	var mu sync.Mutex
	err := p.headers(ctx, func(m *store.Memory) error {
		if namespace != "*" && m.Namespace != namespace && (beside == "" || m.Namespace != beside) {
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		out.sources[m.Source], out.sessions[m.SessionID] = true, true
		if path, _, ok := store.PieceOf(m.Source); ok {
			out.sources[path] = true
		}
		return nil
	})
	delete(out.sources, "")
	delete(out.sessions, "")
	return out, err
}

// UnknownNamespace reports that none of the known namespaces has a name. It returns nothing if one has it, if the name means all, or if there are no namespaces.
func UnknownNamespace(name string, known []Label) []Unknown {
	name = cmp.Or(name, DefaultNamespace)
	if name == "*" || len(known) == 0 || slices.ContainsFunc(known, func(l Label) bool { return l.Name == name }) {
		return nil
	}
	u := Unknown{Kind: "namespace", Name: name, Nearest: nearest(name, known)}
	if u.Nearest == "" {
		all := slices.DeleteFunc(slices.Clone(known), func(l Label) bool { return l.Memories == 0 }) // those that only have goals
		u.Elsewhere = all[:min(mostElsewhere, len(all))]
		u.Others = len(all) - len(u.Elsewhere)
	}
	return []Unknown{u}
}

func nearest(name string, known []Label) string {
	names := make([]string, len(known))
	for i, l := range known {
		names[i] = l.Name
	}
	return spell.Nearest(name, names)
}
