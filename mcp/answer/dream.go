package answer

import (
	"fmt"

	"asterism/engine"
	"asterism/engine/dream"
	"asterism/engine/store"
)

// Dream is what trigger_dream answers.
type Dream struct {
	DreamID   *string           `json:"dream_id"` // null: nothing was changed
	Undone    bool              `json:"undone"`
	Phase     string            `json:"phase"`
	DryRun    bool              `json:"dry_run"`
	Rationale string            `json:"rationale"`
	Started   *string           `json:"started"`
	TookMs    float64           `json:"took_ms"`
	Replayed  int               `json:"replayed"`
	Edges     Edges             `json:"edges"`
	Merges    []Merge           `json:"merges"`
	Sampled   int               `json:"pairs_sampled"`
	Proposals []Proposal        `json:"proposals"`
	Snippets  map[string]string `json:"snippets,omitempty"` // by id: the beginnings of the memories in the first shownOfDream merges and proposals
	Cancelled bool              `json:"cancelled"`
	Namespace string            `json:"namespace"`
	LeftAlone int               `json:"left_alone,omitempty"` // copies that were merged before and restored: dreams do not merge them again
	Undid     *Undid            `json:"undid,omitempty"`      // of an undo: what it changed now; merges, edges and proposals describe the dream
}

// Undid describes what an undo changed.
type Undid struct {
	Before    bool `json:"before,omitempty"` // the dream had been undone already: nothing was changed
	Copies    int  `json:"copies"`           // restored
	Links     int  `json:"links"`            // given their weights back
	Proposals int  `json:"proposals"`        // withdrawn
}

// words returns that in words.
func (u *Undid) words() string {
	if u.Before {
		return "The dream had been undone before; nothing was changed.\n"
	}
	return fmt.Sprintf("The dream is undone: %s restored, %s reset, %s withdrawn.\n", count(u.Copies, "copy", "copies"), count(u.Links, "link", "links"), count(u.Proposals, "proposal", "proposals"))
}

// Edges counts the changes of links. The strongest are shown.
type Edges struct {
	New          int    `json:"new"`
	Strengthened int    `json:"strengthened"`
	Weakened     int    `json:"weakened"`
	Removed      int    `json:"removed"`
	Shown        []Edge `json:"shown"` // the first shownEdges of those changed
}

// Edge is an undirected link.
type Edge struct {
	A      string  `json:"a"`
	B      string  `json:"b"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// Merge is a near copy that the dream forgot.
type Merge struct {
	Kept       string  `json:"kept"`
	PutAway    string  `json:"put_away"` // restorable
	Similarity float64 `json:"similarity"`
}

// Proposal is a link that rem proposes.
type Proposal struct {
	A      string   `json:"a"`
	B      string   `json:"b"`
	Score  float64  `json:"score"`
	Shared []string `json:"shared,omitempty"` // words of both, those that tell most first; none of a dream that was undone
}

const shownEdges = 50

// ShownOfDream returns the memories whose beginnings are part of the answer.
func ShownOfDream(d *engine.DreamAnswer) (ids []store.ID) {
	for _, m := range d.Merges[:min(shownOfDream, len(d.Merges))] {
		ids = append(ids, m.Younger)
	}
	for _, p := range d.Proposals[:min(shownOfDream, len(d.Proposals))] {
		ids = append(ids, p.A, p.B)
	}
	return ids
}

// DreamFrom converts a dream to the answer of trigger_dream, with the texts of [ShownOfDream].
func DreamFrom(d *engine.DreamAnswer, texts map[store.ID]string) Dream {
	v := Dream{
		Undone: d.Undone, Phase: string(d.Phase), DryRun: d.DryRun, Rationale: d.Rationale, Started: Stamp(d.Started), TookMs: ms(d.Took),
		Replayed: d.Replayed, Edges: edgesFrom(d.Edges), Merges: []Merge{}, Sampled: d.Sampled, Proposals: []Proposal{}, Cancelled: d.Cancelled, Namespace: d.Namespace,
	}
	v.LeftAlone = d.LeftAlone
	if d.Undone {
		v.Undid = &Undid{d.Undid.Before, d.Undid.Copies, d.Undid.Links, d.Undid.Proposals}
	}
	if d.ID != (store.ID{}) {
		id := d.ID.String()
		v.DreamID = &id
	}
	for id, text := range texts {
		if v.Snippets == nil {
			v.Snippets = map[string]string{}
		}
		v.Snippets[id.String()] = beginning(text)
	}
	for _, m := range d.Merges {
		v.Merges = append(v.Merges, Merge{m.Older.String(), m.Younger.String(), Round(m.Similarity, 4)})
	}
	for _, p := range d.Proposals {
		v.Proposals = append(v.Proposals, Proposal{p.A.String(), p.B.String(), Round(p.Score, 4), p.Shared})
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
			v.Shown = append(v.Shown, Edge{e.A.String(), e.B.String(), Round(e.Before, 6), Round(e.After, 6)})
		}
	}
	return v
}

// shownOfDream is how many merges and proposals the text contains.
const shownOfDream = 4

// beginningRunes is how many characters are enough to recognise a memory: eight English words.
const beginningRunes = 48

// beginning returns the beginning of a text on one line, cut after a word if possible.
func beginning(text string) string {
	return cut(text, beginningRunes)
}
