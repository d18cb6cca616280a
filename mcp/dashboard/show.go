package dashboard

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/engine/ties"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
	"asterism/mcp/tools"
)

// view is data for the page that no tool returns. Each only reads, and is limited.
type view struct {
	allowed []string
	read    func(a *arguments.Given) func(ctx context.Context, e *tools.Engine) (any, error)
}

var views = map[string]view{
	"around": {[]string{"id", "nearest"}, around},
	"map":    {[]string{"namespace", "tags", "after", "before", "nodes", "kin"}, mapOf},
	"days":   {[]string{"namespace", "tags", "zone"}, days},
	"strays": {[]string{"namespace", "most"}, strays},
}

// show answers POST /dashboard/data/show/{view}.
func (o *Options) show(r *http.Request) (any, error) {
	name := r.PathValue("view")
	v, ok := views[name]
	if !ok {
		return nil, &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("the dashboard has no view %q", name), Hint: "it has around, days, map and strays"}
	}
	body, err := bodyOf(r)
	if err != nil {
		return nil, err
	}
	a, err := arguments.Decode(body, v.allowed, nil)
	if err != nil {
		return nil, err
	}
	do := v.read(a)
	if err := a.Err(); err != nil {
		return nil, err
	}
	e, err := o.Engine(r.Context())
	if err != nil {
		return nil, err
	}
	return do(r.Context(), e)
}

// Brief is the short form of a memory.
type Brief struct {
	ID        store.ID  `json:"id"`
	Namespace string    `json:"namespace"`
	Timestamp time.Time `json:"timestamp,omitzero"`
	Snippet   string    `json:"snippet"`
	Forgotten bool      `json:"forgotten,omitempty"`
}

func briefFrom(b *ties.Brief) Brief {
	return Brief{b.ID, b.Namespace, b.Time.UTC(), b.Text, b.Forgotten}
}

// Around has the neighbours of a memory, and the outcomes recorded for it.
type Around struct {
	Links   []Link    `json:"links"`
	More    int       `json:"more,omitempty"`
	Nearest []Nearest `json:"nearest"`
	Worth   *Worth    `json:"worth"` // null: nothing was recorded
}

// Link is a link as the memory sees it.
type Link struct {
	Kind   string  `json:"kind"` // given, learned, proposed, supersedes, accepted, refused
	From   bool    `json:"from"` // the link leads from the other memory to this one
	Weight float64 `json:"weight"`
	Brief
}

// Nearest is a memory with a similar meaning.
type Nearest struct {
	Similarity float64 `json:"similarity"`
	Brief
}

// Worth summarises a memory's recorded outcomes. They fade, so outcomes is not a whole number.
type Worth struct {
	Questions int       `json:"questions"`
	Outcomes  float64   `json:"outcomes"`
	Useful    float64   `json:"useful"`
	Last      time.Time `json:"last"`
}

func around(a *arguments.Given) func(context.Context, *tools.Engine) (any, error) {
	id, k := a.ID("id"), a.Integer("nearest", 0, engine.MaxNearest, 6)
	return func(ctx context.Context, e *tools.Engine) (any, error) {
		got, told, err := e.Around(ctx, id, k)
		if err != nil {
			return nil, err
		}
		out := Around{Links: []Link{}, Nearest: []Nearest{}, More: got.More}
		for i := range got.Links {
			l := &got.Links[i]
			out.Links = append(out.Links, Link{l.Kind, l.From, answer.Round(l.Weight, 4), briefFrom(&l.Other)})
		}
		for i := range got.Nearest {
			n := &got.Nearest[i]
			out.Nearest = append(out.Nearest, Nearest{answer.Round(n.Similarity, 4), briefFrom(&n.Other)})
		}
		if told.Questions > 0 {
			out.Worth = &Worth{told.Questions, answer.Round(told.Outcomes, 2), answer.Round(told.Useful, 4), told.Last.UTC()}
		}
		return out, nil
	}
}

// Map is memories and their joins. A join has its two ends as indexes in nodes, its kind and its weight.
type Map struct {
	Nodes   []Node `json:"nodes"`
	Joins   []Join `json:"joins"`
	Outside int    `json:"outside"` // number of links to other memories
	More    bool   `json:"more"`    // there are older memories
}

// Node is a memory of a map.
type Node struct {
	Brief
	Tags       []string `json:"tags,omitempty"`
	Importance float64  `json:"importance"`
}

// Join is a line of a map.
type Join struct {
	A      int     `json:"a"`
	B      int     `json:"b"`
	Kind   string  `json:"kind"` // given, learned, proposed, supersedes, accepted, near
	Weight float64 `json:"weight"`
}

func mapOf(a *arguments.Given) func(context.Context, *tools.Engine) (any, error) {
	q := engine.MapQuestion{Namespace: a.Text("namespace", engine.MaxNameBytes), Tags: a.Tags("tags"), Nodes: a.Integer("nodes", 1, engine.MaxMapNodes, 500), Kin: a.Integer("kin", 0, engine.MaxKin, 2)}
	q.After, q.Before = a.Period()
	return func(ctx context.Context, e *tools.Engine) (any, error) {
		m, err := e.Map(ctx, q)
		if err != nil {
			return nil, err
		}
		out := Map{Nodes: []Node{}, Joins: []Join{}, Outside: m.Outside, More: m.More}
		for i := range m.Nodes {
			n := &m.Nodes[i]
			out.Nodes = append(out.Nodes, Node{briefFrom(&n.Brief), n.Tags, answer.Round(n.Importance, 4)})
		}
		for _, j := range m.Joins {
			out.Joins = append(out.Joins, Join{j.A, j.B, j.Kind, answer.Round(j.Weight, 4)})
		}
		return out, nil
	}
}

// Strays are the memories with the lowest alignment with the goal.
type Strays struct {
	Strays   []Stray `json:"strays"`
	Measured int     `json:"measured"` // number of memories with an alignment
}

// Stray is one of them. Theta is its alignment with the goal.
type Stray struct {
	Theta float64 `json:"theta"`
	// SupersededBy are the memories that are current in its place. NotCurrent means that it is not valid now.
	SupersededBy []store.ID `json:"superseded_by,omitempty"`
	NotCurrent   bool       `json:"not_current,omitempty"`
	Brief
}

func strays(a *arguments.Given) func(context.Context, *tools.Engine) (any, error) {
	namespace, most := a.Text("namespace", engine.MaxNameBytes), a.Integer("most", 1, engine.MaxStrays, 10)
	return func(ctx context.Context, e *tools.Engine) (any, error) {
		list, measured, err := e.Strays(ctx, namespace, most)
		if err != nil {
			return nil, err
		}
		out := Strays{Strays: []Stray{}, Measured: measured}
		for _, s := range list {
			b := engine.BriefOf(s.Memory)
			chain, err := e.Chain(ctx, s.Memory.ID)
			var gone *engine.Error
			if errors.As(err, &gone) && gone.Kind == engine.KindNotFound { // removed for good after it was counted
				continue
			}
			if err != nil {
				return nil, err
			}
			stray := Stray{Theta: answer.Round(s.Theta, 4), NotCurrent: !chain.Current(), Brief: briefFrom(&b)}
			for i := range chain.SupersededBy {
				stray.SupersededBy = append(stray.SupersededBy, chain.SupersededBy[i].ID)
			}
			out.Strays = append(out.Strays, stray)
		}
		return out, nil
	}
}
