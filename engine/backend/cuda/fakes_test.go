package cuda

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"testing"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/kernels/cuda"
	"asterism/kernels/cuda/emulate"
	"asterism/models"
)

// bag is a network of two launches: the mean of its tokens' rows of a table, of unit length. For lanes, their memory and graphs it is a network like any other.
type bag struct {
	texts
	table cuda.Pointer
}

const bagWidth, bagVocabulary, bagWindow = 16, 100, 120

// bagTable is bf16 [bagVocabulary, bagWidth], drawn for the space.
func bagTable(s models.Space) []byte {
	r, data := rand.New(rand.NewPCG(uint64(s), 9)), []byte(nil)
	for range bagVocabulary * bagWidth {
		data = binary.LittleEndian.AppendUint16(data, uint16(cuda.ToBF16(float32(r.NormFloat64()))))
	}
	return data
}

// bagRow is the value of a text by the table itself.
func bagRow(table []byte, ids []int32) []float64 {
	sum, squares := make([]float64, bagWidth), 0.0
	for _, id := range ids {
		for j := range sum {
			sum[j] += float64(cuda.BF16(binary.LittleEndian.Uint16(table[2*(int(id)*bagWidth+j):])).Float())
		}
	}
	for _, v := range sum {
		squares += v * v
	}
	for j := range sum {
		sum[j] /= math.Sqrt(squares)
	}
	return sum
}

func (n *bag) lay(in *batch.Batch, rows []int) (*layout, error) { return n.texts.lay(in, rows, first) }

func (n *bag) needs(s size) need {
	return need{buffers: [buffers]int{2 * s.tokens * bagWidth}, result: 4 * s.texts * bagWidth, packed: bytesOfBytes(s.texts, bagWidth)}
}

func (n *bag) walk(k *walker) {
	k.gathered(k.buffers[bufferX], n.table, 0, bagWidth)
	k.pooled(k.result, k.buffers[bufferX], bagWidth)
	k.packBytes(k.texts(), bagWidth)
}

func (n *bag) values(l *layout, data []byte, out outcome) error {
	return denseValues(l, data, bagWidth, out)
}

// openBags is a backend with a bag in each of the spaces, on an emulated GPU that is watched.
func openBags(t testing.TB, w *watch, most budget, log *slog.Logger, spaces ...models.Space) *Backend {
	t.Helper()
	b, err := makeBags(func() (cuda.Machine, error) {
		m, err := emulate.New()
		return &probe{m, w, false}, err
	}, most, log, spaces...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// makeBags is a backend with a bag in each of the spaces.
func makeBags(open func() (cuda.Machine, error), most budget, log *slog.Logger, spaces ...models.Space) (b *Backend, err error) {
	b = newBackend()
	b.name, b.packs = "a GPU under test", true
	if b.owner, err = startOwner(func() (cuda.Machine, error) {
		b.root, err = open()
		return b.root, err
	}); err != nil {
		return nil, err
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	refused := &refusal{log: log}
	for _, s := range spaces {
		c := &candidate{model: &models.Model{Space: s}, lanes: func(budget) uint64 { return 0 }}
		err := b.owner.do(context.Background(), func(m cuda.Machine) error {
			at, err := m.Alloc(2 * bagVocabulary * bagWidth)
			c.net, c.allocated = &bag{texts: texts{window: bagWindow, vocabulary: bagVocabulary}, table: at}, []cuda.Pointer{at}
			if err == nil {
				err = m.Upload(at, bagTable(s))
			}
			return err
		})
		if err == nil {
			err = b.run(context.Background(), c, most, refused)
		}
		if err != nil {
			return nil, errors.Join(err, b.Close())
		}
	}
	return b, nil
}

// drawBag draws a batch of rows of those lengths.
func drawBag(r *rand.Rand, role batch.Role, lengths ...int) *batch.Batch {
	var rows [][]int32
	for _, n := range lengths {
		row := make([]int32, n)
		for i := range row {
			row[i] = r.Int32N(bagVocabulary)
		}
		rows = append(rows, row)
	}
	return batch.OfIDs(role, batch.Frame{}, rows)
}

// bagError compares a batch's values with the table's.
func bagError(s models.Space, in *batch.Batch, got []fingerprint.Value) error {
	table := bagTable(s)
	for i := range in.Rows() {
		ids := in.Row(i)
		if len(ids) == 0 && got[i].Absent() {
			continue
		}
		if len(ids) == 0 || len(got[i].Dense) != bagWidth {
			return fmt.Errorf("%v: row %d of %d tokens has %d numbers", s, i, len(ids), len(got[i].Dense))
		}
		for j, want := range bagRow(table, ids) {
			if d := math.Abs(float64(got[i].Dense[j]) - want); !(d < 1e-4) {
				return fmt.Errorf("%v: number %d of row %d is %v, want %v", s, j, i, got[i].Dense[j], want)
			}
		}
	}
	return nil
}

func checkBag(t testing.TB, s models.Space, in *batch.Batch, got []fingerprint.Value) {
	t.Helper()
	if err := bagError(s, in, got); err != nil {
		t.Fatal(err)
	}
}
