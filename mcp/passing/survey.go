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

// aroundQuestion and aroundAnswer are the question about the neighbours of a memory, and a shard's answer.
type aroundQuestion struct {
	ID store.ID
	K  int
}

type aroundAnswer struct {
	Around engine.Around
	Tally  engine.Tally
}

func partAround(ctx context.Context, s *part, q aroundQuestion) (out aroundAnswer, err error) {
	around, tally, err := engine.SurveyOf(s.engine).Around(ctx, q.ID, q.K)
	if err != nil {
		return out, err
	}
	return aroundAnswer{*around, tally}, nil
}

// straysQuestion and straysAnswer are the same for the memories with the lowest alignment.
type straysQuestion struct {
	Namespace string
	Most      int
}

type straysAnswer struct {
	Strays   []engine.Stray
	Measured int
}

func partStrays(ctx context.Context, s *part, q straysQuestion) (out straysAnswer, err error) {
	out.Strays, out.Measured, err = engine.SurveyOf(s.engine).Strays(ctx, q.Namespace, q.Most)
	return out, err
}

// Around returns the neighbours of a memory, from the shard that has it.
func (u *union) Around(ctx context.Context, id store.ID, k int) (*engine.Around, engine.Tally, error) {
	shard, err := u.p.shardWith(ctx, id)
	if err != nil {
		return nil, engine.Tally{}, asEngine(err)
	}
	out, err := one[aroundAnswer](ctx, u.p, shard, methodAround, aroundQuestion{id, k})
	return &out.Around, out.Tally, asEngine(err)
}

// Map makes the map of a namespace, or of all. Each shard contributes its newest memories with their links and values. The map is that of a single store with all the memories.
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

// Strays returns the memories of a namespace, or of all, with the lowest alignment: the lowest of all shards' lists.
func (u *union) Strays(ctx context.Context, namespace string, n int) (least []engine.Stray, measured int, err error) {
	all, err := ofNamespace[straysAnswer](ctx, u, namespace, methodStrays, straysQuestion{namespace, n})
	if err != nil {
		return nil, 0, asEngine(err)
	}
	for _, answer := range all {
		least, measured = append(least, answer.Strays...), measured+answer.Measured
	}
	slices.SortFunc(least, func(a, b engine.Stray) int {
		return cmp.Or(cmp.Compare(a.Theta, b.Theta), bytes.Compare(a.Memory.ID[:], b.Memory.ID[:]))
	})
	return least[:min(n, len(least))], measured, nil
}

// ofNamespace asks the shard of a namespace, or all shards for "*".
func ofNamespace[A any](ctx context.Context, u *union, namespace, method string, given any) ([]A, error) {
	if namespace == "*" {
		return each[A](ctx, u.p, method, given)
	}
	out, err := one[A](ctx, u.p, u.shardOf(cmp.Or(namespace, engine.DefaultNamespace)), method, given)
	return []A{out}, err
}
