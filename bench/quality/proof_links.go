package quality

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"asterism/bench/corpus"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// links: E8 has linked issues closer to each other than others, and finds those that are linked to an issue, both better than E1.
func (b *prover) links(ctx context.Context) ([]proof, error) {
	p, err := b.set("issue-links")
	if err != nil {
		return nil, err
	}
	edges, err := readFile(b.path("issue-links", "edges.tsv"), readEdges)
	if err != nil {
		return nil, err
	}
	pairs := p.placed(edges)
	if len(pairs) == 0 {
		return nil, fmt.Errorf("none of the %d links of %s joins two documents of its corpus", len(edges), b.path("issue-links", "edges.tsv"))
	}
	rank, gain, err := b.overSemantic(ctx, p, models.Graph, "issue-links")
	if err != nil {
		return nil, err
	}
	rank.Verdict, gain.Name = informs, "proof.E8.links_ndcg10"
	what := "issue-links edges: linked pair above a random one (AUC)"
	area := proof{Space: models.Graph, Name: "proof.E8.links_auc", What: what, Unit: "auc", Card: what, Value: p.edgeArea(models.Graph, pairs),
		Sentence: fmt.Sprintf("%d links, %d random pairs", len(pairs), otherPairs*len(pairs))}
	linked, err := b.linked(ctx, "issue-links", "proof.E8.links", graph{p, pairs})
	return append([]proof{area.above("E1", p.edgeArea(models.Semantic, pairs)), gain, rank}, linked...), err
}

// imports: of the imports of several code bases half are links. E8 finds the others by links and by what the comments of packages say, better than E1. By the comments alone E1 is
// better: two packages of which one imports the other name different things. The share of the links was chosen with Go's library in sight, and with no other code base.
func (b *prover) imports(ctx context.Context) ([]proof, error) {
	bases, err := corpus.CodeBases()
	if err != nil {
		return nil, err
	}
	graphs := make([]graph, len(bases))
	for i, base := range bases {
		graphs[i] = importsOf(base.Packages)
	}
	const title = "imports of Go's library"
	rank, gain, err := b.overSemantic(ctx, graphs[0].proofSet, models.Graph, title)
	if err != nil {
		return nil, err
	}
	rank.Card, gain.Card, gain.Name = "", "", "proof.E8.imports_ndcg10"
	rank.Verdict, gain.Verdict = informs, informs
	one, err := b.linked(ctx, title, "proof.E8.imports", graphs[0])
	if err != nil {
		return nil, err
	}
	all, err := b.linked(ctx, fmt.Sprintf("imports of %d code bases", len(graphs)), "proof.E8.code_bases", graphs...)
	return append(append(all, one...), gain, rank), err
}

// importsOf returns a graph whose documents are the packages of a code base. Those that import any are the questions.
func importsOf(packages []corpus.Package) graph {
	s := &set{name: "imports"}
	var edges []edge
	for i, q := range packages {
		s.docs = append(s.docs, entry{id: q.Path, text: q.Doc})
		for _, to := range q.Imports {
			edges = append(edges, edge{q.Path, to})
		}
		if len(q.Imports) > 0 {
			s.queries = append(s.queries, query{entry: s.docs[i], self: i, relevant: map[int]float64{}})
		}
	}
	p := &proofSet{set: s, asked: make([]fingerprint.Fingerprint, len(s.queries)), kept: make([]fingerprint.Record, len(s.docs))}
	pairs, at := p.placed(edges), 0
	for _, pair := range pairs { // in the order of the documents, as the questions are
		for s.queries[at].self != pair[0] {
			at++
		}
		s.queries[at].relevant[pair[1]] = 1
	}
	return graph{p, pairs}
}

// edge is a link between two documents.
type edge struct{ from, to string }

// readEdges reads links, one a line: document, kind of link, document, with tabs or blanks between. The error names the line.
func readEdges(r io.Reader) (out []edge, err error) {
	err = numberedLines(r, func(_ int, line string) error {
		f := strings.Fields(line)
		if len(f) != 3 {
			return fmt.Errorf("%d columns, want document, kind of link, document", len(f))
		}
		out = append(out, edge{f[0], f[2]})
		return nil
	})
	if err == nil && len(out) == 0 {
		err = errors.New("there are no links")
	}
	return out, err
}

// placed are the links between documents that the corpus has, by their places.
func (p *proofSet) placed(edges []edge) (out [][2]int) {
	place := make(map[string]int, len(p.docs))
	for i, d := range p.docs {
		place[d.id] = i
	}
	for _, e := range edges {
		from, ok := place[e.from]
		to, also := place[e.to]
		if ok && also && from != to {
			out = append(out, [2]int{from, to})
		}
	}
	return out
}

// otherPairs is how many random pairs stand against each linked one: enough that their choice moves the area by less than .005.
const otherPairs = 20

// edgeArea is the chance that a linked pair is closer in a space than a pair of which one end is drawn at random.
func (p *proofSet) edgeArea(s models.Space, pairs [][2]int) float64 {
	points := p.points(s)
	random := rand.New(rand.NewPCG(8, 0))
	var linked, other []float64
	for _, pair := range pairs {
		from := points[pair[0]]
		linked = append(linked, dot(from, points[pair[1]]))
		for range otherPairs {
			other = append(other, dot(from, points[random.IntN(len(points))]))
		}
	}
	return areaUnderCurve(linked, other)
}
