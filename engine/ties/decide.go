package ties

import (
	"context"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// What a person or an agent decides on the link between two memories.
const (
	Accept = "accept" // a proposed, learned or refused link becomes an accepted one, which stays whatever is recalled
	Refuse = "refuse" // a proposed, learned or accepted link goes, and dreams neither propose nor learn it again
	Make   = "link"   // an accepted link, whether one was proposed or not
	Part   = "unlink" // what was learned, proposed, accepted or refused goes; dreams may propose and learn it again
)

// Decisions lists them.
var Decisions = []string{Accept, Refuse, Make, Part}

// Decided is what became of a link.
type Decided struct {
	A, B   Brief
	Before []string // kinds of link between the two that were there and had no direction
	Now    string   // "accepted", "refused", or "" for none
}

// Decider decides on links. It is safe for concurrent use, as its parts are.
type Decider struct {
	*Finder
	Apply func(ctx context.Context, cmds ...store.Command) error
	Now   func() time.Time
}

// Decide does what was decided on the link between two live memories. Links that the writer of a memory gave, and those to what it supersedes, are no matter of it.
// The error is a [fault.Error].
func (d *Decider) Decide(ctx context.Context, a, b store.ID, decision string) (*Decided, error) {
	if !slices.Contains(Decisions, decision) {
		return nil, fault.Invalid("unknown decision %q", "valid are accept, refuse, link and unlink", decision)
	}
	if a == b {
		return nil, fault.Invalid("both ends of the link are memory %s", "name two memories", a)
	}
	out := &Decided{}
	for id, brief := range map[store.ID]*Brief{a: &out.A, b: &out.B} {
		m, err := store.One(ctx, d.Store, store.Parts{Content: true}, id)
		if err != nil {
			return nil, fault.NotFound("read memory", err)
		}
		if !m.Deleted.IsZero() {
			return nil, fault.Invalid("memory %s was forgotten", "restore it first", id)
		}
		*brief = d.Brief(m)
	}
	there, err := d.between(ctx, a, b)
	if err != nil {
		return nil, fault.Storage("read links", err)
	}
	for _, kind := range there {
		out.Before = append(out.Before, kinds[kind])
	}
	now, err := after(decision, a, b, there)
	if err != nil {
		return nil, err
	}
	out.Now = kinds[now]
	return out, fault.Storage("change the link", d.change(ctx, a, b, there, now))
}

// between are the kinds of links without direction between two memories.
func (d *Decider) between(ctx context.Context, a, b store.ID) (out []store.EdgeKind, err error) {
	edges, _, err := d.Store.Edges(ctx, a)
	for _, e := range edges {
		if e.Other == b && !e.Kind.Directed() {
			out = append(out, e.Kind)
		}
	}
	return out, err
}

// after is the kind of the link that a decision leaves; 0: none. There must be something to accept, refuse or take away.
func after(decision string, a, b store.ID, there []store.EdgeKind) (store.EdgeKind, error) {
	has := func(kinds ...store.EdgeKind) bool {
		return slices.ContainsFunc(there, func(k store.EdgeKind) bool { return slices.Contains(kinds, k) })
	}
	switch {
	case decision == Make:
		return store.EdgeAccepted, nil
	case decision == Accept && has(store.EdgeProposed, store.EdgeLearned, store.EdgeRefused, store.EdgeAccepted):
		return store.EdgeAccepted, nil
	case decision == Accept:
		return 0, fault.Invalid("nothing between memories %s and %s was proposed or learned", "get_links shows what there is; decide link to make one", a, b)
	case decision == Refuse && len(there) > 0:
		return store.EdgeRefused, nil
	case decision == Part && len(there) > 0:
		return 0, nil
	}
	return 0, fault.Invalid("there is no link between memories %s and %s to %s", "get_links shows what there is; links that the writer of a memory gave (link_to) go with that memory alone", a, b, decision)
}

// change sets the one kind of link that is to be there, in one write.
func (d *Decider) change(ctx context.Context, a, b store.ID, there []store.EdgeKind, now store.EdgeKind) error {
	var cmds []store.Command
	set := func(kind store.EdgeKind, weight float32) {
		cmds = append(cmds, store.Command{Op: store.OpLink, ID: a, Other: b, Kind: kind, Weight: weight, At: d.Now()})
	}
	for _, kind := range there {
		if kind != now {
			set(kind, 0)
		}
	}
	if now != 0 {
		set(now, 1)
	}
	return d.Apply(ctx, cmds...)
}
