package rocks

import (
	"context"
	"errors"
	"fmt"
	"maps"
)

// count is the number of memories of a namespace. It is written in the same batch as the changes.
type count struct{ live, forgotten int64 }

func (c count) add(o count) count { return count{c.live + o.live, c.forgotten + o.forgotten} }

// counted returns the contribution of one header.
func counted(h *header) count {
	if h.Deleted.IsZero() {
		return count{live: 1}
	}
	return count{forgotten: 1}
}

func countKey(ns string) []byte { return append([]byte(keyCount), ns...) }

// counts holds the counts by namespace. The committer's are the stored ones; others are differences.
type counts map[string]count

func (c counts) load(v *view) error {
	return v.each(famSystem, []byte(keyCount), successor([]byte(keyCount)), false, func(key, value []byte) (bool, error) {
		var n count
		err := readValue(value, func(r *reader) { n = count{int64(r.U64()), int64(r.U64())} })
		c[string(key[len(keyCount):])] = n
		return true, inKey(famSystem, key, err)
	})
}

// ops returns the writes that store the sums of c and delta; namespaces that became empty lose their key.
func (c counts) ops(delta counts) (out []op) {
	for ns, d := range delta {
		sum := c[ns].add(d)
		if sum == (count{}) {
			out = append(out, op{famSystem, countKey(ns), nil})
			continue
		}
		w := writeTo([]byte{recordVersion})
		w.U64(uint64(sum.live))
		w.U64(uint64(sum.forgotten))
		out = append(out, op{famSystem, countKey(ns), seal(w.B, 0)})
	}
	return out
}

// add adds the differences that were written.
func (c counts) add(delta counts) {
	for ns, d := range delta {
		if c[ns] = c[ns].add(d); c[ns] == (count{}) {
			delete(c, ns)
		}
	}
}

// difference describes where two counts differ, for a report; empty if they are equal.
func (c counts) difference(found counts) string {
	if maps.Equal(c, found) {
		return ""
	}
	for ns := range found {
		if c[ns] != found[ns] {
			return fmt.Sprintf("namespace %q is counted as %v, has %v", ns, c[ns], found[ns])
		}
	}
	return fmt.Sprintf("%d namespaces are counted, %d have memories", len(c), len(found))
}

func (c count) String() string { return fmt.Sprintf("%d live and %d forgotten", c.live, c.forgotten) }

// Live implements [store.Memories] with one small read.
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
