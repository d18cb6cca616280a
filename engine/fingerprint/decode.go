package fingerprint

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"asterism/models"
)

// Errors of [ParseSpace] that callers can tell apart.
var (
	ErrChecksum = errors.New("checksum does not match")
	ErrLayout   = errors.New("layout is not that of the space")
	ErrNewer    = errors.New("value has a newer format than this program reads")
)

// ParseSpace decodes what [AppendSpace] wrote. The errors wrap [ErrChecksum] if bytes were changed, [ErrNewer] if a
// later version wrote them, [ErrLayout] if they are not a value of this space. The result shares no memory with b.
func ParseSpace(space models.Space, b []byte) (Packed, error) {
	return ParseSpaceIn(space, b, &Packed{})
}

// ParseSpaceIn is [ParseSpace] that reuses the arrays of room if they are large enough: a caller that decodes many values need not allocate new ones. The earlier value in these
// arrays is lost, also after an error; room itself is not changed.
func ParseSpaceIn(space models.Space, b []byte, room *Packed) (Packed, error) {
	if int(space) >= models.Count {
		return Packed{}, fmt.Errorf("parse %v: there are %d spaces", space, models.Count)
	}
	body, err := unframe(b)
	if err != nil {
		return Packed{}, fmt.Errorf("parse %v: %w", space, err)
	}
	if len(body) == 0 {
		return Packed{}, nil
	}
	p, err := parse(space.Info(), body, room)
	if err == nil {
		err = p.check(space.Info())
	}
	if err != nil {
		return Packed{}, fmt.Errorf("parse %v: %w: %w", space, ErrLayout, err)
	}
	return p, nil
}

// unframe removes the version byte and the checksum. It checks the checksum first, so that a damaged version
// byte is not taken for a newer version.
func unframe(b []byte) ([]byte, error) {
	if len(b) < 5 {
		return nil, fmt.Errorf("%w: %d bytes, want at least 5", ErrLayout, len(b))
	}
	body, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if got := crc32.Checksum(body, castagnoli); got != sum {
		return nil, fmt.Errorf("%w: computed %08x, stored %08x", ErrChecksum, got, sum)
	}
	switch v := body[0]; {
	case v > formatVersion:
		return nil, fmt.Errorf("%w: version %d, this program reads up to %d: use the newer program", ErrNewer, v, formatVersion)
	case v == 0:
		return nil, fmt.Errorf("%w: version 0 does not exist", ErrLayout)
	}
	return body[1:], nil
}

func parse(info models.Info, b []byte, room *Packed) (Packed, error) {
	switch info.Kind {
	case models.Dense:
		return parseDense(b, info.Width, 1, room)
	case models.Pair:
		return parseDense(b, info.Width, 2, room)
	case models.Terms:
		return parseTerms(b, room)
	case models.Binary:
		return parseBits(b, room)
	}
	return parseTokens(b, info.Width, room)
}

// roomFor returns an array of n, in room if that is large enough, with any content.
func roomFor[T any](n int, room []T) []T {
	if cap(room) < n {
		return make([]T, n)
	}
	return room[:n]
}

func parseDense(b []byte, width, count int, room *Packed) (Packed, error) {
	if want := count * (4 + width); len(b) != want {
		return Packed{}, fmt.Errorf("%d bytes, want %d", len(b), want)
	}
	p := Packed{Scales: scalesIn(b, count, room.Scales), Int8: roomFor(width*count, room.Int8)}
	copy(bytesOf(p.Int8), b[4*count:])
	return p, nil
}

// scalesIn decodes scales, in room if that is large enough.
func scalesIn(b []byte, count int, room []float32) []float32 {
	out := roomFor(count, room)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return out
}

func parseTerms(b []byte, room *Packed) (Packed, error) {
	count, b, err := parseCount(b, 4)
	if err != nil {
		return Packed{}, err
	}
	p := Packed{Terms: roomFor(count, room.Terms)}
	for i := range p.Terms {
		h := binary.LittleEndian.Uint16(b[2*(count+i):])
		if h >= halfInf {
			return Packed{}, fmt.Errorf("weight %d has bits %04x, want a finite number that is not negative", i, h)
		}
		p.Terms[i] = TermWeight{ID: binary.LittleEndian.Uint16(b[2*i:]), Weight: fromHalf(h)}
	}
	return p, nil
}

func parseTokens(b []byte, width int, room *Packed) (Packed, error) {
	count, b, err := parseCount(b, 4+width/2)
	if err != nil {
		return Packed{}, err
	}
	return Packed{Scales: scalesIn(b, count, room.Scales), Nibbles: append(room.Nibbles[:0], b[4*count:]...)}, nil
}

// TokensIn is [ParseSpace] of E12 without a copy: the nibbles of the value are bytes of b, and its scales are in room if that is large enough.
func TokensIn(b []byte, room []float32) (Packed, error) {
	fail := func(err error) (Packed, error) {
		return Packed{}, fmt.Errorf("parse %v: %w", models.LateInteraction, err)
	}
	body, err := unframe(b)
	if err != nil {
		return fail(err)
	}
	if len(body) == 0 {
		return Packed{}, nil
	}
	width := models.LateInteraction.Info().Width
	count, body, err := parseCount(body, 4+width/2)
	if err != nil {
		return fail(fmt.Errorf("%w: %w", ErrLayout, err))
	}
	p := Packed{Scales: scalesIn(body, count, room), Nibbles: body[4*count:]}
	if err := p.checkTokens(width); err != nil {
		return fail(fmt.Errorf("%w: %w", ErrLayout, err))
	}
	return p, nil
}

// parseCount decodes a count and checks that exactly this many items of the given size follow, before anything is allocated.
func parseCount(b []byte, size int) (int, []byte, error) {
	if len(b) < 2 {
		return 0, nil, fmt.Errorf("%d bytes, want at least 2", len(b))
	}
	count := int(binary.LittleEndian.Uint16(b))
	if b = b[2:]; count == 0 || len(b) != count*size {
		return 0, nil, fmt.Errorf("%d bytes for %d items, want %d bytes and at least one item", len(b), count, count*size)
	}
	return count, b, nil
}

func parseBits(b []byte, room *Packed) (Packed, error) {
	if len(b)%8 != 0 {
		return Packed{}, fmt.Errorf("%d bytes, want a multiple of 8", len(b))
	}
	p := Packed{Bits: roomFor(len(b)/8, room.Bits)}
	for i := range p.Bits {
		p.Bits[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return p, nil
}
