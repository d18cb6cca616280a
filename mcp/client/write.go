package client

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/engine/store"
	"asterism/mcp/answer"
	"asterism/models"

	"github.com/google/uuid"
)

// writers is how many memories one RememberAll stores at the same time. Together with the few concurrent batches of an ingest, that is enough for the server to fill its own batches
// and to share disk syncs.
const writers = 16

// Inject calls inject_context.
func (r *Memory) Inject(ctx context.Context, n engine.Note) (*engine.Remembered, error) {
	var a answer.Injected
	if err := r.Store(ctx, "inject_context", n, &a); err != nil {
		return nil, err
	}
	out := &engine.Remembered{ID: a.FingerprintID, Rationale: a.Rationale, Windows: max(1, a.Windows), DuplicateOf: a.DuplicateOf, SimilarTo: a.SimilarTo.Engine(), Related: a.RelatedMemories(), MaySupersede: a.Candidates(), Unread: a.Unread != "", Device: a.Device, Timings: storedTimings(a.Timings)}
	a.Again.Into(out)
	out.Johari = quadrants(a.Johari)
	for s, q := range out.Johari { // the answer has the quadrants of exactly the filled spaces
		if q > 0 {
			out.Spaces = out.Spaces.With(models.Space(s))
		}
	}
	if a.UTL != nil {
		out.UTL = utlOf(a.UTL)
		if a.UTL.Learned != nil {
			out.Learned = *a.UTL.Learned
		}
	}
	return out, nil
}

// RememberAll calls store_memory for every note. Unlike an engine's method it may store some notes and fail at others; it then returns the ids of the stored ones with the error. A
// repetition with the same notes only stores the missing ones.
func (r *Memory) RememberAll(ctx context.Context, notes []engine.Note) ([]engine.Remembered, error) {
	out := make([]engine.Remembered, len(notes))
	g := caught.NewGroup() // one failure does not stop the others: their outcome would be unknown
	g.SetLimit(writers)
	for i, n := range notes {
		g.Go(func() error {
			id, stored := store.ID{}, false
			if n.Said() {
				var err error
				if id, stored, err = r.find(ctx, n.Namespace, ownText(n.ID, n.Content)); err != nil {
					return err
				}
			} else if n.ID == uuid.Nil { // one with an id must become exactly that memory, which a server refuses: see Store
				var err error
				if id, stored, err = r.Has(ctx, n.Namespace, n.Content); err != nil {
					return err
				}
			}
			if !stored {
				var err error
				bare := n
				if n.Said() {
					bare.ID = uuid.Nil // the server makes one
				}
				if id, err = r.storeRetrying(ctx, bare); err != nil {
					return err
				}
				r.learn(&n, id)
			}
			out[i] = engine.Remembered{ID: id, Rationale: n.Rationale}
			return nil
		})
	}
	return out, g.Wait()
}

// storeRetrying stores a memory, and tries again while the server is busy.
func (r *Memory) storeRetrying(ctx context.Context, n engine.Note) (store.ID, error) {
	for {
		var a answer.Stored
		err := r.Store(ctx, "store_memory", n, &a)
		var e *engine.Error
		if !errors.As(err, &e) || e.Kind != engine.KindBusy {
			return a.FingerprintID, err
		}
		select {
		case <-time.After(time.Duration(max(1, e.RetryAfterMs)) * time.Millisecond):
		case <-ctx.Done():
			return a.FingerprintID, ctx.Err()
		}
	}
}

// Store calls a tool that takes a note.
func (r *Memory) Store(ctx context.Context, tool string, n engine.Note, a any) error {
	own := n.ID != (store.ID{}) || n.Repeats > 0
	if own && !r.owns {
		return foreign(&n)
	}
	arguments := Arguments{"content": n.Content}.Text("rationale", n.Rationale).Text("modality", n.Modality).Text("namespace", n.Namespace).List("tags", n.Tags).Text("domain", n.Domain).
		Text("timestamp", moment(n.Time)).Text("session_id", n.SessionID).Text("source", n.Source)
	if n.Importance != nil {
		arguments["importance"] = *n.Importance
	}
	if n.AllowDuplicate {
		arguments["allow_duplicate"] = true
	}
	if len(n.Links) > 0 {
		arguments["link_to"] = n.Links
	}
	if len(n.Supersedes) > 0 {
		arguments["supersedes"] = n.Supersedes
	}
	if own {
		tool = "store_own_memory"
	}
	if n.ID != (store.ID{}) {
		arguments["id"] = n.ID
	}
	if n.Repeats > 0 {
		arguments["times_seen"], arguments["last_seen"] = n.Repeats+1, moment(n.LastRepeat)
	}
	arguments.Text("valid_from", moment(n.ValidFrom)).Text("valid_until", moment(n.ValidUntil))
	return r.call(ctx, tool, arguments, a)
}

// foreign returns the error for a field of a note that a server only accepts from its own user.
func foreign(n *engine.Note) error {
	what, name := "its own id "+n.ID.String(), "id"
	if n.ID == (store.ID{}) {
		what, name = fmt.Sprintf("that it was stored %d times", n.Repeats+1), "times_seen and last_seen"
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: "note brings " + what + ", which a server takes on its own machine only", Hint: "leave --connect away on the machine of the server, or leave " + name + " out"}
}
