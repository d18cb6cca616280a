package dream

import (
	"context"
	"math"

	"asterism/models"
)

// scaleRows is with how many rows each is compared to learn what is usual for it.
const scaleRows = 512

// fusion makes one likeness of the similarities in all spaces of Content: the mean standard score over the spaces both memories have. In each
// space a similarity is measured in deviations from the mean similarity of either memory to a sample of all, and the two
// scores are averaged. So a memory that is like everything (long, or general) is near to nothing by that alone, and the
// likeness is the same both ways. It is the symmetric score normalisation of speaker verification (S. Shum et al.,
// Unsupervised speaker adaptation based on the cosine similarity for text-independent speaker verification, 2010).
type fusion struct {
	*Columns
	usual  [models.Count][]moments // by row
	sample []int32
}

// moments are the mean and the deviation of a row's similarities.
type moments struct{ mean, deviation float32 }

// newFusion measures what is usual for each row; step is called after each, from several goroutines.
func newFusion(ctx context.Context, c *Columns, workers int, step func()) (*fusion, error) {
	f := &fusion{Columns: c, sample: spacedRows(c.rows, scaleRows)}
	for _, s := range Content.Spaces() {
		f.usual[s] = make([]moments, c.rows)
	}
	return f, eachBlock(ctx, c.rows, workers, func(rows []int) error {
		err := f.measureRows(rows)
		for range rows {
			step()
		}
		return err
	})
}

// measureRows measures what is usual for some rows. It compares all of them in one space before the next: what they are compared with stays near the processor.
func (f *fusion) measureRows(rows []int) error {
	out := make([]float32, len(f.sample))
	for _, s := range Content.Spaces() {
		for _, row := range rows {
			if err := f.compare(s, row, f.sample, out); err != nil {
				return err
			}
			f.usual[s][row] = f.measure(row, out)
		}
	}
	return nil
}

// spacedRows are n row numbers at even distances.
func spacedRows(rows, n int) []int32 {
	n = min(n, rows)
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i * rows / n)
	}
	return out
}

// measure is the mean and deviation of a row's similarities to the sample, itself left out. A deviation of 0 means that the space tells
// nothing apart.
func (f *fusion) measure(row int, similarities []float32) moments {
	var sum, squares, n float64
	for i, x := range similarities {
		if x == x && int(f.sample[i]) != row {
			sum += float64(x)
			squares += float64(x) * float64(x)
			n++
		}
	}
	if n < 2 {
		return moments{}
	}
	mean := sum / n
	return moments{float32(mean), float32(math.Sqrt(max(0, squares/n-mean*mean)))}
}

// likeness writes how alike a row is to the picked ones, or to all; −Inf to itself and where there is nothing to compare.
func (f *fusion) likeness(row int, pick []int32, out []float32) error {
	return f.likenesses([]int{row}, pick, [][]float32{out})
}

// likenesses writes those of some rows, space by space as measureRows does.
func (f *fusion) likenesses(rows []int, pick []int32, out [][]float32) error {
	all := newSums(len(rows), len(out[0]))
	for _, s := range Content.Spaces() {
		for i, row := range rows {
			if f.usual[s][row].deviation == 0 {
				continue
			}
			if err := f.compare(s, row, pick, out[i]); err != nil {
				return err
			}
			f.addTo(all[i], s, row, pick, out[i])
		}
	}
	for i, row := range rows {
		all[i].mean(row, pick, out[i])
	}
	return nil
}
