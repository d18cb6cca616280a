package search_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"asterism/engine/backend/arith"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// hdc embeds a text in E9, which needs no model.
func hdc(text string) fingerprint.Value {
	v, err := arith.New().Embed(context.Background(), models.HDC, batch.OfTexts(batch.Passage, []string{text}))
	if err != nil {
		panic(err)
	}
	return v[0]
}

// An index ranks memories by the spaces that have a weight, best first, and reports which spaces
// decided.
func ExampleIndex() {
	texts := []string{"the label printer wants its paper", "the nightly import ran out of disk", "couriers reconnect after a deploy"}
	index := search.New(nil)
	for i, text := range texts {
		m := &store.Memory{ID: uuid.UUID{15: byte(i)}, Version: 1, Namespace: "default", Content: text, Time: time.Unix(int64(i), 0), TextHash: sha256.Sum256([]byte(text))}
		packed, err := fingerprint.Pack(models.HDC, hdc(text))
		if err != nil {
			fmt.Println(err)
			return
		}
		m.Record[models.HDC] = packed
		if err := index.Add(m); err != nil {
			fmt.Println(err)
			return
		}
	}
	q := &search.Question{TopK: 1, Filter: search.Filter{Namespace: "default"}}
	q.Values[models.HDC], q.Weights[models.HDC] = hdc("nigthly improt"), 1
	found, err := index.Search(context.Background(), q)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, h := range found.Hits {
		fmt.Println(texts[h.ID[15]], h.Decided)
	}
	// Output: the nightly import ran out of disk [E9 hdc]
}
