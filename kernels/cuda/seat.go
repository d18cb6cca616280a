package cuda

import (
	"encoding/binary"
	"fmt"
)

// A search on a GPU works on chunks of SeatRows memories. A seat is a chunk's place in a table on the GPU, a record of SeatBytes that says where each part of the
// chunk lies; 0 where the GPU does not have it. What a search looks at is a list of seats; its rows are numbered i·SeatRows + r, with i the place in the list.
const (
	SeatRows  = 1024
	SeatBytes = 128
)

// SeatColumns is how many dense columns a seat has: E1, E5's cause and effect, E7, E8, E10 and E11.
const SeatColumns = 7

// SeatWidths are the widths of these columns, in this order.
var SeatWidths = [SeatColumns]int{1024, 768, 768, 1536, 384, 768, 384}

// SeatBits is the width of E9, SeatBitWords how many words of 64 bits that are.
const (
	SeatBits     = 10000
	SeatBitWords = (SeatBits + 63) / 64
)

// SeatCodeGroupsOf is how many groups of 128 bits the codes of a column have, then of E9, and SeatCodeGroups how many there are in all.
var SeatCodeGroupsOf = [SeatColumns + 1]int{3, 2, 2, 3, 2, 2, 2, 2}

const SeatCodeGroups = 18

// The head of a seat: what a scan of all rows reads, at these places, and its bytes in all.
//
//	codes    u32 [18 groups][1024 rows][4]: bit j%32 of word j/32%4 of group j/128 is component j; the columns' groups one after the other, then E9's
//	factors  bf16 [7 columns][1024]
//	times    i64 [1024], Unix nanoseconds
//	turns    u16 [5 periods][1024]: where the time stands in each of E3's periods, in 1/65536
//	present  u16 [1024]: bit v is set where the row has a value in space v (0 … 12)
const (
	SeatCodesAt   = 0
	SeatFactorsAt = SeatCodesAt + SeatCodeGroups*SeatRows*16
	SeatTimesAt   = SeatFactorsAt + SeatColumns*SeatRows*2
	SeatTurnsAt   = SeatTimesAt + SeatRows*8
	SeatPresentAt = SeatTurnsAt + 5*SeatRows*2
	SeatHeadBytes = SeatPresentAt + SeatRows*2
)

// Seat says where the parts of a chunk lie.
type Seat struct {
	Head   Pointer              // SeatHeadBytes
	Values [SeatColumns]Pointer // int8 [1024][width], then float32 [1024] scales
	Bits   Pointer              // u64 [1024][157]
	Terms  [2]Pointer           // of E6 and E13: see SeatTerms
	Tokens Pointer              // of E12: see SeatTokens
}

// SeatTerms is how a block of terms begins: n terms and m postings; then
//
//	first    u32 [1025]: where the ids of each bucket of 64 begin among the terms
//	norms    float32 [1024]: lengths of the rows' weight vectors
//	starts   u32 [n+1]: where each term's postings begin
//	postings u32 [m]: the row in the upper half, the weight in half precision in the lower; rows of one term ascend
//	terms    u16 [n], ascending
type SeatTerms struct{ N, M, _, _ uint32 }

// SeatTokens is how a block of tokens begins, T of them:
//
//	starts   u32 [1025]: where each row's tokens begin, then three words of nothing
//	scales   float32 [T], then up to three words of nothing, so that a multiple of 16 bytes comes before
//	values   [T] of 64 bytes: 128 numbers of four bits, the lower half byte first, with an offset of 8
type SeatTokens struct{ T, _, _, _ uint32 }

// AppendTo writes the record as the kernels read it.
func (s *Seat) AppendTo(to []byte) []byte {
	begin := len(to)
	for _, p := range [...]Pointer{s.Head, s.Values[0], s.Values[1], s.Values[2], s.Values[3], s.Values[4], s.Values[5], s.Values[6], s.Bits, s.Terms[0], s.Terms[1], s.Tokens} {
		to = binary.LittleEndian.AppendUint64(to, uint64(p))
	}
	return append(to, make([]byte, SeatBytes-(len(to)-begin))...)
}

// Look is what a search's kernels look at.
type Look struct {
	Table   Pointer // of seats
	Seats   Pointer // int32 [Chunks]: the seat of each
	Allowed Pointer // u32 [Chunks][32]: bit r%32 of word r/32 is set where row r counts
	Chunks  int
}

func (l *Look) check(kernel string) error {
	if l.Chunks < 1 || l.Chunks > 1<<21-1 {
		return fmt.Errorf("launch %s: %d chunks, want 1 to %d: rows are numbered in 31 bits", kernel, l.Chunks, 1<<21-1)
	}
	return nil
}
