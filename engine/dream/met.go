package dream

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"

	"github.com/google/uuid"
)

const (
	// metHalf is the time in which the count of a pair falls to one half, and leastMet the count below which it is forgotten: once recalled together, a pair waits for so long.
	metHalf  = 30 * 24 * time.Hour
	leastMet = .5
	// mostMet is how many pairs a namespace keeps, those of the highest count.
	mostMet = 1024

	metVersion = 1
	metBytes   = 16 + 16 + 4
)

// Met are the pairs of a namespace that answers returned together, too seldom yet for a link, each with its count at a time: 1 for each answer, halved every 30 days. A link
// begins with two in one dream. Without this, a pair that is recalled once between dreams would never have a link. It holds no texts, and names no memory that a dream did
// not find.
type Met struct {
	At     time.Time
	Counts map[Pair]float64
}

// MetKey is the key of a namespace's pairs on the shelf of state.
func MetKey(namespace string) []byte { return []byte("met\x00" + namespace) }

// at are the counts at a later time; those below the least are left out.
func (m Met) at(now time.Time) map[Pair]float64 {
	out := map[Pair]float64{}
	fall := math.Exp2(-float64(max(0, now.Sub(m.At))) / float64(metHalf))
	for p, n := range m.Counts {
		if n *= fall; n >= leastMet {
			out[p] = n
		}
	}
	return out
}

// Entry is what writes them down; without any it takes them away. Its value is the version 1, the time as u64 nanoseconds since 1970, and for each pair in order both ids, 16 bytes each, and the
// count as float32; little endian.
func (m Met) Entry(namespace string) store.Entry {
	e := store.Entry{Shelf: store.ShelfState, Key: MetKey(namespace)}
	if len(m.Counts) == 0 {
		return e
	}
	pairs := slices.SortedFunc(maps.Keys(m.Counts), func(a, b Pair) int { return cmp.Or(cmp.Compare(m.Counts[b], m.Counts[a]), a.Compare(b)) })
	pairs = pairs[:min(mostMet, len(pairs))]
	slices.SortFunc(pairs, Pair.Compare)
	e.Value = binary.LittleEndian.AppendUint64([]byte{metVersion}, uint64(m.At.UnixNano()))
	for _, p := range pairs {
		e.Value = append(append(e.Value, p.A[:]...), p.B[:]...)
		e.Value = binary.LittleEndian.AppendUint32(e.Value, math.Float32bits(float32(m.Counts[p])))
	}
	return e
}

var errMet = errors.New("bytes are no pairs")

// ParseMet reads what Entry wrote. Bytes that it could not have written are an error.
func ParseMet(b []byte) (Met, error) {
	if len(b) > 0 && b[0] > metVersion {
		return Met{}, fmt.Errorf("%w: pairs that met have version %d, this program knows %d", store.ErrNewer, b[0], metVersion)
	}
	if len(b) < 9+metBytes || b[0] != metVersion || (len(b)-9)%metBytes != 0 || (len(b)-9)/metBytes > mostMet {
		return Met{}, fmt.Errorf("%w: pairs that met: %w", store.ErrDamaged, errMet)
	}
	m := Met{At: time.Unix(0, int64(binary.LittleEndian.Uint64(b[1:]))).UTC(), Counts: map[Pair]float64{}}
	last := Pair{}
	for b = b[9:]; len(b) > 0; b = b[metBytes:] {
		p := Pair{uuid.UUID(b[:16]), uuid.UUID(b[16:])}
		n := float64(math.Float32frombits(binary.LittleEndian.Uint32(b[32:])))
		if bytes.Compare(p.A[:], p.B[:]) >= 0 || last.Compare(p) >= 0 || !(n > 0 && n < math.MaxFloat32) {
			return Met{}, fmt.Errorf("%w: pairs that met: %w", store.ErrDamaged, errMet)
		}
		m.Counts[p], last = n, p
	}
	return m, nil
}

// readMet reads the pairs of a namespace. Damaged ones are none: they only make links begin sooner.
func (s *Service) readMet(ctx context.Context, namespace string) (Met, error) {
	b, ok, err := s.Store.Read(ctx, store.ShelfState, MetKey(namespace))
	if err != nil || !ok {
		return Met{}, fault.Storage("read pairs that met", err)
	}
	m, err := ParseMet(b)
	if errors.Is(err, store.ErrDamaged) {
		s.Log.Warn("pairs of memories that were recalled together are damaged, and are counted from zero again", "namespace", namespace, "error", err)
		return Met{}, nil
	}
	return m, fault.Storage("read pairs that met", err)
}

// carried are the pairs of earlier dreams, their ends replaced by what they were merged into. Memories that are gone are left out.
func (d *dreaming) carried(ctx context.Context) (map[Pair]float64, error) {
	m, err := d.s.readMet(ctx, d.question.Namespace)
	if err != nil {
		return nil, err
	}
	out := map[Pair]float64{}
	for p, n := range m.at(d.record.Started) {
		both := d.surviving([]Active{{ID: p.A}, {ID: p.B}})
		if len(both) == 2 {
			now := PairOf(both[0].ID, both[1].ID)
			out[now] = max(out[now], n)
		}
	}
	return out, nil
}

// movingMet are the entries by which into has from's pairs beside its own.
func (s *Service) movingMet(ctx context.Context, from, into string) ([]store.Entry, error) {
	old, err := s.readMet(ctx, from)
	if err != nil || len(old.Counts) == 0 {
		return nil, err
	}
	own, err := s.readMet(ctx, into)
	if err != nil {
		return nil, err
	}
	all := Met{At: own.At, Counts: map[Pair]float64{}}
	if old.At.After(own.At) {
		all.At = old.At
	}
	maps.Copy(all.Counts, own.at(all.At))
	maps.Copy(all.Counts, old.at(all.At))
	return []store.Entry{{Shelf: store.ShelfState, Key: MetKey(from)}, all.Entry(into)}, nil
}
