package quality

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"asterism/bench/rank"
	"asterism/kernels"
	"asterism/models"
)

// dumper writes what the fitting of fusion weights needs: JSON lines, compressed when the file's name ends in .gz.
type dumper struct {
	file  *os.File
	zip   *gzip.Writer // nil: plain text
	text  *bufio.Writer
	lines *json.Encoder
}

func newDumper(path string) (*dumper, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	d := &dumper{file: f}
	if strings.HasSuffix(path, ".gz") {
		d.zip, _ = gzip.NewWriterLevel(f, gzip.BestSpeed) // a level that exists
		d.text = bufio.NewWriter(d.zip)
	} else {
		d.text = bufio.NewWriter(f)
	}
	d.lines = json.NewEncoder(d.text)
	return d, nil
}

// close writes the rest out.
func (d *dumper) close() error {
	err := d.text.Flush()
	if d.zip != nil {
		err = errors.Join(err, d.zip.Close())
	}
	return errors.Join(err, d.file.Close())
}

// set writes a line for each question.
func (d *dumper) set(ctx context.Context, s *set, l *library, all []asked, spaces models.Set) error {
	lines := make([]*dumpLine, len(all))
	const step = 64 // questions whose lines are held in memory
	for first := 0; first < len(all); first += step {
		part := all[first:min(first+step, len(all))]
		err := eachOf(ctx, len(part), func(i int) error {
			sims, err := l.similarities(ctx, &part[i], spaces)
			if err == nil {
				lines[i] = s.line(&s.queries[first+i], &part[i], spaces.Spaces(), sims)
			}
			return err
		})
		if err != nil {
			return err
		}
		for i := range part {
			if err := d.lines.Encode(lines[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// dump writes all sets to a file.
func dump(ctx context.Context, e *Embedder, o options) error {
	d, err := newDumper(o.dump)
	if err != nil {
		return err
	}
	for _, dir := range o.sets {
		if err := d.load(ctx, e, dir); err != nil {
			return errors.Join(fmt.Errorf("dump %s: %w", dir, err), d.close())
		}
	}
	return d.close()
}

// load embeds a set and writes it.
func (d *dumper) load(ctx context.Context, e *Embedder, dir string) error {
	s, err := loadSet(dir)
	if err != nil {
		return err
	}
	say("%s: %d documents, %d questions", s.name, len(s.docs), len(s.queries))
	l, err := newLibrary(ctx, e, s.docs, s.order)
	if err != nil {
		return err
	}
	asks, err := e.ask(ctx, s.docs, s.queries)
	if err != nil {
		return err
	}
	return d.set(ctx, s, l, asks, e.Spaces())
}

// dumpDepth is how many documents of each space become candidates of a question.
const dumpDepth = 100

// dumpLine is one question: every document that is among the first dumpDepth of at least one space (the question itself left out), its gain,
// and its similarity in every space, null where it has none. Mean and Std are those
// of the question's similarities with the whole corpus. Similarities are those that the fusion adds up (library.similarities).
type dumpLine struct {
	Set     string              `json:"set"`
	Query   string              `json:"query"`
	Text    string              `json:"text"`
	Meant   []string            `json:"meant"` // words added for misspelt ones
	Profile string              `json:"profile"`
	Auto    map[string]float64  `json:"auto"`  // the weights that intent.Auto gives
	Gains   []float64           `json:"gains"` // of all relevant documents, greatest first: what an ideal ranking would have
	Cand    []string            `json:"cand"`  // ids, in the order of the corpus
	Rel     []float64           `json:"rel"`   // gain of each candidate
	Sim     map[string][]number `json:"sim"`   // space → similarity of each candidate
	Mean    map[string]number   `json:"mean"`  // space → over the whole corpus
	Std     map[string]number   `json:"std"`   // space → over the whole corpus
}

// number is a float32 that is null in JSON when it is not a number.
type number float32

// MarshalJSON writes the shortest digits that give the same float32.
func (n number) MarshalJSON() ([]byte, error) {
	if n != n {
		return []byte("null"), nil
	}
	return json.Marshal(float32(n))
}

// line gathers what is known of one question.
func (s *set) line(q *query, a *asked, spaces []models.Space, sims [models.Count][]float32) *dumpLine {
	out := &dumpLine{
		Set: s.name, Query: q.id, Text: q.text, Meant: append([]string{}, a.meant...), Profile: a.profile, Gains: rank.Gains(q.relevant),
		Auto: map[string]float64{}, Sim: map[string][]number{}, Mean: map[string]number{}, Std: map[string]number{},
	}
	for v, w := range a.weights {
		out.Auto[models.Space(v).Code()] = w
	}
	var near []int32
	for _, v := range spaces {
		if q.self >= 0 {
			sims[v][q.self] = float32(math.NaN())
		}
		near = append(near, kernels.TopK(sims[v], float32(math.Inf(-1)), dumpDepth)...)
	}
	slices.Sort(near)
	near = slices.Compact(near)
	for _, p := range near {
		out.Cand = append(out.Cand, s.docs[p].id)
		out.Rel = append(out.Rel, q.relevant[int(p)])
	}
	for _, v := range spaces {
		code := v.Code()
		for _, p := range near {
			out.Sim[code] = append(out.Sim[code], number(sims[v][p]))
		}
		mean, std := moments(sims[v])
		out.Mean[code], out.Std[code] = number(mean), number(std)
	}
	return out
}

// moments are mean and standard deviation of the numbers that are numbers; NaN when there are none.
func moments(v []float32) (mean, std float64) {
	n, sum, square := 0.0, 0.0, 0.0
	for _, x := range v {
		if x == x {
			n++
			sum += float64(x)
		}
	}
	mean = sum / n
	for _, x := range v {
		if x == x {
			square += (float64(x) - mean) * (float64(x) - mean)
		}
	}
	return mean, math.Sqrt(square / n)
}
