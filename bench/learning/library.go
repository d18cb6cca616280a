package learning

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"asterism/bench/embedder"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// How many texts of a set are taken as its work, how many topics of it are measured, and how many texts of each at most.
const (
	textsOfField  = 160
	topicsOfField = 24
	textsOfTopic  = 12
)

// library is what is embedded of all sets, each text once.
type library struct {
	texts   []string
	records []fingerprint.Record
	where   map[string]int   // by set and id
	fields  map[string][]int // the texts that stand for a set
}

// add returns the place of a text.
func (l *library) add(c *collection, id string) int {
	key := c.name + "\x00" + id
	at, known := l.where[key]
	if !known {
		at = len(l.texts)
		l.where[key], l.texts = at, append(l.texts, c.texts[id])
	}
	return at
}

func (l *library) addAll(c *collection, ids []string) (places []int) {
	for _, id := range ids {
		places = append(places, l.add(c, id))
	}
	return places
}

// draw takes n of the ids, the same at every run.
func draw(ids []string, n int) []string {
	ids = slices.Clone(ids)
	r := rand.New(rand.NewPCG(5, uint64(len(ids))))
	r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	return ids[:min(n, len(ids))]
}

// embedStep is how many texts are embedded before they are packed: their float32 values take 100 KB each.
const embedStep = 512

func (l *library) embed(ctx context.Context, e *embedder.Embedder) error {
	for part := range slices.Chunk(l.texts, embedStep) {
		values, err := e.Embed(ctx, part, false)
		if err != nil {
			return err
		}
		for i := range values {
			r, err := pack(&values[i])
			if err != nil {
				return fmt.Errorf("pack %.40q: %w", part[i], err)
			}
			l.records = append(l.records, r)
		}
		say("embedded %d of %d texts", len(l.records), len(l.texts))
	}
	return nil
}

// pack is a text as a store keeps it.
func pack(values *fingerprint.Fingerprint) (r fingerprint.Record, err error) {
	for _, s := range models.All.Without(models.OfOrigin(models.FromTime)).Spaces() {
		if r[s], err = fingerprint.Pack(s, values[s]); err != nil {
			return r, err
		}
	}
	return r, nil
}
