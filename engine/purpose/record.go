package purpose

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"asterism/engine/fingerprint"
	"asterism/models"

	"github.com/google/uuid"
)

// recordVersion is the first byte of an encoded goal.
const recordVersion = 1

// Errors of [Parse] that callers can tell apart.
var (
	ErrNewer  = errors.New("goal has a newer format than this program reads")
	ErrLayout = errors.New("bytes are no goal")
)

// Append appends the stored form of a goal, in little endian. It begins with the version; id and parent, 16 bytes each; the index of its level
// in [Levels], 1 byte; the weight, float64; created and updated, int64 nanoseconds since 1970; namespace and description, each after its length
// (varint). Then comes the set of its spaces, uint16, and for each of them in order μ and σ of the cohort, float64, and its packed value as
// fingerprint writes it, after its length (varint). The set of the background's spaces follows, and for each of them its factor and its value.
// There is no checksum: the store of the bytes must protect them.
func Append(dst []byte, a *Aim) []byte {
	dst = append(dst, recordVersion)
	dst = append(append(dst, a.ID[:]...), a.Parent[:]...)
	dst = append(dst, byte(slices.Index(Levels, a.Level)))
	dst = appendFloat(dst, a.Weight)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(a.Created.UnixNano()))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(a.Updated.UnixNano()))
	dst = appendText(appendText(dst, a.Namespace), a.Description)
	spaces := a.Reference.Spaces()
	dst = binary.LittleEndian.AppendUint16(dst, uint16(spaces))
	for _, s := range spaces.Spaces() {
		dst = appendFloat(appendFloat(dst, a.Mean[s]), a.Spread[s])
		dst = appendSpace(dst, s, &a.Record[s])
	}
	behind := a.Background.Values.Present()
	dst = binary.LittleEndian.AppendUint16(dst, uint16(behind))
	for _, s := range behind.Spaces() {
		dst = appendSpace(appendFloat(dst, a.Background.Factor[s]), s, &a.Background.record[s])
	}
	return dst
}

func appendSpace(dst []byte, s models.Space, p *fingerprint.Packed) []byte {
	return appendText(dst, string(fingerprint.AppendSpace(nil, s, p)))
}

func appendFloat(dst []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
}

func appendText(dst []byte, v string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(v))), v...)
}

// Parse decodes what [Append] wrote. The errors wrap [ErrNewer] if a later version wrote it, otherwise [ErrLayout]. The result shares no
// memory with b.
func Parse(b []byte) (*Aim, error) {
	if len(b) > 0 && b[0] > recordVersion {
		return nil, fmt.Errorf("parse goal: %w: version %d, this program reads up to %d: use the newer program", ErrNewer, b[0], recordVersion)
	}
	r := reader{b: b}
	a := r.aim()
	if r.err == nil && len(r.b) > 0 {
		r.fail("%d bytes too many", len(r.b))
	}
	if r.err != nil {
		return nil, fmt.Errorf("parse goal: %w: %w", ErrLayout, r.err)
	}
	return a, nil
}

// reader decodes the fields of a goal; the first invalid one sets err.
type reader struct {
	b   []byte
	err error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// next returns n bytes, zeros if there are fewer; n is at most 16 unless the caller has checked it.
func (r *reader) next(n int) []byte {
	if n > len(r.b) {
		r.fail("record ends %d bytes too early", n-len(r.b))
	}
	if r.err != nil {
		return make([]byte, min(n, 16))
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *reader) uint64() uint64 { return binary.LittleEndian.Uint64(r.next(8)) }

func (r *reader) finite(name string) float64 {
	v := math.Float64frombits(r.uint64())
	if math.IsNaN(v) || math.IsInf(v, 0) {
		r.fail("%s is %v", name, v)
	}
	return v
}

func (r *reader) time() time.Time { return time.Unix(0, int64(r.uint64())).UTC() }

// bytes returns bytes that follow their length; they are never longer than the remaining input.
func (r *reader) bytes() []byte {
	n, size := binary.Uvarint(r.b)
	if size <= 0 || n > uint64(len(r.b)-size) {
		r.fail("a length of %d precedes %d bytes", n, len(r.b)-max(size, 0))
		return nil
	}
	r.next(size)
	return r.next(int(n))
}

func (r *reader) text(name string) string {
	v := string(r.bytes())
	if !utf8.ValidString(v) {
		r.fail("%s is not UTF-8", name)
	}
	return v
}

func (r *reader) aim() *Aim {
	a := &Aim{Reference: &Reference{}}
	if v := r.next(1)[0]; v != recordVersion {
		r.fail("version %d does not exist", v)
	}
	a.ID, a.Parent = uuid.UUID(r.next(16)), uuid.UUID(r.next(16))
	level := int(r.next(1)[0])
	if level >= len(Levels) {
		r.fail("level %d is unknown, there are %d", level, len(Levels))
		return nil
	}
	a.Level, a.Weight = Levels[level], r.finite("weight")
	a.Created, a.Updated = r.time(), r.time()
	a.Namespace, a.Description = r.text("namespace"), r.text("description")
	r.reference(a)
	return a
}

func (r *reader) reference(a *Aim) {
	for s := range a.Mean {
		a.Mean[s], a.Spread[s] = math.NaN(), math.NaN()
	}
	spaces := r.set("a goal", models.All.Without(models.OfOrigin(models.FromTime)))
	if spaces == 0 {
		r.fail("goal has a value in no space")
	}
	for _, s := range spaces.Spaces() {
		a.Mean[s], a.Spread[s] = r.finite("μ"), r.finite("σ")
		if a.Spread[s] < 0 {
			r.fail("σ of %v is %v", s, a.Spread[s])
		}
		a.Record[s] = r.space(s)
		a.Values[s] = fingerprint.Unpack(s, &a.Record[s])
	}
	a.Background = &Background{}
	for _, s := range r.set("a background", spaces&formSpaces).Spaces() {
		a.Background.Factor[s] = r.finite("factor")
		a.Background.record[s] = r.space(s)
		a.Background.Values[s] = fingerprint.Unpack(s, &a.Background.record[s])
	}
}

// set decodes a set of spaces, all of which must be allowed.
func (r *reader) set(of string, allowed models.Set) models.Set {
	set := models.Set(binary.LittleEndian.Uint16(r.next(2)))
	if set.Without(allowed) != 0 {
		r.fail("spaces %#x are not all such as %s can have", uint16(set), of)
		return 0
	}
	return set
}

func (r *reader) space(s models.Space) fingerprint.Packed {
	b := r.bytes()
	if r.err != nil {
		return fingerprint.Packed{}
	}
	p, err := fingerprint.ParseSpace(s, b)
	if err != nil {
		r.fail("%w", err)
	} else if p.Absent() {
		r.fail("value of %v is absent", s)
	}
	return p
}
