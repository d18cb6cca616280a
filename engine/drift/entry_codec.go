package drift

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"asterism/models"

	"github.com/google/uuid"
)

// The first byte of a stored entry. Version 2 says which memories were named; an entry without named memories keeps version 1, which older
// programs can read.
const (
	entryVersion  = 1
	chosenVersion = 2
)

// record is the stored form of an entry; reference and ordinal are in its key.
type record struct {
	Measurement
	gone uint64 // number of entries with lower ordinals that had been thinned when this was written
}

var (
	references = []ReferenceType{ToGoal, ToCentroid}
	levels     = []Level{None, Low, Medium, High, Critical}
)

// encode returns the stored form, integers big-endian, lengths and counts as unsigned varints:
//
//	version 1 · reference type 1 · strategy 1 · timeframe 1 (0: memories were given) · level 1 · time 8 (ns since 1970) ·
//	similarity 8 · correction 16 · only in version 2: which memories were given 16 · gone · analyzed ·
//	length of namespace, namespace · present spaces 2 (bit i: space i) ·
//	for each present space: similarity 8, raw 8 (NaN: absent), level 1, memories
//
// A byte for a name is its index in the list of names, counted from 1.
func (r *record) encode() ([]byte, error) {
	names := []byte{entryVersion, 0, 0, 0, 0}
	for i, n := range []int{slices.Index(references, r.ReferenceType), slices.Index(Strategies, r.Strategy), slices.Index(Timeframes, r.Timeframe), slices.Index(levels, r.Level)} {
		names[i+1] = byte(n + 1)
	}
	if names[1] == 0 || names[2] == 0 || names[4] == 0 || names[3] == 0 && r.Timeframe != "" {
		return nil, fmt.Errorf("encode drift entry: reference type %q, strategy %q, timeframe %q or level %q is unknown", r.ReferenceType, r.Strategy, r.Timeframe, r.Level)
	}
	if r.Chosen != uuid.Nil {
		if names[0] = chosenVersion; r.Timeframe != "" {
			return nil, fmt.Errorf("encode drift entry: memories were named, and those of timeframe %q are meant", r.Timeframe)
		}
	}
	b := binary.BigEndian.AppendUint64(names, uint64(r.At.UnixNano()))
	b = appendFloat(b, r.Similarity)
	b = append(b, r.Correction[:]...)
	if r.Chosen != uuid.Nil {
		b = append(b, r.Chosen[:]...)
	}
	b = binary.AppendUvarint(b, r.gone)
	b = binary.AppendUvarint(b, uint64(r.Analyzed))
	b = binary.AppendUvarint(b, uint64(len(r.Namespace)))
	b = append(b, r.Namespace...)
	return appendSpaces(b, &r.Spaces), nil
}

func appendSpaces(b []byte, spaces *[models.Count]SpaceDrift) []byte {
	var present models.Set
	for s, d := range spaces {
		if d.Level != "" {
			present = present.With(models.Space(s))
		}
	}
	b = binary.BigEndian.AppendUint16(b, uint16(present))
	for _, s := range present.Spaces() {
		d := &spaces[s]
		raw := d.Raw
		if math.IsNaN(raw) {
			raw = math.NaN() // one of the bit patterns of NaN
		}
		b = appendFloat(appendFloat(b, d.Similarity), raw)
		b = append(b, byte(slices.Index(levels, d.Level)+1))
		b = binary.AppendUvarint(b, uint64(d.Memories))
	}
	return b
}

func appendFloat(b []byte, v float64) []byte {
	return binary.BigEndian.AppendUint64(b, math.Float64bits(v))
}

var errEntry = errors.New("decode drift entry: bytes are damaged")

// decode reads what encode wrote; reference is from the key. It returns an error for bytes that encode cannot have written.
func decode(b []byte, reference uuid.UUID) (record, error) {
	if len(b) > 0 && b[0] > chosenVersion {
		return record{}, fmt.Errorf("decode drift entry: version %d is newer than this program's %d", b[0], chosenVersion)
	}
	c := cursor{left: b, good: true}
	version := c.byte()
	if version < entryVersion {
		return record{}, errEntry
	}
	r := record{Measurement: Measurement{Reference: reference}}
	r.ReferenceType = named(&c, references)
	r.Strategy = named(&c, Strategies)
	if tf := int(c.byte()); tf > len(Timeframes) {
		c.good = false
	} else if tf > 0 {
		r.Timeframe = Timeframes[tf-1]
	}
	r.Level = named(&c, levels)
	r.At = time.Unix(0, int64(c.uint64())).UTC()
	r.Similarity = c.float()
	copy(r.Correction[:], c.next(len(r.Correction)))
	if version == chosenVersion {
		copy(r.Chosen[:], c.next(len(r.Chosen)))
		c.good = c.good && r.Chosen != uuid.Nil && r.Timeframe == ""
	}
	r.gone = c.uvarint()
	r.Analyzed = c.count()
	r.Namespace = string(c.next(c.count()))
	c.spaces(&r.Spaces)
	if !c.good || len(c.left) != 0 {
		return record{}, errEntry
	}
	return r, nil
}

// cursor reads bytes from the front; good becomes false, permanently, if they do not fit.
type cursor struct {
	left []byte
	good bool
}

func (c *cursor) next(n int) []byte {
	if !c.good || n > len(c.left) {
		c.good = false
		return nil
	}
	b := c.left[:n]
	c.left = c.left[n:]
	return b
}

func (c *cursor) byte() byte {
	if b := c.next(1); b != nil {
		return b[0]
	}
	return 0
}

func (c *cursor) uint64() uint64 {
	if b := c.next(8); b != nil {
		return binary.BigEndian.Uint64(b)
	}
	return 0
}

// float reads a finite number.
func (c *cursor) float() float64 {
	v := c.floatOrAbsent()
	c.good = c.good && !math.IsNaN(v)
	return v
}

// floatOrAbsent reads a finite number, or NaN for an absent value.
func (c *cursor) floatOrAbsent() float64 {
	bits := c.uint64()
	v := math.Float64frombits(bits)
	c.good = c.good && !math.IsInf(v, 0) && (!math.IsNaN(v) || bits == math.Float64bits(math.NaN()))
	return v
}

// uvarint reads a number in its shortest form.
func (c *cursor) uvarint() uint64 {
	v, n := binary.Uvarint(c.left)
	if n <= 0 || n != len(binary.AppendUvarint(nil, v)) {
		c.good = false
		return 0
	}
	c.next(n)
	return v
}

func (c *cursor) count() int {
	v := c.uvarint()
	if v > math.MaxInt32 {
		c.good = false
		return 0
	}
	return int(v)
}

func (c *cursor) spaces(out *[models.Count]SpaceDrift) {
	for s := range out {
		out[s] = SpaceDrift{Similarity: math.NaN(), Raw: math.NaN()}
	}
	b := c.next(2)
	if b == nil {
		return
	}
	present := models.Set(binary.BigEndian.Uint16(b))
	c.good = c.good && present.Without(models.All) == 0
	for _, s := range present.Spaces() {
		out[s] = SpaceDrift{Similarity: c.float(), Raw: c.floatOrAbsent(), Level: named(c, levels), Memories: c.count()}
	}
}

func named[T ~string](c *cursor, names []T) T {
	i := int(c.byte())
	if i == 0 || i > len(names) {
		c.good = false
		return ""
	}
	return names[i-1]
}
