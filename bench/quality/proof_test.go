package quality

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

func TestVerdicts(t *testing.T) {
	p := proof{Space: models.Code, What: "MRR", Value: .5}
	for _, c := range []struct {
		p    proof
		want verdict
		line string
	}{
		{p, informs, "E7 MRR: 0.500"},
		{p.above("E1", .4), passed, "E7 MRR: 0.500 (E1 0.400)"},
		{p.above("E1", .5), missed, "E7 MRR: 0.500 (E1 0.500)"},
		{p.atLeast(.5), passed, "E7 MRR: 0.500 (goal 0.500)"},
		{p.atLeast(.51), missed, "E7 MRR: 0.500 (goal 0.510)"},
		{p.atMost(.5), passed, "E7 MRR: 0.500 (limit 0.500)"},
		{p.atMost(.4), missed, "E7 MRR: 0.500 (limit 0.400)"},
		{p.aboveChance(share{60, 100}), passed, "E7 MRR: 0.600 (chance 0.500)"}, // the interval begins at .502
		{p.aboveChance(share{59, 100}), missed, "E7 MRR: 0.590 (chance 0.500)"},
	} {
		if c.p.Verdict != c.want || c.p.String() != c.line {
			t.Errorf("%q has verdict %d, want %q with %d", c.p, c.p.Verdict, c.line, c.want)
		}
	}
}

func TestRows(t *testing.T) {
	p := proof{Space: models.Code, Name: "proof.E7.x", Value: .5, Unit: "mrr"}
	if got := p.above("E1", .4).rows(); len(got) != 2 || got[1].Name != "proof.E7.x_of_E1" || got[1].Value != .4 || !math.IsNaN(got[0].Goal) || got[0].Better != "higher" {
		t.Errorf("rows %+v", got)
	}
	if got := p.atMost(.05).rows(); len(got) != 1 || got[0].Goal != .05 || got[0].Better != "lower" {
		t.Errorf("rows %+v", got)
	}
	p.Name = ""
	if got := p.rows(); len(got) != 0 {
		t.Errorf("a figure without a name has rows %+v", got)
	}
}

func TestCheckCards(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "E1/MODEL-CARD.md", "| what | value |\n|---|---|\n| STS | 0.780 |\n| MRR | 0.300 |\n")
	figure := func(s models.Space, card string, value float64) proof {
		return proof{Space: s, Card: card, Value: value}
	}
	var printed bytes.Buffer
	got, err := checkCards(dir, []proof{
		figure(models.Semantic, "STS", .789),
		figure(models.Semantic, "MRR", .311),
		figure(models.Semantic, "hits", .5),
		figure(models.Code, "MRR", .5), // has no card
		figure(models.Semantic, "", .1),
	}, &printed)
	if err != nil || len(got) != 1 || !strings.Contains(got[0], `E1 card: "MRR" is 0.300, measured 0.311`) {
		t.Errorf("disagreements %q, %v", got, err)
	}
	if !strings.Contains(printed.String(), "1 figures agree within 0.01, 1 do not, 2 measured here are on no card") {
		t.Errorf("printed %q", printed.String())
	}
}

// TestSpaceRowsScoreAsSearchDoes: what the proofs measure is what a memory is found by.
func TestSpaceRowsScoreAsSearchDoes(t *testing.T) {
	b := &prover{embedder: shipped(t)}
	spaces := b.embedder.Spaces().Spaces()
	texts := []string{"the pump of the north well is loud", "func open(path string) error", "invoices are sent on Fridays", "the pump was oiled and fell silent"}
	records, err := b.memories(t.Context(), texts, spaces...)
	if err != nil {
		t.Fatal(err)
	}
	l := &library{records: records}
	l.index = search.New(l)
	for i := range records {
		if err := l.index.Add(&store.Memory{ID: idAt(i), Version: 1, Record: records[i]}); err != nil {
			t.Fatal(err)
		}
	}
	asked, err := b.questions(t.Context(), []string{"why is the pump loud"}, spaces...)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range spaces {
		question := asked[0]
		if s.Info().Kind == models.Terms {
			question[s].Terms = sharedTerm(question[s].Terms, records[0][s].Terms, records[3][s].Terms)
		}
		ours, err := newSpaceRows(s, records).similarities(&question[s])
		if err != nil {
			t.Fatal(err)
		}
		found, err := l.index.Search(t.Context(), &search.Question{Values: question, Weights: alone(s), TopK: len(texts)})
		if err != nil || len(found.Hits) == 0 {
			t.Fatalf("%v: %d hits, %v", s, len(found.Hits), err)
		}
		scale := 1.0
		if s.Info().Kind == models.Terms { // search also weighs how rare the term is: the same for all documents
			scale = found.Hits[0].Similarity[s] / ours[placeOf(found.Hits[0].ID)]
		}
		for _, h := range found.Hits {
			if got := scale * ours[placeOf(h.ID)]; !(math.Abs(got-h.Similarity[s]) <= 1e-5*max(1, math.Abs(got))) {
				t.Errorf("%v, %q: %v, search has %v", s, texts[placeOf(h.ID)], got, h.Similarity[s])
			}
		}
	}
}

// sharedTerm is the first term of a question that two documents have.
func sharedTerm(question, a, b []fingerprint.TermWeight) []fingerprint.TermWeight {
	holds := func(terms []fingerprint.TermWeight, id uint16) bool {
		return slices.ContainsFunc(terms, func(t fingerprint.TermWeight) bool { return t.ID == id })
	}
	for i, t := range question {
		if holds(a, t.ID) && holds(b, t.ID) {
			return question[i : i+1]
		}
	}
	return nil
}

func TestSpaceRowsLeaveOutWhatIsAbsent(t *testing.T) {
	var records [3]fingerprint.Record
	dense := make([]float32, models.Graph.Info().Width)
	dense[5] = 1
	var err error
	if records[1][models.Graph], err = fingerprint.Pack(models.Graph, fingerprint.Value{Dense: dense}); err != nil {
		t.Fatal(err)
	}
	h := newSpaceRows(models.Graph, records[:])
	got, err := h.similarities(&fingerprint.Value{Dense: dense})
	if err != nil || len(got) != 3 || !math.IsNaN(got[0]) || math.Abs(got[1]-1) > 1e-4 || !math.IsNaN(got[2]) {
		t.Errorf("similarities %v, %v", got, err)
	}
	if got, err := h.similarities(&fingerprint.Value{}); err != nil || !math.IsNaN(got[1]) {
		t.Errorf("of an absent question: %v, %v", got, err)
	}
}

// TestProofsOnASmallFolder runs every group on data of a few lines. What is missing is named, and nothing of it counts.
func TestProofsOnASmallFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "stsb/sts-dev.csv", `main-captions	f	y	1	5	A man plays a guitar.	A man is playing the guitar.
main-captions	f	y	2	2	A man plays a guitar.	A man sings.
main-captions	f	y	3	0	A dog runs on grass.	The bank raised rates.
`)
	write(t, dir, "causal/e-care-dev.jsonl", ecareLine+"\n"+strings.Replace(ecareLine, "effect", "cause", 1)+"\n")
	write(t, dir, "triples/wn18rr-valid.txt", "dog.n.01\t_hypernym\tanimal.n.01\ncat.n.01\t_hypernym\tanimal.n.01\n")
	for _, name := range []string{"cosqa-dev", "pumps"} {
		write(t, dir, name+"/corpus.jsonl", `{"_id": "d1", "text": "the pump of the north well is loud"}
{"_id": "d2", "text": "invoices are sent on Fridays"}
{"_id": "d3", "text": "the backup of the store was tested"}
`)
		write(t, dir, name+"/queries.jsonl", `{"_id": "q1", "text": "which pump is loud"}
{"_id": "q2", "text": "when are invoices sent"}
`)
		write(t, dir, name+"/qrels.tsv", "q1\td1\t1\nq2\td2\t1\n")
	}
	t.Setenv(trainVariable, "")
	var printed bytes.Buffer
	rows, broken, err := runProofs(t.Context(), shipped(t), dir, "../../models/compact", &printed)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"stsb.e1.spearman", "proof.E5.ecare_accuracy", "proof.E5.fresh_direction", "proof.E6.mean_ndcg10", "proof.E13.active_share",
		"proof.E7.cosqa_mrr", "proof.E9.typos20_recall1", "typos10.E12.gap", "proof.E10.captions_spearman", "proof.E11.wn18rr_hits10", "proof.E11.names_accuracy", "proof.E12.rerank20_ndcg10"} {
		i := slices.IndexFunc(rows, func(r proofRow) bool { return r.Name == name })
		if i < 0 {
			t.Errorf("no row is named %s", name)
		} else if r := rows[i]; math.IsNaN(r.Value) || r.Unit == "" || r.Better == "" {
			t.Errorf("row %+v", r)
		}
	}
	if i := slices.IndexFunc(rows, func(r proofRow) bool { return r.Name == "proof.E6.active_share" }); i >= 0 && rows[i].Value*30522 < 4 {
		t.Errorf("%.1f terms are active in a sentence of eight words", rows[i].Value*30522)
	}
	names := map[string]bool{}
	for _, r := range rows {
		if names[r.Name] {
			t.Errorf("two rows are named %s", r.Name)
		}
		names[r.Name] = true
	}
	text := printed.String()
	for _, want := range []string{"E8 graph, links\n  not measured: load set issue-links", "filtered by these triples only", "with so many letters wrong", "model cards: ", "pass"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	if n := strings.Count(text, "MISSED"); n != len(broken) {
		t.Errorf("%d are named as broken, but the report says so %d times", len(broken), n)
	}
	if t.Failed() {
		t.Log(text)
	}
}

func TestProofsEndWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	write(t, dir, "stsb/sts-dev.csv", "main-captions\tf\ty\t1\t5\tone\ttwo\n")
	if _, _, err := runProofs(ctx, shipped(t), dir, "", io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want that of the context", err)
	}
}

func TestProofsNameTheFileThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "stsb/sts-dev.csv", "one\ttwo\n")
	if _, _, err := runProofs(t.Context(), shipped(t), dir, "", io.Discard); err == nil || !strings.Contains(err.Error(), "sts-dev.csv: line 1") {
		t.Errorf("error %v does not name file and line", err)
	}
}

func TestSameThing(t *testing.T) {
	b := &prover{embedder: shipped(t)}
	total, parts, err := b.sameThing(t.Context(), models.Semantic, []naming{
		{"animals", "The dog barked.", "The dog barked loudly.", "Invoices are paid on Friday."},
		{"animals", "The cat slept.", "The cat slept all day.", "Invoices are paid on Friday."},
		{"upside down", "The dog barked.", "Invoices are paid on Friday.", "The dog barked loudly."},
	})
	if err != nil || total != (share{2, 3}) || *parts["animals"] != (share{2, 2}) || *parts["upside down"] != (share{0, 1}) {
		t.Errorf("%v, %v, %v", total, parts, err)
	}
}

func TestBM25IsTheBetterOne(t *testing.T) {
	low, high := lexical{name: "low", quality: []quality{{ndcg: .1}}}, lexical{name: "high", quality: []quality{{ndcg: .2}}}
	for _, p := range []*proofSet{{lexical: []lexical{low, high}}, {lexical: []lexical{high, low}}} {
		if got := p.bm25().name; got != "high" {
			t.Errorf("%s is taken", got)
		}
	}
}

func TestKnownTriples(t *testing.T) {
	b := &prover{train: t.TempDir()}
	if _, _, err := b.knownTriples(); err == nil || !strings.Contains(err.Error(), trainVariable) {
		t.Errorf("error %v does not name the variable", err)
	}
	write(t, b.train, "triples/a.txt", "x.n.01\t_r\ty.n.01\n")
	known, which, err := b.knownTriples()
	if err != nil || len(known) != 1 || !strings.Contains(which, "1 training triples") {
		t.Errorf("%v, %q, %v", known, which, err)
	}
	b.train = ""
	if known, which, err := b.knownTriples(); err != nil || known != nil || !strings.Contains(which, "is not set") {
		t.Errorf("%v, %q, %v", known, which, err)
	}
}

// write makes a file below a folder.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
