package drift

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// Undo contains what is needed to take a correction back.
type Undo struct {
	Correction uuid.UUID
	Namespace  string
	At         time.Time
	Before     []byte       // the namespace's encoded [Weights] before; nil: there were none
	Goals      []GoalWeight // those whose weights the correction changed, as they were before
}

// GoalWeight is a goal and its weight among its siblings.
type GoalWeight struct {
	Goal   uuid.UUID
	Weight float64
}

const undoVersion = 1

// Encode is version 1 · correction 16 · time 8 (ns since 1970) · length of namespace, namespace · length of before, before · number
// of goals · for each: id 16, weight 8; integers big-endian, lengths and numbers as unsigned varints.
func (u *Undo) Encode() []byte {
	b := append([]byte{undoVersion}, u.Correction[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(u.At.UnixNano()))
	b = append(binary.AppendUvarint(b, uint64(len(u.Namespace))), u.Namespace...)
	b = append(binary.AppendUvarint(b, uint64(len(u.Before))), u.Before...)
	b = binary.AppendUvarint(b, uint64(len(u.Goals)))
	for _, g := range u.Goals {
		b = appendFloat(append(b, g.Goal[:]...), g.Weight)
	}
	return b
}

// ParseUndo reads what Encode wrote; it returns an error for bytes that Encode cannot have written.
func ParseUndo(b []byte) (*Undo, error) {
	c, u := cursor{left: b, good: true}, &Undo{}
	if v := c.byte(); c.good && v != undoVersion {
		return nil, fmt.Errorf("read undo record of a correction: version %d, this program knows %d: use the newer program", v, undoVersion)
	}
	copy(u.Correction[:], c.next(len(u.Correction)))
	u.At = time.Unix(0, int64(c.uint64())).UTC()
	u.Namespace = string(c.next(c.count()))
	if before := c.next(c.count()); len(before) > 0 {
		u.Before = bytes.Clone(before)
	}
	for range c.count() {
		var g GoalWeight
		copy(g.Goal[:], c.next(len(g.Goal)))
		if g.Weight = c.weight(); !c.good {
			break
		}
		u.Goals = append(u.Goals, g)
	}
	if !c.good || len(c.left) != 0 {
		return nil, fmt.Errorf("read undo record of a correction: %d bytes are damaged", len(b))
	}
	return u, nil
}
