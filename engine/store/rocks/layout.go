package rocks

import (
	"errors"
	"fmt"
	"sync/atomic"

	"asterism/engine/store"
	"asterism/models"
)

// layout says which of a space's two sides holds the current values, and which renewal there is.
type layout struct {
	second  models.Set              // spaces served from the second side; it changes only while the changer is exclusive inside the gate
	renewal atomic.Pointer[renewal] // nil: none; replaced, never changed
}

// serving returns the family of the space's current values.
func (l *layout) serving(s models.Space) family {
	if l.second.Has(s) {
		return sideFamily[1][s]
	}
	return sideFamily[0][s]
}

// inactive returns the space's other side: it collects a renewal's new values, or holds old values until they are
// cleared.
func (l *layout) inactive(s models.Space) family {
	if l.second.Has(s) {
		return sideFamily[0][s]
	}
	return sideFamily[1][s]
}

// activeRenewal returns the renewal that collects new values; nil: none.
func (l *layout) activeRenewal() *renewal {
	if r := l.renewal.Load(); r != nil && r.phase == gathering {
		return r
	}
	return nil
}

// renewal is the stored state of a renewal.
type renewal struct {
	phase uint8
	store.Renewal
}

// The phases of a renewal.
const (
	gathering uint8 = 1 + iota // new values are collected, the old ones are served
	settling                   // the new values are served; headers are being rewritten, if necessary by the next opening of the store
	clearing                   // the values on the inactive sides are no longer needed and wait to be removed
)

func (r *renewal) modelSet() *modelSet { return &modelSet{profile: r.Profile, hashes: r.ModelHashes} }

func (r *renewal) append(dst []byte) []byte {
	start := len(dst)
	w := writeTo(append(dst, recordVersion))
	w.U8(r.phase)
	w.U16(uint16(r.Spaces))
	r.modelSet().write(w)
	return seal(w.B, start)
}

func (r *renewal) read(from *reader) {
	r.phase, r.Spaces = from.U8(), models.Set(from.U16())
	var set modelSet
	set.read(from)
	r.Profile, r.ModelHashes = set.profile, set.hashes
	if from.Err == nil && (r.phase < gathering || r.phase > clearing || r.Spaces.Without(keptSpaces) != 0) {
		from.Err = fmt.Errorf("%w: renewal of spaces %v is in phase %d", store.ErrDamaged, r.Spaces.Spaces(), r.phase)
	}
}

func (r *renewal) op() op { return op{famSystem, []byte(keyRenewal), r.append(nil)} }

// sidesOp stores which spaces are served from the second side.
func sidesOp(second models.Set) op {
	w := writeTo([]byte{recordVersion})
	w.U16(uint16(second))
	return op{famSystem, []byte(keySides), seal(w.B, 0)}
}

// load reads the layout.
func (l *layout) load(v *view) error {
	err := v.get(famSystem, []byte(keySides), func(value []byte) error {
		return readValue(value, func(r *reader) { l.second = models.Set(r.U16()) })
	})
	if err == nil && l.second.Without(keptSpaces) != 0 {
		err = fmt.Errorf("%w: spaces %v have no sides", store.ErrDamaged, l.second.Without(keptSpaces).Spaces())
	}
	if err != nil && !errors.Is(err, errNoKey) {
		return inKey(famSystem, []byte(keySides), err)
	}
	r := &renewal{}
	err = v.get(famSystem, []byte(keyRenewal), func(value []byte) error { return readValue(value, r.read) })
	if errors.Is(err, errNoKey) {
		return nil
	}
	l.renewal.Store(r)
	return inKey(famSystem, []byte(keyRenewal), err)
}

// beginLayout reads the layout at the start. If a renewal was interrupted after it had switched, it completes it.
func (s *Store) beginLayout(v *view) error {
	if err := s.d.layout.load(v); err != nil {
		return err
	}
	r := s.d.layout.renewal.Load()
	if r == nil || r.phase != settling {
		return nil
	}
	if s.readOnly {
		return fmt.Errorf("its memories are just being switched to other models: read it again in a moment, or open it once for writing when nothing else has it open")
	}
	s.log.Info("end the switch to other models", "profile", r.Profile)
	return s.rewriteHeaders(r)
}
