package engine

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"

	"asterism/engine/aims"
	"asterism/engine/fault"
	"asterism/engine/outcomes"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// ShortIDDigits is [store.ShortIDDigits].
const ShortIDDigits = store.ShortIDDigits

// ResolveForgotten finds the only softly forgotten memory whose id begins or ends with these digits; ok is false if there is none or several.
func (p *parts) ResolveForgotten(ctx context.Context, digits string) (id store.ID, ok bool, err error) {
	part := strings.ToLower(strings.ReplaceAll(digits, "-", ""))
	all, err := p.store.Forgotten(ctx, p.now().Add(RestoreWindow), maxForgotten)
	if err != nil {
		return id, false, fault.Storage("look for a forgotten memory", err)
	}
	n := 0
	for _, f := range all {
		if text := hex.EncodeToString(f.ID[:]); strings.HasPrefix(text, part) || strings.HasSuffix(text, part) {
			id = f.ID
			n++
		}
	}
	return id, n == 1, nil
}

// maxForgotten is how many forgotten memories are searched.
const maxForgotten = 100_000

// leastDigits is the least number of digits for a lookup.
const leastDigits = 6

// ShortID returns the digits by which answers name a memory.
func ShortID(id store.ID) string { return store.ShortID(id) }

// Resolve finds the only live memory whose id begins or ends with the given hexadecimal digits, at least six; hyphens do not count. A whole UUID is returned unchanged. If
// several match, the error lists some of their ids.
func (e *Engine) Resolve(ctx context.Context, digits string) (store.ID, error) {
	return resolve(ctx, digits, "memory", "give the whole id of a forgotten memory", func(most int, fits func(store.ID) bool) ([]store.ID, error) { return e.findIDs(ctx, most, fits) })
}

// findIDs returns at most n live memories whose ids match.
func (p *parts) findIDs(ctx context.Context, n int, fits func(store.ID) bool) (out []store.ID, err error) {
	if p.held.indexed.Load() {
		return p.held.index.FindIDs(n, fits), nil
	}
	var mu sync.Mutex
	err = p.headers(ctx, func(m *store.Memory) error {
		if fits(m.ID) {
			mu.Lock()
			defer mu.Unlock()
			if len(out) < n {
				out = append(out, m.ID)
			}
		}
		return nil
	})
	slices.SortFunc(out, func(a, b store.ID) int { return bytes.Compare(a[:], b[:]) })
	return out, err
}

// ResolveGoal finds the only goal of all namespaces whose id begins or ends with the digits.
func ResolveGoal(ctx context.Context, e *Engine, digits string) (store.ID, error) {
	return resolve(ctx, digits, "goal", "`asterism goal list`, or the tool get_goals, shows the goals of a namespace", func(most int, fits func(store.ID) bool) ([]store.ID, error) {
		return aims.FindIDs(e.aims, most, fits), nil
	})
}

// ResolveQuery finds the only answer of a search whose id begins or ends with the digits, among those for which an outcome can be recorded.
func ResolveQuery(ctx context.Context, e *Engine, digits string) (store.ID, error) {
	return resolve(ctx, digits, "search", outcomes.HintOfAnswers, func(most int, fits func(store.ID) bool) ([]store.ID, error) {
		return e.outcomes.FindAnswers(most, fits), nil
	})
}

// resolve finds the only id that begins or ends with some digits. find returns ids that match, at most the given number.
func resolve(ctx context.Context, digits, what, hint string, find func(most int, fits func(store.ID) bool) ([]store.ID, error)) (store.ID, error) {
	if err := ctx.Err(); err != nil {
		return store.ID{}, err
	}
	if id, err := uuid.Parse(digits); err == nil && len(digits) == len(id.String()) {
		return id, nil
	}
	part := strings.ToLower(strings.ReplaceAll(digits, "-", ""))
	if _, err := hex.DecodeString(part + strings.Repeat("0", len(part)%2)); err != nil || len(part) < leastDigits || len(part) > 32 {
		return store.ID{}, fault.Invalid("%q is no id of a %s", fmt.Sprintf("give a UUID, or at least %d of its first or last digits", leastDigits), digits, what)
	}
	const most = 3
	found, err := find(most+1, func(id store.ID) bool {
		var text [32]byte
		hex.Encode(text[:], id[:])
		return strings.HasPrefix(string(text[:]), part) || strings.HasSuffix(string(text[:]), part)
	})
	if err != nil {
		return store.ID{}, err
	}
	switch len(found) {
	case 0:
		return store.ID{}, &Error{Kind: missing[what], Message: fmt.Sprintf("no %s has an id that begins or ends with %s", living[what], digits), Hint: hint}
	case 1:
		return found[0], nil
	}
	var some []string
	for _, id := range found[:min(most, len(found))] {
		some = append(some, id.String())
	}
	more := ""
	if len(found) > most {
		more = " and more"
	}
	return store.ID{}, fault.Invalid("several %s have an id that begins or ends with %s: %s%s", "give more digits", plural[what], digits, strings.Join(some, ", "), more)
}

// The kinds of ids that are resolved, in the words of an error.
var (
	living = map[string]string{"memory": "live memory", "goal": "goal", "search": "search that is remembered"}
	plural = map[string]string{"memory": "memories", "goal": "goals", "search": "searches"}

	missing = map[string]fault.Kind{"memory": KindNotFound, "goal": KindGoal, "search": KindNotFound}
)
