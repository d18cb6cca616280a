package answer

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/engine/ties"
)

// Links is what get_links answers: the links of one memory, or the proposals of a namespace.
type Links struct {
	ID        *store.ID   `json:"id,omitempty"`
	Links     []Link      `json:"links,omitempty"`
	More      int         `json:"more,omitempty"`         // number of links left out
	Belongs   []Belonging `json:"belongs_with,omitempty"` // close by links and text, but not linked
	Proposals []Proposed  `json:"proposals,omitempty"`
	Total     int         `json:"total"` // of links, or of proposals
	Untrusted bool        `json:"untrusted"`

	shown int // number of links in the text
}

// Link is a link as seen from the requested memory.
type Link struct {
	Kind    string   `json:"kind"` // given, learned, proposed, accepted, refused or supersedes
	Here    bool     `json:"leads_here,omitempty"`
	Weight  float64  `json:"weight"`
	ID      store.ID `json:"other"`
	Snippet string   `json:"snippet"`

	Forgotten bool `json:"forgotten,omitempty"` // the other memory is forgotten and can be restored
}

// Belonging is a memory that is not linked but close, by the links and texts of both. Similarity is a cosine.
type Belonging struct {
	Similarity float64  `json:"similarity"`
	ID         store.ID `json:"other"`
	Snippet    string   `json:"snippet"`
}

// Proposed is a link that a dream has proposed.
type Proposed struct {
	A        store.ID  `json:"a"`
	B        store.ID  `json:"b"`
	SnippetA string    `json:"snippet_a"`
	SnippetB string    `json:"snippet_b"`
	Score    float64   `json:"score"`
	Shared   []string  `json:"shared,omitempty"` // words of both, those that tell most first
	Date     time.Time `json:"date"`
}

// LinksFrom returns the answer of get_links for a memory: its links, and memories close to it. The text shows at most shown links; 0: the default.
func LinksFrom(id store.ID, a *engine.Around, near []engine.Near, shown int) Links {
	v := Links{ID: &id, More: a.More, Total: len(a.Links) + a.More, Untrusted: true, shown: cmp.Or(shown, mostLinksAsked)}
	v.Links = linksFrom(a)
	for _, n := range near {
		v.Belongs = append(v.Belongs, Belonging{Round(n.Similarity, 4), n.Other.ID, beginning(n.Other.Text)})
	}
	return v
}

func linksFrom(a *engine.Around) (out []Link) {
	for _, l := range a.Links {
		out = append(out, Link{l.Kind, l.From, Round(l.Weight, 4), l.Other.ID, beginning(l.Other.Text), l.Other.Forgotten})
	}
	return out
}

// words returns the link as a line.
func (l *Link) words() string {
	way := ""
	if l.Here {
		way = " (leads here)"
	}
	if l.Forgotten {
		way += " (forgotten)"
	}
	return fmt.Sprintf("%s%s %.2f %s %s\n", l.Kind, way, l.Weight, named(l.ID), l.Snippet)
}

// WithLinks adds all links from and to a memory, of every kind.
func (g *Got) WithLinks(a *engine.Around) {
	g.Links, g.LinksMore = linksFrom(a), a.More
	if g.Links == nil {
		g.Links = []Link{}
	}
}

// How many links the text of an answer shows, the heaviest first: of a memory, and if only links were requested. Dreams make many links, and each costs a reader about twenty
// tokens.
const (
	mostLinks      = 5
	mostLinksAsked = 20
)

// linkWords lists them, if requested.
func (g *Got) linkWords() string {
	switch {
	case g.Links == nil:
		return ""
	case len(g.Links) == 0:
		return "No links.\n"
	}
	out := "Links:\n"
	shown := g.Links[:min(mostLinks, len(g.Links))]
	for i := range shown {
		out += "  " + shown[i].words()
	}
	return out + moreLinks("  ", len(g.Links)+g.LinksMore, len(g.Links), len(shown), "get_links has them")
}

// moreLinks says how many links the text does not show, and how to see them if the structured content has them.
func moreLinks(indent string, all, told, shown int, way string) string {
	switch {
	case all == shown:
		return ""
	case told == shown:
		return fmt.Sprintf("%s%d more.\n", indent, all-shown)
	}
	return fmt.Sprintf("%s%d more; %s.\n", indent, all-shown, way)
}

// ProposalsFrom converts proposals to the answer of get_links.
func ProposalsFrom(p *engine.Proposals) Links {
	v := Links{Total: p.Total, Untrusted: true}
	for _, o := range p.Shown {
		v.Proposals = append(v.Proposals, Proposed{o.A.ID, o.B.ID, beginning(o.A.Text), beginning(o.B.Text), Round(o.Weight, 4), o.Shared, o.At.UTC()})
	}
	return v
}

// Words lists them, one a line.
func (l Links) Words() string {
	var b strings.Builder
	switch {
	case l.ID != nil && len(l.Links) == 0:
		return "No links.\n"
	case l.ID == nil && len(l.Proposals) == 0:
		return "No proposals; trigger_dream (rem) looks for some.\n"
	}
	fmt.Fprintf(&b, "%s:\n", untrustedWords)
	shown := l.Links[:min(l.shown, len(l.Links))]
	for i := range shown {
		b.WriteString(shown[i].words())
	}
	for _, p := range l.Proposals {
		fmt.Fprintf(&b, "%.2f %s %s – %s %s%s\n", p.Score, named(p.A), p.SnippetA, named(p.B), p.SnippetB, bothSay(p.Shared))
	}
	b.WriteString(moreLinks("", l.Total, len(l.Links)+len(l.Proposals), len(shown)+len(l.Proposals), "a larger limit shows them"))
	if len(l.Belongs) > 0 {
		b.WriteString("Not linked, but belongs with it:\n")
	}
	for _, o := range l.Belongs {
		fmt.Fprintf(&b, "%.2f %s %s\n", o.Similarity, named(o.ID), o.Snippet)
	}
	if len(l.Proposals) > 0 {
		b.WriteString("decide_link with both ids accepts or refuses one.\n")
	}
	return b.String()
}

// LinkDecided is what decide_link answers.
type LinkDecided struct {
	A      store.ID `json:"a"`
	B      store.ID `json:"b"`
	Before []string `json:"before"` // kinds of earlier links between the two
	Now    string   `json:"now"`    // accepted, refused or none
}

// LinkDecidedFrom converts a decision.
func LinkDecidedFrom(d *engine.LinkDecided) LinkDecided {
	v := LinkDecided{A: d.A.ID, B: d.B.ID, Before: append([]string{}, d.Before...), Now: d.Now}
	if v.Now == "" {
		v.Now = "none"
	}
	return v
}

// Words says what the link is now.
func (d LinkDecided) Words() string {
	before := strings.Join(d.Before, ", ")
	if before == "" {
		before = "none"
	}
	return fmt.Sprintf("Link %s – %s: %s (was %s).\n", named(d.A), named(d.B), d.Now, before)
}

// Linked is a memory at the other end of a hit's link.
type Linked struct {
	ID      store.ID `json:"id"`
	From    store.ID `json:"from"` // the hit
	Kind    string   `json:"kind"`
	Weight  float64  `json:"weight"`
	Snippet string   `json:"snippet"`
}

func linkedFrom(all []ties.Via) (out []Linked) {
	for _, v := range all {
		out = append(out, Linked{v.Memory.ID, v.From, v.Kind, Round(v.Weight, 4), beginning(engine.Shown(v.Memory))})
	}
	return out
}
