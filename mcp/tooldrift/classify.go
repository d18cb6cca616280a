package tooldrift

import (
	"fmt"
	"slices"
)

// key is one occurrence of a name. The nth occurrence is compared with the nth in the other list, so that duplicates have a definite result. They are also reported as ambiguous.
type key struct {
	name string
	nth  int
}

// pairing is two matched lists.
type pairing struct {
	before, after   []Tool
	beforeK, afterK []key
	was, is         map[key]int // place in before, in after
}

// Classify compares two lists of tools. It is a pure function.
//
// If after is incomplete, tools missing in it are Unseen and not Removed. Everything else is judged as if before had never contained them.
func Classify(before, after List) Report {
	r := Report{
		Kind: Identity, Risk: None,
		Added: []string{}, Removed: []string{}, Edited: []string{}, Moved: []string{}, Ambiguous: []string{}, Unseen: []string{}, Returned: []string{},
		Renamed: []Rename{}, Reasons: []Reason{}, Edits: []ToolEdit{},
		Before: Side{len(before.Tools), before.Digest()}, After: Side{len(after.Tools), after.Digest()},
		Incomplete: incomplete(before, after),
	}
	p := pair(before.Tools, after.Tools)
	if after.Incomplete != "" {
		p = p.withoutUnseen(&r)
	}
	p.names(&r)
	r.Kind = p.kind(&r)
	r.Divergence = p.divergence()
	p.reasons(&r)
	return r
}

func incomplete(before, after List) string {
	switch {
	case after.Incomplete != "":
		return "the new list: " + after.Incomplete
	case before.Incomplete != "":
		return "the earlier list: " + before.Incomplete
	}
	return ""
}

func pair(before, after []Tool) *pairing {
	p := &pairing{before: before, after: after}
	p.beforeK, p.was = keys(before)
	p.afterK, p.is = keys(after)
	return p
}

func keys(tools []Tool) ([]key, map[key]int) {
	seen, place, out := map[string]int{}, map[key]int{}, make([]key, len(tools))
	for i, t := range tools {
		out[i] = key{t.Name, seen[t.Name]}
		seen[t.Name]++
		place[out[i]] = i
	}
	return out, place
}

// withoutUnseen removes from before the tools that the incomplete list has not shown.
func (p *pairing) withoutUnseen(r *Report) *pairing {
	var kept []Tool
	for i, k := range p.beforeK {
		if _, ok := p.is[k]; ok {
			kept = append(kept, p.before[i])
		} else {
			r.Unseen = append(r.Unseen, k.name)
		}
	}
	return pair(kept, p.after)
}

// names fills in which tools were added, removed, edited and moved, and which names are ambiguous.
func (p *pairing) names(r *Report) {
	for _, k := range p.beforeK {
		if _, ok := p.is[k]; !ok {
			r.Removed = append(r.Removed, k.name)
		}
		if k.nth == 1 {
			r.Ambiguous = append(r.Ambiguous, k.name)
		}
	}
	var order []int // places in before of the common tools, in the order of after
	for i, k := range p.afterK {
		at, ok := p.was[k]
		switch {
		case !ok:
			r.Added = append(r.Added, k.name)
		case p.before[at].content != p.after[i].content:
			r.Edited = append(r.Edited, k.name)
			r.Edits = append(r.Edits, editOf(p.before[at], p.after[i], i))
		}
		if ok {
			order = append(order, at)
		}
		if _, told := p.was[k]; k.nth == 1 && !told { // otherwise the earlier list has it twice, too
			r.Ambiguous = append(r.Ambiguous, k.name)
		}
	}
	stay := increasing(order)
	for _, at := range order {
		if _, stays := slices.BinarySearch(stay, at); !stays {
			r.Moved = append(r.Moved, p.before[at].Name)
		}
	}
	r.Renamed = p.renames()
}

// kind checks in the order identity, remove, append, edit, reorder.
func (p *pairing) kind(r *Report) Kind {
	inPlace := len(p.afterK) >= len(p.beforeK) && slices.Equal(p.beforeK, p.afterK[:len(p.beforeK)])
	switch {
	case len(r.Removed) > 0:
		return Remove
	case !inPlace:
		return Reorder
	case len(r.Edited) > 0:
		return Edit
	case len(r.Added) > 0:
		return Append
	}
	return Identity
}

// divergence returns nil if nothing differs.
func (p *pairing) divergence() *Divergence {
	i := 0
	for i < len(p.before) && i < len(p.after) && p.before[i].content == p.after[i].content {
		i++
	}
	if i == len(p.before) && i == len(p.after) {
		return nil
	}
	return &Divergence{Index: i, Byte: commonPrefix(List{Tools: p.before}.canonical(), List{Tools: p.after}.canonical())}
}

// renames pairs removed tools with added ones that are equal except for the name. Each is used once, in list order.
func (p *pairing) renames() []Rename {
	out, came := []Rename{}, map[string][]string{} // names by content
	for j, n := range p.afterK {
		if _, old := p.was[n]; !old {
			content := p.after[j].contentBut("name")
			came[content] = append(came[content], n.name)
		}
	}
	if len(came) == 0 {
		return out
	}
	for i, k := range p.beforeK {
		if _, ok := p.is[k]; ok {
			continue
		}
		content := p.before[i].contentBut("name")
		if names := came[content]; len(names) > 0 {
			out = append(out, Rename{k.name, names[0]})
			came[content] = names[1:]
		}
	}
	return out
}

func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// reasons judges the trust risk. It reports tools in the order of the new list, then removed ones.
func (p *pairing) reasons(r *Report) {
	add := func(why Reason) {
		r.Reasons = append(r.Reasons, why)
		r.Breaking = r.Breaking || why.Breaking
		if why.Risk.above(r.Risk) {
			r.Risk = why.Risk
		}
	}
	for i, k := range p.afterK {
		if at, ok := p.was[k]; !ok {
			add(Reason{Tool: k.name, Risk: High, Text: "new tool: a new capability"})
		} else {
			for _, why := range judge(p.before[at], p.after[i]) {
				add(why)
			}
		}
	}
	for _, name := range r.Removed {
		add(Reason{Tool: name, Risk: Medium, Breaking: true, Text: "removed"})
	}
	for _, m := range r.Renamed {
		add(Reason{Tool: m.From, Risk: Medium, Text: fmt.Sprintf("may have been renamed to %q: all but the name is the same", m.To)})
	}
	for _, name := range r.Moved {
		add(Reason{Tool: name, Risk: Low, Text: "moved"})
	}
	for _, name := range r.Ambiguous {
		add(Reason{Tool: name, Risk: Medium, Text: "ambiguous: one list has the name more than once, and which one a call reaches is the server's choice"})
	}
}
