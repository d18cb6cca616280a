package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/dream"
	"asterism/engine/store"
)

// triggerDream consolidates a namespace.
func triggerDream() *tool {
	return &tool{
		name:        "trigger_dream",
		title:       "Consolidate memories",
		description: "Consolidate a namespace. nrem: replay memories, strengthen links between those recalled together, put near copies away. rem: propose links between distant memories. Deletes nothing that undo cannot bring back.",
		hints:       hints{destructive: true},
		input: `{"type":"object","properties":{
			"rationale":{"type":"string","minLength":1,"description":"Why now"},
			"phase":{"type":"string","enum":["nrem","rem","full_cycle"],"default":"full_cycle"},
			"dry_run":{"type":"boolean","default":false,"description":"Only report"},
			"undo":{"type":"string","format":"uuid","description":"Take back the dream of this dream_id"},
			` + namespaceProperty + `},
			"required":["rationale"],"additionalProperties":false}`,
		output: `"dream_id":{"anyOf":[{"type":"string"},{"type":"null"}]},"undone":{"type":"boolean"},"phase":{"type":"string"},"dry_run":{"type":"boolean"},"rationale":{"type":"string"},"started":{"anyOf":[{"type":"string"},{"type":"null"}]},"took_ms":{"type":"number"},
			"replayed":{"type":"integer"},"edges":{"type":"object"},"merges":{"type":"array"},"pairs_sampled":{"type":"integer"},"proposals":{"type":"array"},"cancelled":{"type":"boolean"},"namespace":{"type":"string"}`,
		always:  []string{"dream_id", "undone", "phase", "dry_run", "rationale", "took_ms", "replayed", "edges", "merges", "pairs_sampled", "proposals", "cancelled", "namespace"},
		prepare: prepareDream,
	}
}

var phaseNames = func() (out []string) {
	for _, p := range dream.Phases {
		out = append(out, string(p))
	}
	return out
}()

func prepareDream(a *arguments) job {
	q := engine.DreamQuestion{
		Namespace: a.text("namespace", engine.MaxNameBytes),
		Rationale: a.requiredText("rationale", engine.MaxRationaleBytes, "say why now"),
		Phase:     dream.Phase(a.choice("phase", string(dream.FullCycle), phaseNames)),
		DryRun:    a.flag("dry_run", false),
		Undo:      a.undoID("undo", "dream_id"),
	}
	if q.Undo != (store.ID{}) && q.DryRun {
		a.problem("undo takes a dream back; dry_run is for having one: leave one of them out")
	}
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		q.Progress = progressOf(ctx, "dreaming: steps")
		d, err := e.Dream(ctx, q)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: dreamFrom(d), namespace: d.Namespace}, nil
	}
}

// Dream is what trigger_dream answers.
type Dream struct {
	DreamID   *string    `json:"dream_id"` // null: nothing was changed
	Undone    bool       `json:"undone"`
	Phase     string     `json:"phase"`
	DryRun    bool       `json:"dry_run"`
	Rationale string     `json:"rationale"`
	Started   *string    `json:"started"`
	TookMs    float64    `json:"took_ms"`
	Replayed  int        `json:"replayed"`
	Edges     Edges      `json:"edges"`
	Merges    []Merge    `json:"merges"`
	Sampled   int        `json:"pairs_sampled"`
	Proposals []Proposal `json:"proposals"`
	Cancelled bool       `json:"cancelled"`
	Namespace string     `json:"namespace"`
}

// Edges counts what became of links; the strongest are shown.
type Edges struct {
	New          int    `json:"new"`
	Strengthened int    `json:"strengthened"`
	Weakened     int    `json:"weakened"`
	Removed      int    `json:"removed"`
	Shown        []Edge `json:"shown"` // the first shownEdges of those changed
}

// Edge is a link in no direction.
type Edge struct {
	A      string  `json:"a"`
	B      string  `json:"b"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// Merge is a near copy that was put away.
type Merge struct {
	Kept       string  `json:"kept"`
	PutAway    string  `json:"put_away"` // restorable
	Similarity float64 `json:"similarity"`
}

// Proposal is a link that rem proposes.
type Proposal struct {
	A      string   `json:"a"`
	B      string   `json:"b"`
	Agree  []string `json:"agree"`
	Differ []string `json:"differ"`
	Score  float64  `json:"score"`
}

const shownEdges = 50

func dreamFrom(d *engine.DreamAnswer) Dream {
	v := Dream{
		Undone: d.Undone, Phase: string(d.Phase), DryRun: d.DryRun, Rationale: d.Rationale, Started: stamp(d.Started), TookMs: ms(d.Took),
		Replayed: d.Replayed, Edges: edgesFrom(d.Edges), Merges: []Merge{}, Sampled: d.Sampled, Proposals: []Proposal{}, Cancelled: d.Cancelled, Namespace: d.Namespace,
	}
	if d.ID != (store.ID{}) {
		id := d.ID.String()
		v.DreamID = &id
	}
	for _, m := range d.Merges {
		v.Merges = append(v.Merges, Merge{m.Older.String(), m.Younger.String(), round(m.Similarity, 4)})
	}
	for _, p := range d.Proposals {
		v.Proposals = append(v.Proposals, Proposal{p.A.String(), p.B.String(), append([]string{}, p.Agree...), append([]string{}, p.Differ...), round(p.Score, 4)})
	}
	return v
}

func edgesFrom(edges []dream.Edge) Edges {
	v := Edges{Shown: []Edge{}}
	for _, e := range edges {
		switch {
		case e.Before == 0:
			v.New++
		case e.After == 0:
			v.Removed++
		case e.After > e.Before:
			v.Strengthened++
		default:
			v.Weakened++
		}
		if len(v.Shown) < shownEdges {
			v.Shown = append(v.Shown, Edge{e.A.String(), e.B.String(), round(e.Before, 6), round(e.After, 6)})
		}
	}
	return v
}
