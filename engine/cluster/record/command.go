package record

import (
	"fmt"
	"slices"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// ops are the operations by their number in a record.
var ops = []store.Op{1: store.OpRemember, 2: store.OpForget, 3: store.OpRestore, 4: store.OpPurge, 5: store.OpAlign, 6: store.OpLink, 7: store.OpRepeat, 8: store.OpRenew}

// The optional fields of a command, in the order of the bits.
const (
	hasAt      = 1 << iota // time
	hasVersion             // number
	hasMemory              // see memory.go
	hasPurpose             // 13 floats of 4 bytes
	hasRenewed             // 13 numbers of tokens, and values
	hasEdge                // other id, kind (1 byte), weight (4 bytes)
	hasCount               // number
)

// command writes the operation (1 byte), the id, the bits, and those fields.
func (w *writer) command(c *store.Command) error {
	op := slices.Index(ops, c.Op)
	if op < 1 {
		return fmt.Errorf("encode record: operation %q is unknown", c.Op)
	}
	w.U8(uint8(op))
	w.Raw(c.ID[:])
	w.U8(readFrom(c))
	if !c.At.IsZero() {
		w.Time(c.At)
	}
	if c.Version != 0 {
		w.Uint(c.Version)
	}
	if c.Memory != nil {
		w.memory(c.Memory)
	}
	if c.Purpose != nil {
		w.floats(c.Purpose)
	}
	if c.Renewed != nil {
		for _, n := range c.Renewed.Tokens {
			w.Uint(uint64(n))
		}
		w.values(&c.Renewed.Record)
	}
	if edge(c) {
		w.Raw(c.Other[:])
		w.U8(uint8(c.Kind))
		w.F32(c.Weight)
	}
	if c.Count != 0 {
		w.Uint(uint64(c.Count))
	}
	return nil
}

func edge(c *store.Command) bool { return c.Other != store.ID{} || c.Kind != 0 || c.Weight != 0 }

func readFrom(c *store.Command) (bits uint8) {
	for bit, has := range []bool{!c.At.IsZero(), c.Version != 0, c.Memory != nil, c.Purpose != nil, c.Renewed != nil, edge(c), c.Count != 0} {
		if has {
			bits |= 1 << bit
		}
	}
	return bits
}

func (r *reader) command(c *store.Command) {
	if op := int(r.U8()); op > 0 && op < len(ops) {
		c.Op = ops[op]
	} else {
		r.Fail("operation %d does not exist", op)
	}
	c.ID = r.id()
	bits := r.U8()
	if bits >= hasCount<<1 {
		r.Fail("fields %x of a command do not exist", bits)
	}
	if bits&hasAt != 0 {
		c.At = r.Time()
	}
	if bits&hasVersion != 0 {
		c.Version = r.Uint()
	}
	if bits&hasMemory != 0 {
		c.Memory = r.memory(c.ID)
	}
	if bits&hasPurpose != 0 {
		c.Purpose = new([models.Count]float32)
		r.floats(c.Purpose)
	}
	if bits&hasRenewed != 0 {
		c.Renewed = &store.Renewed{}
		for i := range c.Renewed.Tokens {
			c.Renewed.Tokens[i] = r.Small()
		}
		r.values(&c.Renewed.Record)
	}
	if bits&hasEdge != 0 {
		c.Other, c.Kind, c.Weight = r.id(), store.EdgeKind(r.U8()), r.F32()
	}
	if bits&hasCount != 0 {
		c.Count = r.Small()
	}
	if r.Err == nil {
		if err := c.Check(); err != nil {
			r.Fail("%v", err)
		}
	}
}

func (w *writer) floats(v *[models.Count]float32) {
	for _, x := range v {
		w.F32(x)
	}
}

func (r *reader) floats(v *[models.Count]float32) {
	for i := range v {
		v[i] = r.F32()
	}
}

// values writes which spaces have a value (a number), and each value with its length.
func (w *writer) values(record *fingerprint.Record) {
	var present models.Set
	for _, s := range store.KeptSpaces.Spaces() {
		if !record[s].Absent() {
			present = present.With(s)
		}
	}
	w.Uint(uint64(present))
	for _, s := range present.Spaces() {
		w.Text(string(fingerprint.AppendSpace(nil, s, &record[s])))
	}
}

func (r *reader) values(record *fingerprint.Record) {
	present := r.spaces()
	if present.Without(store.KeptSpaces) != 0 {
		r.Fail("values in spaces %x, which are not kept", uint64(present.Without(store.KeptSpaces)))
		return
	}
	for _, s := range present.Spaces() {
		value, err := fingerprint.ParseSpace(s, r.Bytes())
		if err != nil && r.Err == nil {
			r.Fail("%v", err)
		}
		if value.Absent() {
			r.Fail("the value of %v is empty", s)
		}
		record[s] = value
	}
}
