package quality

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// proofSet is a collection with what has been computed of it. It fills up space by space.
type proofSet struct {
	*set
	asked   []fingerprint.Fingerprint // the questions
	kept    []fingerprint.Record      // the documents
	have    models.Set                // spaces that are filled in both
	lexical []lexical                 // plain, then with stems
}

// lexical is BM25's result with one tokenization.
type lexical struct {
	name    string
	index   *bm25
	quality []quality // a question
}

// set loads a collection once. The error wraps fs.ErrNotExist when it is not there.
func (b *prover) set(name string) (*proofSet, error) {
	if p := b.sets[name]; p != nil {
		return p, nil
	}
	s, err := loadSet(b.path(name))
	if err != nil {
		return nil, err
	}
	p := &proofSet{set: s, asked: make([]fingerprint.Fingerprint, len(s.queries)), kept: make([]fingerprint.Record, len(s.docs))}
	for _, l := range []lexical{{name: "plain", index: newBM25(s.docs, usual, plainWords)}, {name: "stemmed", index: newBM25(s.docs, usual, stemmedWords)}} {
		for i := range s.queries {
			q := &s.queries[i]
			l.quality = append(l.quality, q.judge(l.index.rank(q.text, rankDepth, q.self)))
		}
		p.lexical = append(p.lexical, l)
	}
	b.sets[name] = p
	return p, nil
}

// allSets are the collections below the folder, by name. The error wraps fs.ErrNotExist when there is none.
func (b *prover) allSets() (out []*proofSet, err error) {
	found, err := filepath.Glob(b.path("*", "corpus.jsonl"))
	if err != nil {
		return nil, err
	}
	for _, path := range found {
		p, err := b.set(filepath.Base(filepath.Dir(path)))
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no folder below %s holds a corpus.jsonl: %w", b.data, os.ErrNotExist)
	}
	return out, nil
}

// bm25 is the better one of the two ways, by nDCG@10: what a space has to beat.
func (p *proofSet) bm25() lexical {
	best := p.lexical[0]
	for _, l := range p.lexical[1:] {
		if mean(l.quality).ndcg > mean(best.quality).ndcg {
			best = l
		}
	}
	return best
}

// fill embeds questions and documents in a space, once.
func (b *prover) fill(ctx context.Context, p *proofSet, s models.Space) error {
	if p.have.Has(s) {
		return nil
	}
	questions, documents := make([]string, len(p.queries)), make([]string, len(p.docs))
	for i, q := range p.queries {
		questions[i] = q.text
	}
	for i, d := range p.docs {
		documents[i] = d.text
	}
	asked, err := b.questions(ctx, questions, s)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	kept, err := b.memories(ctx, documents, s)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	for i := range asked {
		p.asked[i][s] = asked[i][s]
	}
	for i := range kept {
		p.kept[i][s] = kept[i][s]
	}
	p.have = p.have.With(s)
	return nil
}

// drop forgets a space's values: those of E12 take much room.
func (p *proofSet) drop(s models.Space) {
	for i := range p.kept {
		p.kept[i][s] = fingerprint.Packed{}
	}
	for i := range p.asked {
		p.asked[i][s] = fingerprint.Value{}
	}
	p.have = p.have.Without(models.SetOf(s))
}

// quality is how well one space alone ranks the documents of each question, as search does it.
func (b *prover) quality(ctx context.Context, p *proofSet, s models.Space) ([]quality, error) {
	if err := b.fill(ctx, p, s); err != nil {
		return nil, err
	}
	l, err := indexed(p.kept)
	if err != nil {
		return nil, err
	}
	out := make([]quality, len(p.queries))
	err = eachOf(ctx, len(out), func(i int) error {
		q := &p.queries[i]
		ranking, err := l.find(ctx, &asked{values: p.asked[i]}, alone(s), rankDepth, q.self)
		if err != nil {
			return err
		}
		out[i] = q.judge(ranking)
		return nil
	})
	return out, err
}

// indexed makes records searchable.
func indexed(records []fingerprint.Record) (*library, error) {
	l := &library{records: records}
	l.index = search.New(l)
	for i := range records {
		m := store.Memory{ID: idAt(i), Version: 1, Record: records[i]}
		m.Tokens[models.LateInteraction] = uint32(len(records[i][models.LateInteraction].Scales))
		if err := l.index.Add(&m); err != nil {
			return nil, fmt.Errorf("index document %d: %w", i, err)
		}
	}
	return l, nil
}

// storedQuality is that of the similarity with the values alone: search gives the terms of the sparse spaces a second weight by how
// rare they are in the store, which the models do not have.
func (p *proofSet) storedQuality(ctx context.Context, s models.Space) ([]quality, error) {
	documents := newSpaceRows(s, p.kept)
	out := make([]quality, len(p.queries))
	err := eachOf(ctx, len(out), func(i int) error {
		similar, err := documents.similarities(&p.asked[i][s])
		if err != nil {
			return err
		}
		q := &p.queries[i]
		out[i] = q.judge(best(similar, rankDepth, q.self))
		return nil
	})
	return out, err
}
