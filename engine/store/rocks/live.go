package rocks

import (
	"context"
	"errors"
	"fmt"
)

// Live returns how many memories of a namespace are not forgotten: one small read.
func (s *Store) Live(ctx context.Context, namespace string) (int, error) {
	if err := s.gate.enter(); err != nil {
		return 0, err
	}
	defer s.gate.leave()
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	v := s.d.view()
	defer v.close()
	var n count
	err := v.get(famSystem, countKey(namespace), func(value []byte) error {
		return readValue(value, func(r *reader) { n = count{int64(r.U64()), int64(r.U64())} })
	})
	if err != nil && !errors.Is(err, errNoKey) {
		return 0, fmt.Errorf("count memories of namespace %q: %w", namespace, err)
	}
	return int(n.live), nil
}
