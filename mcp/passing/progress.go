package passing

import (
	"context"
	"encoding/json"
	"time"

	"asterism/engine/cluster/exchange"
	"asterism/mcp/tools"
)

// tellEvery is the least time between two progress messages of one call to another node.
const tellEvery = 250 * time.Millisecond

// progress is the progress of a call, as sent to the node that was called first.
type progress struct {
	Message string `json:"message"`
	Done    int    `json:"done"`
	Total   int    `json:"total"`
}

// hearing passes the progress of a call at another node to the caller, if the caller asked for it. If the call is passed on again, only progress beyond the earlier one is reported.
func hearing(ctx context.Context) context.Context {
	tell := tools.ProgressOf(ctx)
	if tell == nil {
		return ctx
	}
	furthest := -1
	return exchange.WithTold(ctx, func(word []byte) {
		var p progress
		if json.Unmarshal(word, &p) == nil && p.Done > furthest { // a newer node's message may be unreadable
			furthest = p.Done
			tell(p.Message, p.Done, p.Total)
		}
	})
}

// telling lets a call from another node report its progress there, if that node listens.
func (p *Passer) telling(ctx context.Context) context.Context {
	if !exchange.Listens(ctx) {
		return ctx
	}
	var last time.Time
	return tools.WithProgress(ctx, func(message string, done, total int) {
		if time.Since(last) < p.tellEvery {
			return
		}
		last = time.Now()
		if word, err := json.Marshal(progress{message, done, total}); err == nil { // cannot fail: plain fields
			exchange.Tell(ctx, word)
		}
	})
}
