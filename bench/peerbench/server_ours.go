package peerbench

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// ourStore is a data directory of our program.
type ourStore struct{ program, data string }

func (s ourStore) open(ctx context.Context) (side, error) {
	c, err := startSession(ctx, s.program, nil, "serve", "--data", s.data, "--tools", "all", "--secrets", "redact") // code that notes are made of has what looks like a key
	if err != nil {
		return nil, err
	}
	return &ourSide{c}, nil
}

// ourSide speaks to our program: every store_memory that is acknowledged is synced to disk.
type ourSide struct{ *session }

func (s *ourSide) remember(ctx context.Context, texts ...string) ([]string, error) {
	ids := make([]string, len(texts))
	group, inner := errgroup.WithContext(ctx)
	for i, text := range texts {
		group.Go(func() error {
			var a struct{ FingerprintID string }
			err := s.call(inner, "store_memory", map[string]any{"content": text}, &a)
			ids[i] = a.FingerprintID
			return err
		})
	}
	return ids, group.Wait()
}

func (s *ourSide) find(ctx context.Context, question string) ([]string, error) {
	var a struct{ Results []struct{ Content string } }
	if err := s.call(ctx, "search_graph", map[string]any{"query": question, "topK": depth, "include_content": true}, &a); err != nil {
		return nil, err
	}
	out := make([]string, len(a.Results))
	for i := range a.Results {
		out[i] = a.Results[i].Content
	}
	return out, nil
}

// kept reads each of them: an id that the store does not know is an error of the tool.
func (s *ourSide) kept(ctx context.Context, ids []string) (n int, err error) {
	for _, id := range ids {
		var a struct{ Content string }
		if err := s.call(ctx, "get_memory", map[string]any{"id": id}, &a); err != nil {
			if ctx.Err() != nil {
				return n, ctx.Err()
			}
			say("%v", err)
			continue
		}
		n++
	}
	return n, nil
}
