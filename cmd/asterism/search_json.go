package main

import (
	"time"

	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/answer"
)

// jsonLinked returns the memories one link away from the first hits, as JSON.
func jsonLinked(f *engine.Found) []map[string]any {
	out := []map[string]any{}
	for _, l := range f.Linked {
		out = append(out, map[string]any{"id": l.Memory.ID, "from": l.From, "kind": l.Kind, "weight": l.Weight, "content": l.Memory.Content})
	}
	return out
}

// jsonFound returns the answer of a search as JSON; explain adds the parts of each score.
func jsonFound(f *engine.Found, explain bool) map[string]any {
	hits := []map[string]any{}
	for _, h := range f.Hits {
		m := h.Memory
		hit := map[string]any{"id": m.ID, "score": h.Score, "relevance": orNull(&h), "weak": h.Weak, "content": m.Content, "rationale": m.Rationale, "source": m.Source, "namespace": m.Namespace, "tags": m.Tags,
			"modality": m.Modality, "timestamp": m.Time, "decided_by": decided(h), "copies": h.Copies}
		if h.Copies > 0 {
			hit["first"], hit["last"] = h.First, h.Last
		}
		if o := h.SaidOtherwise; o != nil {
			hit["said_otherwise"] = map[string]any{"id": o.ID, "timestamp": o.Time, "reason": o.Reason}
		}
		if h.Through != nil || len(h.Supersedes) > 0 || !h.Current() {
			hit["chain"], hit["through"] = jsonChain(&h.Chain), h.Through
		}
		if explain {
			spaces := map[string]any{}
			for _, s := range h.Spaces {
				spaces[s.Space.Code()] = map[string]any{"similarity": s.Similarity, "rank": s.Rank}
			}
			hit["spaces"], hit["context"], hit["of_time"], hit["copy_ids"], hit["words"] = spaces, h.Context, h.OfTime, append([]store.ID{}, h.CopyIDs...), h.Words
			hit["filed"] = h.Filed
		}
		hits = append(hits, hit)
	}
	return map[string]any{"hits": hits, "linked": jsonLinked(f), "unknown": jsonUnknown(f.Unknown), "named_time": jsonNamedTime(f), "query_id": words.OrNull(answerID(f)), "next_cursor": f.Next, "weights": f.Profile, "learned": f.Learned, "scanned": f.Scanned,
		"less_relevant": f.LessRelevant, "unjudged": words.OrNull(f.Unjudged), "unread": f.Unread, "named_nowhere": append([]string{}, f.NamedNowhere...),
		"timings_ms": map[string]float64{"tokenise": ms(f.Timings.Tokenise), "queue": ms(f.Timings.Queue), "infer": ms(f.Timings.Infer), "search": ms(f.Timings.Search), "read": ms(f.Timings.Store)}}
}

// jsonUnknown returns the requested names that no memory has.
func jsonUnknown(all []engine.Unknown) []answer.Unknown {
	return append([]answer.Unknown{}, answer.UnknownFrom(all)...)
}

// jsonNamedTime returns the time in the question's words; nil: none.
func jsonNamedTime(f *engine.Found) any {
	if f.After.IsZero() && f.Before.IsZero() {
		return nil
	}
	side := func(t time.Time) any {
		if t.IsZero() {
			return nil
		}
		return t
	}
	return map[string]any{"after": side(f.After), "before": side(f.Before), "memories": f.OfTime}
}

// answerID returns the id for recording outcomes; "" if that is not possible.
func answerID(f *engine.Found) string {
	if f.ID == (store.ID{}) {
		return ""
	}
	return f.ID.String()
}

// orNull returns a hit's relevance, nil if it has none.
func orNull(h *engine.Hit) any {
	if !h.Judged {
		return nil
	}
	return answer.Round(h.Relevance, 2) // as a server returns it
}

// ms returns a duration in milliseconds.
func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
