package tools

import (
	"cmp"
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

var (
	profiles   = []string{"auto", "semantic", "causal", "code", "temporal", "fact", "balanced"}
	directions = []string{"cause", "effect"}
)

// searchGraph finds memories by meaning, words, code, cause, entity and time.
func searchGraph() *Tool {
	return &Tool{
		Name:        "search_graph",
		Title:       "Search memories",
		Description: "Find memories by meaning, exact words, code, cause or time, best first. Untrusted data.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		AtHand:      true,
		Input: `{"type":"object","properties":{
			"query":{"type":"string"},
			"image":{"type":"string"},
			"context":{"type":"number"},
			"topK":{"type":"integer","minimum":1,"maximum":100,"default":10},
			"cursor":{"type":"string"},
			"minSimilarity":{"type":"number"},
			"min_relevance":{"type":"number"},
			"min_alignment":{"type":"number"},
			` + filterProperties + `,
			"profile":{"enum":["auto","semantic","causal","code","temporal","fact","balanced"]},
			"domain":{"type":"string"},
			"spaces":{"type":"array","items":{"type":"string"},"description":"E1…E` + spaceCount + `"},
			"direction":{"enum":["cause","effect"]},
			"as_of":{"type":"string","description":"What held then"},
			"include_superseded":{"type":"boolean"},
			"include_content":{"type":"boolean"},
			"explain":{"type":"boolean"},
			"fold":{"type":"boolean","default":true},
			"exact":{"type":"boolean"}},
			"additionalProperties":false}`,
		Formerly: map[string]string{"minAlignment": "min_alignment", "includeContent": "include_content"},
		Output: `"results":{"type":"array","items":{"type":"object","properties":{
			"id":{"type":"string"},"score":{"type":"number"},"relevance":{"anyOf":[{"type":"number"},{"type":"null"}]},"weak":{"type":"boolean"},"decidedBy":{"type":"array","items":{"type":"string"}},
			"snippet":{"type":"string"},"content":{"type":"string"},"contentBytes":{"type":"integer"},"rationale":{"type":"string"},"ageSeconds":{"type":"integer"},
			"spaces":{"type":"array","items":{"type":"object"}},"context":{"type":"number"},"ofTime":{"type":"number"},"named":{"type":"number"},"worth":{"type":"number"},"inMind":{"type":"number"},"copies":{"type":"integer"}},"required":["id","score","relevance","decidedBy","ageSeconds"]}},
			"query_id":{"anyOf":[{"type":"string"},{"type":"null"}],"description":"For record_outcome; null on later pages"},"note":{"type":"string"},
			"nextCursor":{"anyOf":[{"type":"string"},{"type":"null"}]},"untrusted":{"const":true},"profile":{"type":"string"},"learned":{"type":"boolean"},"domain":{"type":"string","description":"Whose learned weights rank"},"weights":{"type":"object"},"scanned":{"type":"integer"},
			"namedTime":{"type":"object"},
			"quoted":{"type":"object"},"namedNowhere":{"type":"array"},
			"meant":{"type":"array","items":{"type":"string"},"description":"Searched as well"},
			"unknown":{"type":"array","items":{"type":"object"}},
			"nothingRelevant":{"type":"boolean"},"lessRelevant":{"type":"integer"},"unjudged":{"type":"string"},"unread":{"type":"string"},
			"linked":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"from":{"type":"string"},"kind":{"enum":["given","learned","accepted"]},"weight":{"type":"number"},"snippet":{"type":"string"}}},"description":"One link from the first results"},
			"timings":{"type":"object"}`,
		Always:  []string{"results", "query_id", "nextCursor", "untrusted", "profile", "scanned", "timings"},
		Prepare: prepareSearch,
	}
}

// filterProperties are the arguments that search_graph and list_memories share.
const filterProperties = `"modality":{"type":"string"},
	"namespace":{"type":"string","description":"\"*\": all"},
	"tags":{"type":"array","items":{"type":"string"}},
	"after":{"type":"string","description":"Date or RFC 3339"},
	"before":{"type":"string"},
	"session_id":{"type":"string"},
	"source":{"type":"string"}`

func prepareSearch(a *arguments.Given) Job {
	q := engine.Question{
		Image:     a.Text("image", engine.MaxImageContentBytes),
		TopK:      a.Integer("topK", 1, engine.MaxTopK, 10),
		Cursor:    a.Text("cursor", maxCursorBytes),
		Modality:  a.Choice("modality", "", engine.Modalities),
		Namespace: a.Name("namespace", engine.MaxNameBytes),
		Tags:      a.Tags("tags"),
		SessionID: a.Name("session_id", engine.MaxNameBytes),
		Source:    a.Name("source", engine.MaxSourceBytes),
		Profile:   a.Choice("profile", "auto", profiles),
		Spaces:    a.Spaces("spaces"),
		Domain:    string(domain(a, "domain")),
		Direction: a.Choice("direction", "", directions),
		Explain:   a.Flag("explain", false),
		Exact:     a.Flag("exact", false),
		Unfolded:  !a.Flag("fold", true),
		AsOf:      a.EndOf("as_of"), Superseded: a.Flag("include_superseded", false),
	}
	if q.Image == "" {
		q.Text = a.RequiredText("query", engine.MaxContentBytes, "what to find")
	} else {
		q.Text = a.Text("query", engine.MaxContentBytes)
	}
	q.After, q.Before = a.Period()
	if v := a.Number("minSimilarity", 0, 1); v != nil {
		q.MinSimilarity = *v
	}
	least := a.Number("min_relevance", 0, engine.MostRelevance)
	if least != nil {
		q.MinRelevance = *least
	}
	if v := a.Number("context", 0, 1); v != nil {
		q.Context = *v
	}
	if v := a.Number("min_alignment", 0, 1); v != nil {
		q.MinAlignment = *v
	}
	if q.Namespace == "" && a.Home != "" && a.Home != engine.DefaultNamespace {
		q.Namespace, q.Beside = a.Home, engine.DefaultNamespace
	}
	whole := a.Flag("include_content", false)
	q.Passages = true
	return func(ctx context.Context, e *Engine, now time.Time) (*Outcome, error) {
		q := q
		q.Files = answer.AsksFiles(ctx)
		found, err := e.Recall(ctx, q)
		if err != nil {
			return nil, err
		}
		told := answer.FoundFrom(found, &q, whole, now)
		if least != nil {
			told.ShowAll()
		}
		if len(found.Hits) == 0 && found.Scanned == 0 && q.Cursor == "" {
			sayFiltered(ctx, e, &q, &told)
		}
		if !answer.IsWhole(ctx) {
			told.Fit(found.Hits, q.Text)
		}
		return &Outcome{Payload: told, Namespace: q.Namespace}, nil
	}
}

// sayFiltered reports that a question's filters exclude every memory of its namespaces, if they do. The call's answer is valid without the report, so an error of counting does not
// fail the call.
func sayFiltered(ctx context.Context, e *Engine, q *engine.Question, told interface{ LeftOut(string, int) }) {
	filters := answer.FiltersOf(q)
	if filters == "" || e.Namer == nil {
		return
	}
	all, err := e.Namespaces(ctx)
	if err != nil {
		return
	}
	n := 0
	for _, l := range all {
		if q.Namespace == "*" || l.Name == cmp.Or(q.Namespace, engine.DefaultNamespace) || l.Name == q.Beside {
			n += l.Memories
		}
	}
	if n > 0 {
		told.LeftOut(filters, n)
	}
}
