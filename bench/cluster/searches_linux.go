package cluster

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"asterism/bench/cluster/trial"
	"asterism/bench/toolcall"
)

// searched counts the outcomes of searches.
type searched struct {
	Answered int     `json:"answered"`
	Refused  int     `json:"refused"`
	Longest  float64 `json:"longest_s"` // between two answers
}

// searches are under way until they are ended.
type searches struct {
	stop context.CancelFunc
	all  sync.WaitGroup

	mu   sync.Mutex
	told searched
	last time.Time
}

// readers is how many search at a time.
const readers = 2

// beginSearches searches the many memories at random nodes.
func beginSearches(ctx context.Context, w *trial.Writers, texts []string) *searches {
	s := &searches{last: time.Now()}
	ctx, s.stop = context.WithCancel(ctx)
	for i := range readers {
		s.all.Go(func() {
			rng := rand.New(rand.NewPCG(w.Seed, uint64(1000+i)))
			for ctx.Err() == nil {
				time.Sleep(time.Duration(rng.Int64N(int64(growPause))))
				n, err := search(ctx, w.Caller(rng), texts[rng.IntN(len(texts))])
				if ctx.Err() == nil {
					s.note(n > 0 && err == nil)
				}
			}
		})
	}
	return s
}

func (s *searches) note(found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !found {
		s.told.Refused++
		return
	}
	s.told.Answered++
	now := time.Now()
	s.told.Longest, s.last = max(s.told.Longest, now.Sub(s.last).Seconds()), now
}

func (s *searches) end() searched {
	s.stop()
	s.all.Wait()
	return s.told
}

// search searches the many memories for a text, and returns how many are found.
func search(ctx context.Context, caller *toolcall.Caller, text string) (int, error) {
	var got struct {
		Results []struct{} `json:"results"`
	}
	err := caller.Once(ctx, "search_graph", map[string]any{"query": text, "namespace": bulk, "topK": 3}, &got)
	return len(got.Results), err
}

// firstSearch searches until a search finds the text.
func (o *options) firstSearch(ctx context.Context, caller *toolcall.Caller, text string) error {
	for began := time.Now(); ; {
		n, err := search(ctx, caller, text)
		if err == nil && n > 0 {
			return nil
		}
		if time.Since(began) > o.trial.Within {
			return fmt.Errorf("no search found anything after %v: %w", o.trial.Within, err)
		}
	}
}
