package dream

import (
	"context"
	"math"

	"asterism/engine/caught"
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
	return f, each(ctx, c.rows, workers, func(row int) error {
		if err := f.measureRow(row); err != nil {
			return err
		}
		step()
		return nil
	})
}

// measureRow measures what is usual for a row.
func (f *fusion) measureRow(row int) error {
	out := make([]float32, len(f.sample))
	for _, s := range Content.Spaces() {
		if err := f.compare(s, row, f.sample, out); err != nil {
			return err
		}
		f.usual[s][row] = f.measure(row, out)
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
	scores, counts := make([]float32, len(out)), make([]float32, len(out))
	for _, s := range Content.Spaces() {
		if f.usual[s][row].deviation == 0 {
			continue
		}
		if err := f.compare(s, row, pick, out); err != nil {
			return err
		}
		f.add(s, row, pick, out, scores, counts)
	}
	for i := range out {
		if out[i] = scores[i] / counts[i]; counts[i] == 0 || at(pick, i) == row {
			out[i] = float32(math.Inf(-1))
		}
	}
	return nil
}

// add adds one space's standard scores.
func (f *fusion) add(s models.Space, row int, pick []int32, similarities, scores, counts []float32) {
	usual := f.usual[s]
	mine := usual[row]
	for i, x := range similarities {
		theirs := usual[at(pick, i)]
		if x == x && theirs.deviation > 0 {
			scores[i] += ((x-mine.mean)/mine.deviation + (x-theirs.mean)/theirs.deviation) / 2
			counts[i]++
		}
	}
}

// each calls fn for every row from 0, on so many goroutines. It ends at the first error, and between rows when ctx does.
func each(ctx context.Context, rows, workers int, fn func(row int) error) error {
	group, ctx := caught.WithContext(ctx)
	for w := range workers {
		group.Go(func() error {
			for row := w; row < rows; row += workers {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := fn(row); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}
