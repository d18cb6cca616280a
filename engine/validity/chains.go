package validity

import (
	"bytes"
	"slices"
	"time"

	"github.com/google/uuid"
)

// Chains are the relations of live memories at a time. A memory also supersedes what the memories that it supersedes do, including through forgotten ones ([Fact.Gone]), which
// are in no result. In a ring, which no caller can make, no memory supersedes another. Chains must be used by one goroutine only.
type Chains struct {
	at    time.Time
	facts map[uuid.UUID]*Fact
	by    map[uuid.UUID][]uuid.UUID // the memories that supersede it directly
	holds map[uuid.UUID]bool        // results of Current
}

// Of makes chains of memories, as of a time.
func Of(facts []Fact, at time.Time) *Chains {
	c := &Chains{at: at, facts: make(map[uuid.UUID]*Fact, len(facts)), by: map[uuid.UUID][]uuid.UUID{}, holds: map[uuid.UUID]bool{}}
	for i := range facts {
		c.facts[facts[i].ID] = &facts[i]
	}
	for i := range facts {
		for _, old := range facts[i].Supersedes {
			c.by[old] = append(c.by[old], facts[i].ID)
		}
	}
	return c
}

// Has reports whether the memory is one of the given live ones.
func (c *Chains) Has(id uuid.UUID) bool { return c.facts[id] != nil && !c.facts[id].Gone }

// Known reports whether the memory had begun and not ended at the time.
func (c *Chains) Known(id uuid.UUID) bool { return c.facts[id].InForce(c.at) }

// Current reports whether a memory is valid at the time: the time is within its own bounds, and no memory in force supersedes it.
func (c *Chains) Current(id uuid.UUID) bool {
	holds, found := c.holds[id]
	if !found {
		holds = c.Has(id) && c.facts[id].Within(c.at) && !slices.ContainsFunc(c.above(id), c.Known)
		c.holds[id] = holds
	}
	return holds
}

// Heads returns the memories that have replaced one at the time and are current themselves, the newest first. There are some exactly if a memory in force supersedes it.
func (c *Chains) Heads(id uuid.UUID) []uuid.UUID {
	out := slices.DeleteFunc(c.above(id), func(other uuid.UUID) bool { return !c.Known(other) || !c.Current(other) })
	c.newestFirst(out)
	return out
}

// Coming returns the memories that will replace a current one, by their own statement after the time, the earliest first. Those that had not happened by then are left out,
// since they were not known yet.
func (c *Chains) Coming(id uuid.UUID) []uuid.UUID {
	if !c.Current(id) {
		return nil
	}
	out := slices.DeleteFunc(c.above(id), func(other uuid.UUID) bool {
		f := c.facts[other]
		return !f.From.After(c.at) || f.Time.After(c.at)
	})
	c.newestFirst(out)
	slices.Reverse(out)
	return out
}

// Replaced returns the memories that one supersedes, the newest first, whether it is valid at the time or not.
func (c *Chains) Replaced(id uuid.UUID) []uuid.UUID {
	up := c.reach(id, c.directlyAbove)
	out := slices.DeleteFunc(c.reach(id, c.directlyBelow), func(other uuid.UUID) bool { return !c.Has(other) || slices.Contains(up, other) })
	c.newestFirst(out)
	return out
}

// Roots returns the memories at the start of the chains of one, the oldest first: the memory itself, if it supersedes nothing.
func (c *Chains) Roots(id uuid.UUID) []uuid.UUID {
	out := slices.DeleteFunc(append(c.Replaced(id), id), func(other uuid.UUID) bool { return len(c.Replaced(other)) > 0 })
	c.newestFirst(out)
	slices.Reverse(out)
	return out
}

// above returns the live memories that supersede one, except those in a ring with it.
func (c *Chains) above(id uuid.UUID) []uuid.UUID {
	down := c.reach(id, c.directlyBelow)
	return slices.DeleteFunc(c.reach(id, c.directlyAbove), func(other uuid.UUID) bool { return !c.Has(other) || slices.Contains(down, other) })
}

func (c *Chains) directlyAbove(id uuid.UUID) []uuid.UUID { return c.by[id] }

// directlyBelow returns live and forgotten ones.
func (c *Chains) directlyBelow(id uuid.UUID) (out []uuid.UUID) {
	for _, old := range c.facts[id].Supersedes {
		if c.facts[old] != nil {
			out = append(out, old)
		}
	}
	return out
}

// reach returns the memories that step leads to, and those that it leads to from there; id is included if it is in a ring.
func (c *Chains) reach(id uuid.UUID, step func(uuid.UUID) []uuid.UUID) (out []uuid.UUID) {
	met := map[uuid.UUID]bool{}
	for todo := step(id); len(todo) > 0; {
		next := todo[0]
		if todo = todo[1:]; !met[next] {
			met[next] = true
			out = append(out, next)
			todo = append(todo, step(next)...)
		}
	}
	return out
}

// newestFirst sorts by when they begin, ties by id.
func (c *Chains) newestFirst(ids []uuid.UUID) {
	slices.SortFunc(ids, func(a, b uuid.UUID) int {
		if d := c.facts[b].Begins().Compare(c.facts[a].Begins()); d != 0 {
			return d
		}
		return bytes.Compare(a[:], b[:])
	})
}
