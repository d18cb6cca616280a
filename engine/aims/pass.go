package aims

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// alignPass is a walk over all memories of a namespace after its goals changed. It goes in the order of a scan, so that it can be taken up
// again behind the last memory that was done; which goals it is about is what the shelf of goals holds, for both change in one write.
type alignPass struct {
	namespace   string
	done, total int           // live memories: looked at, and there when it began
	from        *store.Cursor // the last one done; nil: none
}

// left is how many memories are still to be looked at.
func (p *alignPass) left() int { return max(0, p.total-p.done) }

// passPrefix begins the keys of passes on the shelf of state; the name of the namespace follows.
const passPrefix = "align\x00"

const passVersion = 1

// entry is the pass as it is kept: a version byte, done and total as varints, and, if there is a place, 1, the time in Unix nanoseconds as
// uint64 in little endian, and the id; else 0.
func (p *alignPass) entry() store.Entry {
	b := binary.AppendUvarint([]byte{passVersion}, uint64(p.done))
	b = binary.AppendUvarint(b, uint64(p.total))
	if p.from == nil {
		b = append(b, 0)
	} else {
		b = binary.LittleEndian.AppendUint64(append(b, 1), uint64(p.from.Time.UnixNano()))
		b = append(b, p.from.ID[:]...)
	}
	return store.Entry{Shelf: store.ShelfState, Key: p.key(), Value: b}
}

func (p *alignPass) key() []byte { return []byte(passPrefix + p.namespace) }

// finished is the entry that takes the pass away.
func (p *alignPass) finished() store.Entry { return store.Entry{Shelf: store.ShelfState, Key: p.key()} }

// parsePass reads what entry wrote.
func parsePass(key, value []byte) (*alignPass, error) {
	name, ok := bytes.CutPrefix(key, []byte(passPrefix))
	if !ok || len(value) == 0 {
		return nil, fmt.Errorf("read the state of an alignment: key %q with %d bytes is none", key, len(value))
	}
	if value[0] != passVersion {
		return nil, fmt.Errorf("read the state of an alignment: version %d, this program knows %d: use the newer program", value[0], passVersion)
	}
	p, b := &alignPass{namespace: string(name)}, value[1:]
	for _, to := range []*int{&p.done, &p.total} {
		n, size := binary.Uvarint(b)
		if size <= 0 || n > 1<<48 {
			return nil, fmt.Errorf("read the state of an alignment: a count is damaged")
		}
		*to, b = int(n), b[size:]
	}
	switch {
	case len(b) == 1 && b[0] == 0:
	case len(b) == 25 && b[0] == 1:
		at := time.Unix(0, int64(binary.LittleEndian.Uint64(b[1:]))).UTC()
		p.from = &store.Cursor{Namespace: p.namespace, Time: at, ID: uuid.UUID(b[9:])}
	default:
		return nil, fmt.Errorf("read the state of an alignment: %d bytes are no place", len(b))
	}
	return p, nil
}

// readPasses reads the passes that were not finished.
func (s *Service) readPasses(ctx context.Context) (map[string]*alignPass, error) {
	out := map[string]*alignPass{}
	end := []byte(passPrefix)
	end[len(end)-1]++
	err := s.store.Walk(ctx, store.ShelfState, []byte(passPrefix), end, false, func(key, value []byte) (bool, error) {
		p, err := parsePass(key, value)
		if err == nil {
			out[p.namespace] = p
		}
		return true, err
	})
	return out, fault.Storage("read unfinished alignments", err)
}
