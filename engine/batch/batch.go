package batch

// Role is the side of a search that a text belongs to; models with prefixes embed the two differently.
type Role uint8

// The roles.
const (
	Passage Role = iota // a memory
	Query               // a question
)

// Batch is a set of rows that one embedder processes in one call: plain flat slices, without padding. Row i owns
// IDs[Offsets[i]:Offsets[i+1]]. Texts and Times are set for the arithmetic spaces only, and a batch of images has only
// Images.
type Batch struct {
	Role    Role
	IDs     []int32     // token ids of all rows, one after another
	Offsets []int32     // running lengths, len = rows+1, Offsets[0] = 0
	Texts   []string    // FromText spaces: the rows' texts
	Times   []int64     // FromTime spaces: the rows' times in Unix nanoseconds
	Ref     int64       // FromTime spaces: the reference time of E2 in Unix nanoseconds
	Images  [][]float32 // the rows' pixel values, see OfImages
}

// Rows is the number of rows.
func (b *Batch) Rows() int {
	return max(len(b.Offsets)-1, len(b.Texts), len(b.Times), len(b.Images))
}

// Row returns the token ids of row i.
func (b *Batch) Row(i int) []int32 { return b.IDs[b.Offsets[i]:b.Offsets[i+1]] }

// MaxLen is the length of the longest row in tokens.
func (b *Batch) MaxLen() int {
	m := int32(0)
	for i := 1; i < len(b.Offsets); i++ {
		m = max(m, b.Offsets[i]-b.Offsets[i-1])
	}
	return int(m)
}
