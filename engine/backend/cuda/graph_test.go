package cuda

import (
	"errors"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/kernels/cuda"
	"asterism/models"
)

// TestGraphsChangeNoBit: a question has the same value by launches, by the graph of its bucket, and on a GPU without graphs.
func TestGraphsChangeNoBit(t *testing.T) {
	w, without := &watch{}, &watch{}
	without.capture = func() error { return errRefused }
	var log strings.Builder
	b := openBags(t, w, budget{512, 16}, nil, models.Graph)
	plain := openBags(t, without, budget{512, 16}, slog.New(slog.NewTextHandler(&log, nil)), models.Graph)
	if w.captures.Load() != 1 || w.replays.Load() != 1 {
		t.Errorf("a lane starts with %d captures and %d replays, want one of each", w.captures.Load(), w.replays.Load())
	}
	captures := w.captures.Load()
	var first []fingerprint.Value
	for round := range 3 {
		r, launches := rand.New(rand.NewPCG(7, 7)), w.launches.Load()
		var all []fingerprint.Value
		for _, n := range []int{1, 31, 32, 33, 64, 65, 119} {
			in := drawBag(r, batch.Query, n)
			got, err := b.Embed(t.Context(), models.Graph, in)
			if err != nil {
				t.Fatal(err)
			}
			checkBag(t, models.Graph, in, got)
			all = append(all, got...)
			if slow, err := plain.Embed(t.Context(), models.Graph, in); err != nil || !reflect.DeepEqual(slow, got) {
				t.Errorf("%d tokens: another value without graphs (%v)", n, err)
			}
		}
		if first = append(first, all...); !reflect.DeepEqual(first[:len(all)], all) {
			t.Errorf("round %d gives other values", round)
		}
		if round == 2 && w.launches.Load() != launches {
			t.Errorf("%d launches one by one in the third round, when every size has its graph", w.launches.Load()-launches)
		}
	}
	// 1 and 31 tokens share their size with the warm-up, 65 and 119 share theirs, and 32 and 64 fill their buckets alone.
	if n := w.captures.Load() - captures; n != 4 {
		t.Errorf("%d graphs, want 4", n)
	}
	if n := strings.Count(log.String(), "captures no graphs"); n != 1 || without.replays.Load() != 0 {
		t.Errorf("said %d times that there are no graphs, want once: %s", n, log.String())
	}
}

// TestLargeBatchesHaveNoGraph: they are filled up by nothing either.
func TestLargeBatchesHaveNoGraph(t *testing.T) {
	w := &watch{}
	b := openBags(t, w, budget{512, 16}, nil, models.Graph)
	captures := w.captures.Load()
	in := drawBag(rand.New(rand.NewPCG(8, 8)), batch.Passage, 100, 100, 57)
	for range 6 {
		got, err := b.Embed(t.Context(), models.Graph, in)
		if err != nil {
			t.Fatal(err)
		}
		checkBag(t, models.Graph, in, got)
	}
	if w.captures.Load() != captures {
		t.Errorf("%d graphs of 257 tokens", w.captures.Load()-captures)
	}
}

// closing counts the graphs that were given back.
type closing struct{ closed *int }

func (closing) Launch() error  { return nil }
func (c closing) Close() error { *c.closed++; return nil }

// TestGraphsGiveWay: the one that was used longest ago, and all when the lane's memory grows.
func TestGraphsGiveWay(t *testing.T) {
	closed := 0
	g := graphs{refused: &refusal{log: slog.New(slog.DiscardHandler)}, held: map[graphKey]*heldGraph{}}
	key := func(i int) graphKey { return graphKey{size: size{tokens: 32, texts: i, tiles: 1}} }
	for i := range mostGraphs {
		g.add(key(i))
		g.held[key(i)].graph = closing{&closed}
	}
	g.held[key(0)].used = g.tick()
	g.add(key(mostGraphs))
	if _, ok := g.held[key(1)]; ok || g.held[key(0)] == nil || closed != 1 || len(g.held) != mostGraphs {
		t.Errorf("%d graphs are held and %d given back; the oldest is there: %v", len(g.held), closed, ok)
	}
	g.clear()
	if len(g.held) != 0 || closed != mostGraphs {
		t.Errorf("after clear %d are held and %d given back", len(g.held), closed)
	}
}

// TestLostGPUIsNoRefusal: a capture that fails for the GPU is not one without graphs.
func TestLostGPUIsNoRefusal(t *testing.T) {
	w := &watch{}
	b := openBags(t, w, budget{64, 4}, nil, models.Graph)
	w.capture = func() error { return errors.Join(cuda.ErrLost, errRefused) }
	r := rand.New(rand.NewPCG(9, 9))
	var err error
	for range 2 {
		_, err = b.Embed(t.Context(), models.Graph, drawBag(r, batch.Query, 40))
	}
	if !errors.Is(err, cuda.ErrLost) || b.lost.cause() == nil {
		t.Errorf("the error is %v", err)
	}
}
