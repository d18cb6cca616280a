package onnx

import (
	"context"
	"slices"
	"testing"

	"asterism/engine/backend/onnx/graph"
	"asterism/engine/batch"
	"asterism/models"
)

const (
	tinyMask = 7  // fills questions up
	tinySkip = 11 // is dropped from memories
	tinyFill = 6
)

// lateProfile has a model of one vector a token, a function of its id, with query expansion and skipped tokens.
func lateProfile(t *testing.T) *models.Manifest {
	info := models.LateInteraction.Info()
	return writeProfile(t, map[models.Space][]byte{info.Space: tinyGraph(info, info.Width)}, func(_ models.Space, entry map[string]any) {
		entry["query_length"], entry["mask_id"], entry["passage_skip"] = tinyFill, tinyMask, []int{tinySkip}
	})
}

// vectorsOf embeds one row and cuts the answer into vectors.
func vectorsOf(t *testing.T, b *Backend, role batch.Role, ids ...int32) [][]float32 {
	t.Helper()
	out, err := b.Embed(context.Background(), models.LateInteraction, batch.OfIDs(role, batch.Frame{}, [][]int32{ids}))
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(slices.Chunk(out[0].Vectors, models.LateInteraction.Info().Width))
}

func TestQuestionsAreFilledUpAndMemoriesSkip(t *testing.T) {
	b := open(t, lateProfile(t))
	equal := func(a, b [][]float32) bool { return slices.EqualFunc(a, b, slices.Equal[[]float32]) }
	mask := vectorsOf(t, b, batch.Passage, tinyMask)[0]
	plain := vectorsOf(t, b, batch.Passage, 3, 4)

	if got, want := vectorsOf(t, b, batch.Query, 3, 4), [][]float32{plain[0], plain[1], mask, mask, mask, mask}; !equal(got, want) {
		t.Errorf("a question of 2 tokens has %d vectors, want its own 2 and 4 of the mask", len(got))
	}
	if got := vectorsOf(t, b, batch.Query, 1, 2, 3, 4, 5, 6, 8); len(got) != 7 {
		t.Errorf("a question of 7 tokens has %d vectors: it is longer than what it would be filled up to", len(got))
	}
	if got := vectorsOf(t, b, batch.Passage, 3, tinySkip, 4); !equal(got, plain) {
		t.Errorf("a memory of 3 tokens, one of them skipped, has %d vectors or others than without it", len(got))
	}
	if got := vectorsOf(t, b, batch.Query, 3, tinySkip, 4); len(got) != tinyFill || slices.Equal(got[1], mask) {
		t.Errorf("a question has %d vectors: what memories skip was dropped from it", len(got))
	}
	out, err := b.Embed(context.Background(), models.LateInteraction, batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{{tinySkip}}))
	if err != nil || !out[0].Absent() {
		t.Errorf("a memory of skipped tokens alone is %v (%v), want absent", out[0], err)
	}
}

// TestFilledQuestionsInABatch: what fills one question up is not seen by its neighbours.
func TestFilledQuestionsInABatch(t *testing.T) {
	b := open(t, lateProfile(t))
	rows := [][]int32{{1}, {2, 3, 4, 5, 6, 8, 9, 10}, {}, {12, 13}}
	out, err := b.Embed(context.Background(), models.LateInteraction, batch.OfIDs(batch.Query, batch.Frame{}, rows))
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if len(row) == 0 {
			if !out[i].Absent() {
				t.Errorf("the empty question %d has a value", i)
			}
			continue
		}
		if alone := slices.Concat(vectorsOf(t, b, batch.Query, row...)...); !slices.Equal(out[i].Vectors, alone) {
			t.Errorf("question %d is not what it is alone", i)
		}
	}
}

// rowTermsGraph gives every row the same n terms whatever its length: ids 0…n−1 with the weights 1, 1/2, 1/3 …
func rowTermsGraph(n int) []byte {
	b := &builder{}
	b.Input("input_ids", graph.Int64, graph.Dims{"batch", "length"})
	b.Input("attention_mask", graph.Int64, graph.Dims{"batch", "length"})
	ids, weights := make([]int64, n), make([]float32, n)
	for i := range ids {
		ids[i], weights[i] = int64(i), 1/float32(i+1)
	}
	b.Node("Shape", "rows", []string{"input_ids"}, graph.Attr{Name: "end", Value: int64(1)})
	shape := b.Node("Concat", "shape", []string{"rows", b.Ints("n", []int64{int64(n)}, 1)}, graph.Attr{Name: "axis", Value: int64(0)})
	b.Output(b.Node("Expand", "term_ids", []string{b.Ints("ids", ids, 1, n), shape}), graph.Int64, graph.Dims{"batch", n})
	b.Output(b.Node("Expand", "term_weights", []string{b.Floats("weights", weights, 1, n), shape}), graph.Float, graph.Dims{"batch", n})
	return b.Bytes()
}

// TestTermsOfARow: a graph may choose so many terms a row, whatever its length, and its own choice is kept whole.
func TestTermsOfARow(t *testing.T) {
	const n = 40 // the last weighs a sixth of LeastShare
	b := open(t, writeProfile(t, map[models.Space][]byte{models.Splade: rowTermsGraph(n)}))
	out, err := b.Embed(context.Background(), models.Splade, batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{{1}, {1, 2, 3, 4, 5}}))
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range out {
		if len(v.Terms) != n || v.Terms[n-1].Weight != 1/float32(n) {
			t.Errorf("row %d has the terms %v, want all %d", i, v.Terms, n)
		}
	}
}

// unevenTermsGraph gives L² pairs, which are neither so many a token nor so many a row.
func unevenTermsGraph() []byte {
	b := &builder{}
	b.Input("input_ids", graph.Int64, graph.Dims{"batch", "length"})
	b.Input("attention_mask", graph.Int64, graph.Dims{"batch", "length"})
	b.Ints("axis2", []int64{2}, 1)
	b.Ints("axis1", []int64{1}, 1)
	b.Ints("flat", []int64{0, -1}, 2)
	b.Node("Mul", "square", []string{b.Node("Unsqueeze", "column", []string{"input_ids", "axis2"}), b.Node("Unsqueeze", "row", []string{"input_ids", "axis1"})})
	b.Node("Reshape", "all", []string{"square", "flat"})
	b.Output(b.Node("Identity", "term_ids", []string{"all"}), graph.Int64, graph.Dims{"batch", "pairs"})
	b.Output(b.Node("Cast", "term_weights", []string{"all"}, graph.Attr{Name: "to", Value: int64(graph.Float)}), graph.Float, graph.Dims{"batch", "pairs"})
	return b.Bytes()
}

func TestTermsOfAnotherCountAreRefused(t *testing.T) {
	_, err := Open(context.Background(), Options{Manifest: writeProfile(t, map[models.Space][]byte{models.Splade: unevenTermsGraph()},
		func(_ models.Space, entry map[string]any) {
			entry["passage_frame"] = map[string]any{"before": []int{1}}
		})})
	wantError(t, err, "E13 splade", "4 pairs for 2 tokens and 9 for 3")
}

// secondTokenGraph embeds the second token of a row, so that a row of one is an error.
func secondTokenGraph(info models.Info) []byte {
	b := &builder{}
	b.r = newRand()
	b.Input("input_ids", graph.Int64, graph.Dims{"batch", "length"})
	b.Input("attention_mask", graph.Int64, graph.Dims{"batch", "length"})
	second := b.Node("Gather", "second", []string{b.embedded(info.Width), b.Ints("one", []int64{1})}, graph.Attr{Name: "axis", Value: int64(1)})
	b.Output(b.unit(second, "embedding", 1), graph.Float, graph.Dims{"batch", info.Width})
	return b.Bytes()
}

// TestProbeKeepsToTheFrame: a graph that cannot do with one token is tried on the shortest row it will meet.
func TestProbeKeepsToTheFrame(t *testing.T) {
	data := map[models.Space][]byte{models.Graph: secondTokenGraph(models.Graph.Info())}
	_, err := Open(context.Background(), Options{Manifest: writeProfile(t, data)})
	wantError(t, err, "E8 graph", "run on 1 tokens")
	open(t, writeProfile(t, data, func(_ models.Space, entry map[string]any) {
		entry["passage_frame"] = map[string]any{"before": []int{tinyVocabulary - 1}, "after": []int{2}}
	}))
}
