package passing

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"sync"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/engine/store"
)

// The methods by which a shard answers its part of a question.
const (
	methodHas        = "has"
	methodResolve    = "resolve"
	methodGoal       = "resolve_goal"
	methodQuery      = "resolve_query"
	methodForgotten  = "resolve_forgotten"
	methodNamespaces = "namespaces"
	methodTags       = "tags"
	methodList       = "list"
	methodGet        = "get"
	methodChain      = "chain"
	methodRecall     = "recall"
	methodPurge      = "purge"
	methodAround     = "around"
	methodMap        = "map"
	methodDays       = "days"
	methodStrays     = "strays"
	methodMind       = "workspace"
	methodLatestMind = "latest_workspace"
	methodStore      = "store"
	methodHandOver   = "hand_over"
)

// methods implements them. The given value and the answer are gob.
var methods = map[string]func(ctx context.Context, s *part, given []byte) ([]byte, error){
	methodHas: method(func(ctx context.Context, s *part, id store.ID) (bool, error) { return s.p.here.Has(ctx, s.shard, id) }),
	methodResolve: method(func(ctx context.Context, s *part, digits string) (resolved, error) {
		id, err := s.engine.Resolve(ctx, digits)
		return resolvedFrom(id, err)
	}),
	methodGoal: method(func(ctx context.Context, s *part, digits string) (resolved, error) {
		id, err := engine.ResolveGoal(ctx, s.engine, digits)
		return resolvedFrom(id, err)
	}),
	methodQuery: method(func(ctx context.Context, s *part, digits string) (resolved, error) {
		id, err := engine.ResolveQuery(ctx, s.engine, digits)
		return resolvedFrom(id, err)
	}),
	methodForgotten: method(func(ctx context.Context, s *part, digits string) (resolved, error) {
		id, ok, err := s.engine.ResolveForgotten(ctx, digits)
		return resolved{ID: id, Found: ok}, err
	}),
	methodNamespaces: method(func(ctx context.Context, s *part, live bool) ([]engine.Label, error) {
		if !live {
			return engine.AllNamespaces(ctx, s.engine)
		}
		return s.engine.Namespaces(ctx)
	}),
	methodTags: method(func(ctx context.Context, s *part, namespace string) ([]engine.Label, error) {
		return s.engine.Tags(ctx, namespace)
	}),
	methodList: method(func(ctx context.Context, s *part, q engine.ListQuestion) (*engine.Page, error) {
		return s.engine.List(ctx, q)
	}),
	methodGet:   method(func(ctx context.Context, s *part, id store.ID) (*store.Memory, error) { return s.engine.Get(ctx, id) }),
	methodChain: method(func(ctx context.Context, s *part, id store.ID) (*engine.Chain, error) { return s.engine.Chain(ctx, id) }),
	methodRecall: method(func(ctx context.Context, s *part, r recalled) (*engine.Found, error) {
		return engine.RecallPart(ctx, s.engine, r.Question, r.At, seat{s.p, &r})
	}),
	methodPurge:  method(func(ctx context.Context, s *part, _ bool) (int, error) { return engine.Purge(ctx, s.engine) }),
	methodAround: method(partAround),
	methodMap: method(func(ctx context.Context, s *part, q engine.MapQuestion) (*engine.MapPiece, error) {
		return engine.PieceOfMap(ctx, s.engine, q)
	}),
	methodDays: method(func(ctx context.Context, s *part, q engine.ListQuestion) (map[int64]int, error) {
		return engine.SurveyOf(s.engine).Days(ctx, q)
	}),
	methodStrays:     method(partStrays),
	methodMind:       method(partMind),
	methodLatestMind: method(partLatestMind),
	methodStore:      method(partStore),
	methodHandOver:   method(func(ctx context.Context, s *part, h handed) (kept, error) { return s.take(ctx, h) }),
}

// part is a shard on the node that leads it, or on one that may answer for it.
type part struct {
	engine *engine.Engine
	p      *Passer
	shard  int
}

// method makes a method from a function of values.
func method[G, A any](do func(ctx context.Context, s *part, given G) (A, error)) func(context.Context, *part, []byte) ([]byte, error) {
	return func(ctx context.Context, s *part, given []byte) ([]byte, error) {
		var g G
		if err := gob.NewDecoder(bytes.NewReader(given)).Decode(&g); err != nil {
			return nil, fmt.Errorf("read question: %w", err)
		}
		a, err := do(ctx, s, g)
		if err != nil {
			return nil, err
		}
		return encoded(a)
	}
}

func encoded(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(v); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return b.Bytes(), nil
}

// part answers the part of a shard that is led here. A read is only valid if the node was still leading afterwards.
func (p *Passer) part(ctx context.Context, q *question) ([]byte, error) {
	do := methods[q.Method]
	if do == nil {
		return nil, fmt.Errorf("this node does not know the method %q: the nodes should be of one version", q.Method)
	}
	e, err := p.here.Engine(q.Shard)
	if err != nil {
		return nil, err
	}
	out, err := do(ctx, &part{e, p, q.Shard}, q.Given)
	if err != nil {
		return nil, err
	}
	return out, p.here.Confirm(ctx, q.Shard)
}

// one asks a shard's leader for its part. For a search this node may answer itself. Parts only read, or change nothing when repeated, so they are asked again when a leader changes.
func one[A any](ctx context.Context, p *Passer, shard int, method string, given any) (A, error) {
	var out A
	raw, err := encoded(given)
	if err != nil {
		return out, err
	}
	q := question{Kind: kindPart, Shard: shard, Method: method, Given: raw}
	if r, ok := given.(recalled); ok && r.Question.Context == 0 {
		if e := p.follows(ctx, shard); e != nil {
			answer, err := methods[method](ctx, &part{e, p, shard}, raw)
			if err == nil {
				err = gob.NewDecoder(bytes.NewReader(answer)).Decode(&out)
			}
			return out, err
		}
	}
	err = p.retry(ctx, shard, true, func(node string) error {
		var answer []byte
		var err error
		if node == p.cluster.Name() {
			answer, err = p.part(ctx, &q)
		} else {
			answer, err = p.ask(ctx, node, q)
		}
		if err != nil {
			return err
		}
		var a A
		if err := gob.NewDecoder(bytes.NewReader(answer)).Decode(&a); err != nil {
			return fmt.Errorf("read the answer of node %s: %w", node, err)
		}
		out = a
		return nil
	})
	return out, err
}

// each asks all shards at the same time. All of them must answer.
func each[A any](ctx context.Context, p *Passer, method string, given any) ([]A, error) {
	shards := make([]int, p.cluster.Shards())
	for i := range shards {
		shards[i] = i
	}
	return those[A](ctx, p, shards, method, func(int) any { return given }, func(error) {})
}

// those asks some shards at the same time, each with its own question. It calls failed for each that does not answer.
func those[A any](ctx context.Context, p *Passer, shards []int, method string, given func(i int) any, failed func(error)) ([]A, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	out, errs := make([]A, len(shards)), make([]error, len(shards))
	var asking sync.WaitGroup
	for i, shard := range shards {
		asking.Go(func() {
			errs[i] = caught.Run(func() (err error) { out[i], err = one[A](ctx, p, shard, method, given(i)); return err })
			if errs[i] != nil {
				failed(errs[i])
				stop() // the other answers are not needed any more
			}
		})
	}
	asking.Wait()
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) {
			return nil, err
		}
	}
	return out, errors.Join(errs...)
}
