package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/arguments"
)

// Resolver finds a memory, a goal, or a search's answer by some digits of its id. Errors are *engine.Error.
type Resolver interface {
	Resolve(ctx context.Context, digits string) (store.ID, error)
	ResolveGoal(ctx context.Context, digits string) (store.ID, error)
	ResolveQuery(ctx context.Context, digits string) (store.ID, error)
}

// WholeIDs replaces digits of ids by whole ids. It calls engine only if an argument has such digits. It does not change arguments of a wrong type: reading them reports that.
func (t *Tool) WholeIDs(ctx context.Context, raw json.RawMessage, engine func() (Resolver, error)) (json.RawMessage, error) {
	if !slices.ContainsFunc(slices.Concat(t.IDs, t.GoalIDs, t.QueryIDs), func(name string) bool { return bytes.Contains(raw, []byte(`"`+name+`"`)) }) {
		return raw, nil
	}
	if t.Each == "" {
		whole, err := t.wholeIn(ctx, raw, engine)
		if whole == nil || err != nil {
			return raw, err
		}
		return whole, nil
	}
	return t.wholeInEach(ctx, raw, engine)
}

// wholeInEach does the same in every object of the list [Tool.Each].
func (t *Tool) wholeInEach(ctx context.Context, raw json.RawMessage, engine func() (Resolver, error)) (json.RawMessage, error) {
	var given map[string]json.RawMessage
	var list []json.RawMessage
	if json.Unmarshal(raw, &given) != nil || json.Unmarshal(given[t.Each], &list) != nil {
		return raw, nil
	}
	for i, one := range list {
		whole, err := t.wholeIn(ctx, one, engine)
		if err != nil {
			return nil, err
		}
		if whole != nil {
			list[i] = whole
		}
	}
	var err error
	if given[t.Each], err = json.Marshal(list); err != nil {
		return nil, err
	}
	return json.Marshal(given)
}

// wholeIn returns an object with whole ids; nil if nothing changes.
func (t *Tool) wholeIn(ctx context.Context, raw json.RawMessage, engine func() (Resolver, error)) (json.RawMessage, error) {
	var given map[string]json.RawMessage
	if json.Unmarshal(raw, &given) != nil {
		return nil, nil
	}
	changed := false
	for _, name := range slices.Concat(t.IDs, t.GoalIDs, t.QueryIDs) {
		find := Resolver.Resolve
		if t.Gone {
			find = alsoForgotten
		}
		if slices.Contains(t.GoalIDs, name) {
			find = Resolver.ResolveGoal
		}
		if slices.Contains(t.QueryIDs, name) {
			find = Resolver.ResolveQuery
		}
		whole, err := wholeIDs(ctx, given[name], engine, find)
		if err != nil {
			return nil, err
		}
		if whole != nil {
			given[name], changed = whole, true
		}
	}
	if !changed {
		return nil, nil
	}
	return json.Marshal(given)
}

// MemoryID reads the id of a memory, whole or by some of its digits; ok is false for what is neither. Errors are *engine.Error.
func MemoryID(ctx context.Context, r Resolver, v string) (id store.ID, ok bool, err error) {
	if id, err := arguments.StrictUUID(v); err == nil {
		return id, true, nil
	}
	if !isDigits(v) {
		return id, false, nil
	}
	id, err = r.Resolve(ctx, v)
	return id, true, err
}

// alsoForgotten finds a live memory by some digits of its id, else a forgotten one.
func alsoForgotten(r Resolver, ctx context.Context, digits string) (store.ID, error) {
	id, err := r.Resolve(ctx, digits)
	e, _ := r.(*Engine)
	var refused *engine.Error
	if e == nil || e.Rummager == nil || !errors.As(err, &refused) || refused.Kind != engine.KindNotFound {
		return id, err
	}
	if forgotten, ok, ferr := e.ResolveForgotten(ctx, digits); ok || ferr != nil {
		return forgotten, ferr
	}
	return id, err
}

// wholeIDs returns one argument, a string or a list of strings, with whole ids; nil if nothing changes.
func wholeIDs(ctx context.Context, raw json.RawMessage, engine func() (Resolver, error), find func(Resolver, context.Context, string) (store.ID, error)) (json.RawMessage, error) {
	var one string
	var many []string
	single := json.Unmarshal(raw, &one) == nil && raw != nil
	if single {
		many = []string{one}
	} else if json.Unmarshal(raw, &many) != nil {
		return nil, nil
	}
	changed := false
	for i, v := range many {
		if !isDigits(v) {
			continue
		}
		e, err := engine()
		if err != nil {
			return nil, err
		}
		id, err := find(e, ctx, v)
		if err != nil {
			return nil, err
		}
		many[i], changed = id.String(), true
	}
	switch {
	case !changed:
		return nil, nil
	case single:
		return json.Marshal(many[0])
	}
	return json.Marshal(many)
}

// isDigits reports whether a text may be a part of an id: hexadecimal digits and hyphens, but not a whole UUID.
func isDigits(v string) bool {
	if _, err := arguments.StrictUUID(v); err == nil || len(v) < 6 || len(v) > 35 {
		return false
	}
	for _, c := range v {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') && c != '-' {
			return false
		}
	}
	return true
}
