package answer

import (
	"fmt"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/engine/ties"
)

// Links is what get_links answers: the links of one memory, or the proposals of a namespace.
type Links struct {
	ID        *store.ID  `json:"id,omitempty"`
	Links     []Link     `json:"links,omitempty"`
	More      int        `json:"more,omitempty"` // links that were left out
	Proposals []Proposed `json:"proposals,omitempty"`
	Total     int        `json:"total"` // of links, or of proposals
	Untrusted bool       `json:"untrusted"`
}

// Link is a link as the memory that was asked about sees it.
type Link struct {
	Kind    string   `json:"kind"` // given, learned, proposed, accepted, refused or supersedes
	Here    bool     `json:"leads_here,omitempty"`
	Weight  float64  `json:"weight"`
	ID      store.ID `json:"other"`
	Snippet string   `json:"snippet"`
}

// Proposed is a link that a dream has proposed.
type Proposed struct {
	A        store.ID  `json:"a"`
	B        store.ID  `json:"b"`
	SnippetA string    `json:"snippet_a"`
	SnippetB string    `json:"snippet_b"`
	Score    float64   `json:"score"`
	Date     time.Time `json:"date"`
}

// LinksFrom is what get_links says of the links of a memory.
func LinksFrom(id store.ID, a *engine.Around) Links {
	v := Links{ID: &id, More: a.More, Total: len(a.Links) + a.More, Untrusted: true}
	for _, l := range a.Links {
		v.Links = append(v.Links, Link{l.Kind, l.From, Round(l.Weight, 4), l.Other.ID, beginning(l.Other.Text)})
	}
	return v
}

// ProposalsFrom is what get_links says of proposals.
func ProposalsFrom(p *engine.Proposals) Links {
	v := Links{Total: p.Total, Untrusted: true}
	for _, o := range p.Shown {
		v.Proposals = append(v.Proposals, Proposed{o.A.ID, o.B.ID, beginning(o.A.Text), beginning(o.B.Text), Round(o.Weight, 4), o.At.UTC()})
	}
	return v
}

// Words lists them, a line each.
func (l Links) Words() string {
	var b strings.Builder
	switch {
	case l.ID != nil && len(l.Links) == 0:
		return "No links.\n"
	case l.ID == nil && len(l.Proposals) == 0:
		return "No proposals.\n"
	}
	fmt.Fprintf(&b, "%s:\n", untrustedWords)
	for _, o := range l.Links {
		way := ""
		if o.Here {
			way = " (leads here)"
		}
		fmt.Fprintf(&b, "%s%s %.2f %s %s\n", o.Kind, way, o.Weight, named(o.ID), o.Snippet)
	}
	for _, p := range l.Proposals {
		fmt.Fprintf(&b, "%.2f %s %s – %s %s\n", p.Score, named(p.A), p.SnippetA, named(p.B), p.SnippetB)
	}
	if more := l.Total - len(l.Links) - len(l.Proposals); more > 0 {
		fmt.Fprintf(&b, "%d more.\n", more)
	}
	if len(l.Proposals) > 0 {
		b.WriteString("decide_link accepts or refuses.\n")
	}
	return b.String()
}

// LinkDecided is what decide_link answers.
type LinkDecided struct {
	A      store.ID `json:"a"`
	B      store.ID `json:"b"`
	Before []string `json:"before"` // kinds of link between the two that were there
	Now    string   `json:"now"`    // accepted, refused or none
}

// LinkDecidedFrom is what is said of a decision.
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

// Linked is a memory to which a link of a hit leads.
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
