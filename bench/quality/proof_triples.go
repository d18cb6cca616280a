package quality

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// triple is a relation between two entities, in WordNet's text form: "clangor.v.01", "_hypernym", "sound.v.02".
type triple struct{ head, relation, tail string }

// readTriples reads head, relation and tail with tabs between, one triple a line. The error names the line.
func readTriples(r io.Reader) (out []triple, err error) {
	err = numberedLines(r, func(_ int, line string) error {
		f := strings.Split(line, "\t")
		if len(f) != 3 || slices.Contains(f, "") {
			return fmt.Errorf("%q is not head, relation, tail with tabs between", line)
		}
		out = append(out, triple{f[0], f[1], f[2]})
		return nil
	})
	if err == nil && len(out) == 0 {
		err = errors.New("there are no triples")
	}
	return out, err
}

// entityName is the text of an entity: "land_reform.n.01" is "land reform", as in the training.
func entityName(entity string) string {
	for range 2 {
		if i := strings.LastIndexByte(entity, '.'); i >= 0 {
			entity = entity[:i]
		}
	}
	return strings.ReplaceAll(entity, "_", " ")
}

// relations are the vectors that lead from a head to its tail, of the width of E11.
type relations map[string][]float32

// readRelations reads relations.json, which is next to E11's model.
func readRelations(r io.Reader) (relations, error) {
	var file struct {
		Relations relations `json:"relations"`
	}
	if err := json.NewDecoder(r).Decode(&file); err != nil {
		return nil, err
	}
	if len(file.Relations) == 0 {
		return nil, errors.New("field relations is missing or empty")
	}
	for name, v := range file.Relations {
		if want := models.Entity.Info().Width; len(v) != want {
			return nil, fmt.Errorf("relation %q has %d numbers, want %d", name, len(v), want)
		}
	}
	return file.Relations, nil
}

// triples: of all entities, the right one is among the ten nearest to where the relation leads more often than among the ten whose
// names E1 finds most alike.
func (b *prover) triples(ctx context.Context) ([]proof, error) {
	asked, err := readFile(b.path("triples", "wn18rr-valid.txt"), readTriples)
	if err != nil {
		return nil, err
	}
	known, which, err := b.knownTriples()
	if err != nil {
		return nil, err
	}
	model, ok := b.embedder.Manifest.Model(models.Entity)
	if !ok {
		return nil, errors.New("E11 has no model")
	}
	steps, err := readFile(filepath.Join(filepath.Dir(b.embedder.Manifest.Path(model.File)), "relations.json"), readRelations)
	if err != nil {
		return nil, err
	}
	graph := newTripleGraph(asked, known)
	ours, err := b.tripleRanks(ctx, models.Entity, graph, steps)
	if err != nil {
		return nil, err
	}
	plain, err := b.tripleRanks(ctx, models.Semantic, graph, nil)
	if err != nil {
		return nil, err
	}
	return tripleProofs(ours, plain, len(graph.entities), which, len(known) > 0), nil
}

// tripleProofs makes the figures of the ranks. The card's are those of a ranking among the entities of the training triples too.
func tripleProofs(ours, plain []float64, entities int, which string, whole bool) []proof {
	hits := proof{Space: models.Entity, Name: "proof.E11.wn18rr_hits10", What: "WN18RR valid hits@10", Unit: "share", Value: hitsAt(10, ours),
		Sentence: fmt.Sprintf("%d questions, %d entities, %s", len(ours), entities, which), Card: "WN18RR valid hits@10"}
	out := []proof{hits.above("E1", hitsAt(10, plain))}
	for _, n := range []int{1, 3} {
		what := fmt.Sprintf("WN18RR valid hits@%d", n)
		out = append(out, proof{Space: models.Entity, Name: fmt.Sprintf("proof.E11.wn18rr_hits%d", n), What: what, Unit: "share", Value: hitsAt(n, ours), Card: what})
	}
	mean := proof{Space: models.Entity, Name: "proof.E11.wn18rr_mrr", What: "WN18RR valid MRR (filtered, both sides)", Unit: "mrr", Value: reciprocal(ours)}
	mean.Card = mean.What
	out = append(out, mean)
	if !whole {
		for i := range out {
			out[i].Card = ""
		}
	}
	return out
}

// knownTriples are those of the training side, when their folder is given; which describes them for people.
func (b *prover) knownTriples() (known []triple, which string, err error) {
	if b.train == "" {
		return nil, "filtered by these triples only (" + trainVariable + " is not set)", nil
	}
	found, err := filepath.Glob(filepath.Join(b.train, "triples", "*.txt*"))
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s is %s, which holds no triples/*.txt or *.txt.xz: name the folder with the training text or unset it", trainVariable, b.train)
	}
	for _, path := range found {
		some, readErr := readFile(path, readTriples)
		if errors.Is(readErr, fs.ErrNotExist) {
			readErr = fmt.Errorf("%s names a file that went away: %v", trainVariable, readErr)
		}
		known, err = append(known, some...), errors.Join(err, readErr)
	}
	return known, fmt.Sprintf("filtered by these and %d training triples", len(known)), err
}

// tripleRanks is the filtered rank of every question's answer. Without steps the nearest name wins.
func (b *prover) tripleRanks(ctx context.Context, s models.Space, g *tripleGraph, steps relations) ([]float64, error) {
	names := make([]string, len(g.entities))
	for i, e := range g.entities {
		names[i] = entityName(e)
	}
	records, err := b.memories(ctx, names, s)
	if err != nil {
		return nil, err
	}
	points := newSpaceRows(s, records)
	squares := make([]float64, len(records))
	for i := range records {
		v := fingerprint.Unpack(s, &records[i][s])
		squares[i] = dot(v.Dense, v.Dense)
	}
	ranks := make([]float64, len(g.asked))
	err = eachOf(ctx, len(ranks), func(i int) error {
		q := g.asked[i]
		v := fingerprint.Unpack(s, &records[g.place[q.given]][s])
		if v.Absent() {
			ranks[i] = float64(len(names)) // there is no query
			return nil
		}
		target, err := translated(v.Dense, steps, q.tripleKey)
		if err != nil {
			return err
		}
		dots, err := points.similarities(&fingerprint.Value{Dense: target})
		if err != nil {
			return err
		}
		ranks[i] = g.filteredRank(q, nearness(dots, squares))
		return nil
	})
	return ranks, err
}

// translated is head + relation, or tail − relation when the head is asked for; the point itself without steps.
func translated(point []float32, steps relations, key tripleKey) ([]float32, error) {
	out := slices.Clone(point)
	if steps == nil {
		return out, nil
	}
	step, ok := steps[key.relation]
	if !ok {
		return nil, fmt.Errorf("relations.json has no relation %q: known are %s", key.relation, strings.Join(slices.Sorted(maps.Keys(steps)), ", "))
	}
	for i, x := range step {
		if key.forward {
			out[i] += x
		} else {
			out[i] -= x
		}
	}
	return out, nil
}

// nearness orders entities as TransE's score −‖target − e‖ does (Bordes et al. 2013): the square of the distance is that of the target, which is
// the same for all, less 2·target·e − ‖e‖². An entity that has no point (its product is NaN) comes last.
func nearness(dots, squares []float64) []float64 {
	out := make([]float64, len(dots))
	for i, d := range dots {
		if out[i] = 2*d - squares[i]; math.IsNaN(d) {
			out[i] = math.Inf(-1)
		}
	}
	return out
}

// hitsAt is the share of ranks up to n.
func hitsAt(n int, ranks []float64) float64 {
	s := share{}
	for _, r := range ranks {
		s.count(r <= float64(n))
	}
	return s.value()
}

// reciprocal is the mean of 1/rank.
func reciprocal(ranks []float64) float64 {
	inverse := make([]float64, len(ranks))
	for i, r := range ranks {
		inverse[i] = 1 / r
	}
	return meanOf(inverse)
}
