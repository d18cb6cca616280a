package passing

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/engine/ties"
)

// aroundAsked and aroundTold are what a shard is asked around one of its memories, and what it tells.
type aroundAsked struct {
	ID store.ID
	K  int
}

type aroundTold struct {
	Around engine.Around
	Tally  engine.Tally
}

func partAround(ctx context.Context, s *part, q aroundAsked) (out aroundTold, err error) {
	around, tally, err := engine.SurveyOf(s.engine).Around(ctx, q.ID, q.K)
	if err != nil {
		return out, err
	}
	return aroundTold{*around, tally}, nil
}

// straysAsked and straysTold are the same of memories that serve their goal least.
type straysAsked struct {
	Namespace string
	Most      int
}

type straysTold struct {
	Strays   []engine.Stray
	Measured int
}

func partStrays(ctx context.Context, s *part, q straysAsked) (out straysTold, err error) {
	out.Strays, out.Measured, err = engine.SurveyOf(s.engine).Strays(ctx, q.Namespace, q.Most)
	return out, err
}

// Around tells what a memory is tied to, by the shard that has it.
func (u *union) Around(ctx context.Context, id store.ID, k int) (*engine.Around, engine.Tally, error) {
	shard, err := u.p.shardWith(ctx, id)
	if err != nil {
		return nil, engine.Tally{}, asEngine(err)
	}
	out, err := one[aroundTold](ctx, u.p, shard, methodAround, aroundAsked{id, k})
	return &out.Around, out.Tally, asEngine(err)
}

// Map draws the map of a namespace, or of all: each shard brings its newest memories with their links and values, and what is drawn is the map of one store with the memories of all.
func (u *union) Map(ctx context.Context, q engine.MapQuestion) (*engine.Map, error) {
	all, err := ofNamespace[engine.MapPiece](ctx, u, q.Namespace, methodMap, q)
	if err != nil {
		return nil, asEngine(err)
	}
	pieces := make([]*ties.Piece, len(all))
	for i := range all {
		pieces[i] = &all[i]
	}
	m, err := ties.Assemble(ctx, q, pieces...)
	return m, asEngine(err)
}

// Days counts the memories of a namespace, or of all, by the day of their time.
func (u *union) Days(ctx context.Context, q engine.ListQuestion) (map[int64]int, error) {
	all, err := ofNamespace[map[int64]int](ctx, u, q.Namespace, methodDays, q)
	if err != nil {
		return nil, asEngine(err)
	}
	out := map[int64]int{}
	for _, days := range all {
		for day, n := range days {
			out[day] += n
		}
	}
	return out, nil
}

// Strays are the memories of a namespace, or of all, that serve their goal least: the least of those of each shard.
func (u *union) Strays(ctx context.Context, namespace string, n int) (least []engine.Stray, measured int, err error) {
	all, err := ofNamespace[straysTold](ctx, u, namespace, methodStrays, straysAsked{namespace, n})
	if err != nil {
		return nil, 0, asEngine(err)
	}
	for _, told := range all {
		least, measured = append(least, told.Strays...), measured+told.Measured
	}
	slices.SortFunc(least, func(a, b engine.Stray) int {
		return cmp.Or(cmp.Compare(a.Theta, b.Theta), bytes.Compare(a.Memory.ID[:], b.Memory.ID[:]))
	})
	return least[:min(n, len(least))], measured, nil
}

// ofNamespace asks the shard of a namespace; of "*" all.
func ofNamespace[A any](ctx context.Context, u *union, namespace, method string, given any) ([]A, error) {
	if namespace == "*" {
		return each[A](ctx, u.p, method, given)
	}
	out, err := one[A](ctx, u.p, u.shardOf(cmp.Or(namespace, engine.DefaultNamespace)), method, given)
	return []A{out}, err
}
