package passing

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"asterism/engine"
	"asterism/engine/outcomes"
	"asterism/engine/store"
)

// resolved is what a shard finds for some digits of an id.
type resolved struct {
	ID      store.ID
	Found   bool
	Several string // the shard's message if several of its memories match
}

// resolvedFrom turns errors for no match or several matches into a result. Other errors stay errors.
func resolvedFrom(id store.ID, err error) (resolved, error) {
	var e *engine.Error
	if errors.As(err, &e) {
		switch e.Kind {
		case engine.KindNotFound, engine.KindGoal:
			return resolved{}, nil
		case engine.KindInvalid:
			return resolved{Several: e.Message}, nil
		}
	}
	return resolved{ID: id, Found: err == nil}, err
}

// Resolve finds the one live memory in all shards whose id begins or ends with some digits.
func (u *union) Resolve(ctx context.Context, digits string) (store.ID, error) {
	return u.resolve(ctx, methodResolve, engine.KindNotFound, digits, "live memory", "memories", "give the whole id of a forgotten memory")
}

// ResolveGoal finds the one goal in all shards whose id does.
func (u *union) ResolveGoal(ctx context.Context, digits string) (store.ID, error) {
	return u.resolve(ctx, methodGoal, engine.KindGoal, digits, "goal", "goals", "`asterism goal list`, or the tool get_goals, shows the goals of a namespace")
}

// ResolveQuery finds the one remembered search in all shards whose id does.
func (u *union) ResolveQuery(ctx context.Context, digits string) (store.ID, error) {
	return u.resolve(ctx, methodQuery, engine.KindNotFound, digits, "search that is remembered", "searches", outcomes.HintOfAnswers)
}

func (u *union) resolve(ctx context.Context, method string, missing engine.Kind, digits, what, many, hint string) (store.ID, error) {
	all, err := each[resolved](ctx, u.p, method, digits)
	if err != nil {
		return store.ID{}, asEngine(err)
	}
	var ids []string
	var id store.ID
	for _, r := range all {
		if r.Several != "" {
			return id, &engine.Error{Kind: engine.KindInvalid, Message: r.Several, Hint: "give more digits"}
		}
		if r.Found {
			id = r.ID
			ids = append(ids, id.String())
		}
	}
	switch len(ids) {
	case 0:
		return id, &engine.Error{Kind: missing, Message: fmt.Sprintf("no %s has an id that begins or ends with %s", what, digits), Hint: hint}
	case 1:
		return id, nil
	}
	return id, &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("several %s have an id that begins or ends with %s: %s", many, digits, strings.Join(ids, ", ")), Hint: "give more digits"}
}

// ResolveForgotten finds the one forgotten memory in all shards with some digits.
func (u *union) ResolveForgotten(ctx context.Context, digits string) (id store.ID, ok bool, err error) {
	all, err := each[resolved](ctx, u.p, methodForgotten, digits)
	if err != nil {
		return id, false, asEngine(err)
	}
	n := 0
	for _, r := range all {
		if r.Found {
			id = r.ID
			n++
		}
	}
	return id, n == 1, nil
}

// Purge deletes, in every shard, what can no longer be restored.
func (u *union) Purge(ctx context.Context) (removed int, err error) {
	all, err := each[int](ctx, u.p, methodPurge, true)
	for _, n := range all {
		removed += n
	}
	return removed, asEngine(err)
}
