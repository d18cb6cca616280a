package passing

import (
	"context"
	"encoding/json"
	"time"

	"asterism/engine/cluster/exchange"
	"asterism/mcp/tools"
)

// tellEvery is the least time between two words of one call's progress to another node.
const tellEvery = 250 * time.Millisecond

// progress is how far a call is, on its way to the node that was called.
type progress struct {
	Message string `json:"message"`
	Done    int    `json:"done"`
	Total   int    `json:"total"`
}

// hearing has the progress of a call at another node told to who called, if he asked for it. A call that is passed on anew tells nothing until it is further than before.
func hearing(ctx context.Context) context.Context {
	tell := tools.ProgressOf(ctx)
	if tell == nil {
		return ctx
	}
	furthest := -1
	return exchange.WithTold(ctx, func(word []byte) {
		var p progress
		if json.Unmarshal(word, &p) == nil && p.Done > furthest { // what cannot be read is of a newer node
			furthest = p.Done
			tell(p.Message, p.Done, p.Total)
		}
	})
}

// telling gives a call of another node the means to tell its progress there, if it is listened to.
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
		if word, err := json.Marshal(progress{message, done, total}); err == nil { // plain fields
			exchange.Tell(ctx, word)
		}
	})
}
