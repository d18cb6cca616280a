package passing

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"asterism/engine"
	"asterism/engine/cluster/exchange"
	"asterism/engine/cluster/host"
	"asterism/engine/store"
	"asterism/mcp/failure"
)

// retry calls do with a shard's leader, and again if the leader has changed. again means that a call with an unknown outcome may be repeated.
func (p *Passer) retry(ctx context.Context, shard int, again bool, do func(node string) error) error {
	end := time.Now().Add(p.patience)
	for {
		node, ok := p.cluster.LeaderOf(shard)
		err := errNoLeader
		if ok {
			if err = do(node); err == nil {
				return nil
			}
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case !undone(err) && !(again && lost(err)):
			return worded(shard, node, err)
		case time.Now().After(end):
			return unavailable(shard, err, p.cluster.Lacks())
		}
		if err := wait(ctx, pause); err != nil {
			return err
		}
	}
}

var errNoLeader = errors.New("it has no leader at the moment")

// undone reports whether an error means that nothing was done and that another attempt may succeed.
func undone(err error) bool {
	for _, e := range []error{errNoLeader, exchange.ErrGone, host.ErrNotLeading, host.ErrOpening, store.ErrDeposed, store.ErrUnavailable} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

func lost(err error) bool { return errors.Is(err, exchange.ErrLost) }

// worded returns the error as the caller sees it.
func worded(shard int, node string, err error) error {
	if lost(err) {
		return failure.New(engine.KindStorage, "Look whether it was done (search_graph, list_memories) before you ask for it again.",
			"node %s, which leads shard %d, stopped answering during this call: it may or may not have been carried out", node, shard)
	}
	return err
}

// lacksRetry is the retry time, in milliseconds, if a person must first start nodes of the cluster.
const lacksRetry = 30_000

// unavailable returns the error for a shard that cannot be asked now. It names what the cluster needs, if that is known.
func unavailable(shard int, err error, lacks string) error {
	if lacks != "" {
		f := failure.New(engine.KindBusy, "Nothing was done. Until a majority of the nodes runs again every call is refused: `asterism cluster status` shows which do.", "shard %d has no leader: %s", shard, lacks)
		f.RetryAfterMs = lacksRetry
		return f
	}
	f := failure.New(engine.KindBusy, "Call again after retry_after_ms milliseconds; `asterism cluster status` shows which nodes are there.", "shard %d is not available, nothing was done: %v", shard, err)
	f.RetryAfterMs = 2000
	return f
}

func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// remoteError is an error that is sent to another node.
type remoteError struct {
	Moved   bool             `json:"moved,omitempty"`   // another node leads the shard; nothing was done
	Why     string           `json:"why,omitempty"`     // the reason of Moved
	Failure *failure.Failure `json:"failure,omitempty"` // any other error
}

func (t *remoteError) Error() string {
	b, err := json.Marshal(t)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// toRemote turns an error into one that can be sent to another node.
func toRemote(err error) error {
	if undone(err) {
		return &remoteError{Moved: true, Why: err.Error()}
	}
	return &remoteError{Failure: failure.Of(err)}
}

// ask asks a node, and decodes its errors.
func (p *Passer) ask(ctx context.Context, node string, q question) ([]byte, error) {
	raw, err := q.encode()
	if err != nil {
		return nil, err
	}
	answer, err := p.exchange.Ask(ctx, node, raw)
	var refused *exchange.Refused
	if !errors.As(err, &refused) {
		return answer, err
	}
	var t remoteError
	switch {
	case json.Unmarshal(refused.Said, &t) != nil || !t.Moved && t.Failure == nil:
		return nil, failure.New(engine.KindInternal, "", "node %s says: %s", node, failure.Clip(string(refused.Said)))
	case t.Moved:
		return nil, host.ErrNotLeading
	}
	return nil, t.Failure
}
