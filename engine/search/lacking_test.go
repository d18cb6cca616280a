package search

import (
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"

	"asterism/engine/intent"
	"asterism/engine/store"
)

// quotedTexts makes texts of few words, so that their phrases occur, with characters that make words hard to count.
type quotedTexts struct{ rng *rand.Rand }

var quotedWords = strings.Fields(`limit Limits rate API retry_count v1.2.3 foo-bar don't the of not is die Katze auf dem Tisch und ist nicht straße cafe café cafe` + "\u0301" +
	` K` + "\u212a" + `m wor` + "\u200d" + `d 42 42nd x ok ❤️ ok` + "\ufe0f" + ` 料金 서울은 Привет (rate) "limit" rate, **API** İx ſo running runs` +
	` opt/rate-limit E_LIMIT_409 ｒａｔｅ rateの料金 limit는 v42 x² ﬁle file db:42 rate's can't can Rate™`)

func (q quotedTexts) text(most int) string {
	var out []string
	for range q.rng.IntN(most) {
		out = append(out, quotedWords[q.rng.IntN(len(quotedWords))])
	}
	return strings.Join(out, []string{" ", "\n", " \u00a0"}[q.rng.IntN(3)])
}

// TestWhatLacksAWordSaysNoPhrase: a memory reported as lacking does not contain all phrases, in full chunks and in the last one.
func TestWhatLacksAWordSaysNoPhrase(t *testing.T) {
	q := quotedTexts{rand.New(rand.NewPCG(5, 6))}
	ix := New(nil)
	var ids []store.ID
	all := map[store.ID]*store.Memory{}
	for i := range 2*chunkRows + 300 {
		m := &store.Memory{Version: 1, Namespace: "n", Modality: "text", Content: q.text(12)}
		binary.BigEndian.PutUint32(m.ID[:], uint32(i+1))
		if q.rng.IntN(3) == 0 {
			m.Rationale = q.text(6)
		}
		if q.rng.IntN(3) == 0 {
			m.Source = q.text(4)
		}
		if q.rng.IntN(9) == 0 {
			m.Modality, m.Content = "image", "data:"+q.text(3)
		}
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
		ids, all[m.ID] = append(ids, m.ID), m
	}
	ids = append(ids, store.ID{0xff}) // not held
	says, spared := 0, 0
	for range 300 {
		phrases := []string{q.text(5), q.text(3)}[:1+q.rng.IntN(2)]
		for i, lacks := range ix.Lacking(ids, phrases) {
			m, held := all[ids[i]]
			if !held || m.Modality == "image" {
				if lacks {
					t.Fatalf("a memory of whose text the index knows nothing is said to lack %q", phrases)
				}
				continue
			}
			has := true
			for _, p := range phrases {
				has = has && intent.Says(m.Content+"\n"+m.Rationale+"\n"+m.Source, p)
			}
			switch {
			case has && lacks:
				t.Fatalf("%q, because of %q, from %q says %q, and is said to lack a word", m.Content, m.Rationale, m.Source, phrases)
			case has:
				says++
			case lacks:
				spared++
			}
		}
	}
	if says < 1000 || spared < 100_000 {
		t.Errorf("%d say phrases, and %d need not be read", says, spared)
	}
}
