package search

import (
	"fmt"

	"asterism/engine/store"
	"asterism/engine/temporal"
)

// Add adds a memory, or replaces the one with its id. A version at or below the stored one changes nothing, so adding twice is the same as adding once. A memory marked
// deleted is removed. Add reads the header, the text, Record, and what [Index.TellTimes] reads; it keeps nothing of m. The error names the space whose record does not
// have the catalogue's width.
func (ix *Index) Add(m *store.Memory) error { return ix.AddAll([]*store.Memory{m}) }

// AddAll adds memories as [Index.Add] does, in order: after an error, those before it are added. It reads the words of all memories before it writes the first. If both
// took turns, the table of stems and the columns would evict each other from the processor's cache (docs/decisions/070-cheaper-with-equal-answers.md).
func (ix *Index) AddAll(some []*store.Memory) error {
	all := make([]prepared, 0, len(some))
	var err error
	for _, m := range some {
		if err = checkRecord(m); err != nil {
			err = fmt.Errorf("index memory %s: %w", m.ID, err)
			break
		}
		all = append(all, ix.prepare(m))
	}
	if werr := ix.writeAll(all); werr != nil {
		return werr
	}
	return err
}

// prepared is a memory with what the index keeps of its text.
type prepared struct {
	*store.Memory
	namedDays []temporal.Days
	said      *saidWords
}

// prepare reads a memory's text before the lock is taken.
func (ix *Index) prepare(m *store.Memory) prepared {
	p := prepared{Memory: m, said: ix.saidBy(m)}
	if ix.readTimes != nil && m.Deleted.IsZero() {
		p.namedDays = ix.readTimes(m)
	}
	return p
}

func (ix *Index) writeAll(all []prepared) error {
	defer ix.write()()
	for i := range all {
		if err := ix.replace(&all[i]); err != nil {
			return err
		}
	}
	return nil
}

// replace puts a memory in the place of its earlier version, if there is one.
func (ix *Index) replace(m *prepared) error {
	old, held := ix.where[m.ID]
	if held && m.Version <= old.version {
		return nil
	}
	next := ix.state.Load().next()
	if held {
		ix.markDead(next, m.ID, old)
	}
	var err error
	if m.Deleted.IsZero() {
		err = ix.put(next, m)
	}
	if held {
		ix.compact(next, old.chunk)
	}
	ix.state.Store(next)
	return err
}

// put writes a memory into the next row. If that fails, the next snapshot contains neither it nor an earlier version,
// because the earlier one is not what the store holds.
func (ix *Index) put(next *snapshot, m *prepared) error {
	c, r := ix.allocRow(next)
	next.tailRows = r + 1
	if err := next.chunks[c].fill(r, m.Memory, m.said, next.names); err != nil {
		next.chunks[c].abandon(r, next.epoch)
		return fmt.Errorf("index memory %s: %w", m.ID, err)
	}
	ix.countTerms(&m.Record)
	next.live++
	ix.where[m.ID] = rowAddress{c, r, m.Version}
	k := next.chunks[c]
	k.namedDays[r] = m.namedDays
	k.sequences[r], k.lines[r] = ix.sequenceOf(m.Memory, next.names)
	ix.joinSequence(next, c, r)
	return nil
}
