package dream

import (
	"context"

	"asterism/engine/compare"
	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// dreamView is what a dream knows of all memories of a namespace, oldest first.
type dreamView struct {
	all      []Candidate
	places   map[store.ID]int32
	copies   []copied
	rarity   *Rarity           // of their words, where rem wants it
	replaced map[store.ID]bool // by another one that is live
	versions Versions
}

// copied is a memory with the same words as an older one: places of both.
type copied struct{ older, younger int32 }

// Candidates are all memories of a namespace as a dream sees them, oldest first.
func (s *Service) Candidates(ctx context.Context, namespace string) ([]Candidate, error) {
	v, err := s.viewForDream(ctx, namespace, FullCycle, false)
	if err != nil {
		return nil, err
	}
	return v.all, nil
}

// viewForDream walks through a namespace once. Of texts nrem wants to know the copies, and rem how rare their words are.
func (s *Service) viewForDream(ctx context.Context, namespace string, phase Phase, texts bool) (*dreamView, error) {
	v := &dreamView{places: map[store.ID]int32{}, rarity: NewRarity(), replaced: map[store.ID]bool{}}
	first := map[compare.Wording]int32{}
	err := s.Store.Scan(ctx, store.Range{Namespace: namespace}, store.Parts{Content: texts}, func(m *store.Memory) (bool, error) {
		at := int32(len(v.all))
		c := Candidate{ID: m.ID, Time: m.Time, Alignment: Neutral}
		if theta, ok := search.Theta(&m.Purpose); ok {
			c.Alignment = theta
		}
		v.all = append(v.all, c)
		v.places[m.ID] = at
		v.versions += VersionsOf(m.ID, m.Version)
		for _, id := range m.Supersedes {
			v.replaced[id] = true
		}
		if texts && phase != NREM {
			v.rarity.Add(m.Content)
		}
		if texts && phase != REM {
			words := compare.WordingOf(m.Modality, m.Content)
			if older, ok := first[words]; ok {
				v.copies = append(v.copies, copied{older, at})
			} else {
				first[words] = at
			}
		}
		return true, ctx.Err()
	})
	return v, fault.Storage("read namespace "+namespace, err)
}

// merged takes into account what a merge changed: the dream has seen that too, or it would be what makes the next one due.
func (v *dreamView) merged(c *MergeChange, p mergePlan) {
	v.versions += VersionsOf(c.Older, p.olderVersion+1) - VersionsOf(c.Older, p.olderVersion) - VersionsOf(c.Younger, p.youngerVersion)
}

func (v *dreamView) has(id store.ID) bool {
	_, ok := v.places[id]
	return ok
}

// scaleSample is how many memories are compared with each other to learn what is usual: 19,900 pairs.
const scaleSample = 200

// measure learns what is usual from memories at even distances in time's order.
func (d *dreaming) measure(ctx context.Context) (*Scale, error) {
	n := min(scaleSample, len(d.seen.all))
	ids := make([]store.ID, n)
	for i := range ids {
		ids[i] = d.seen.all[i*len(d.seen.all)/n].ID
	}
	sample, err := d.s.values(ctx, ids, Content)
	if err != nil {
		return nil, err
	}
	d.step()
	return NewScale(sample), ctx.Err()
}

// values reads memories in some spaces; one that is gone has none.
func (s *Service) values(ctx context.Context, ids []store.ID, spaces models.Set) ([]fingerprint.Fingerprint, error) {
	records, err := s.Store.Values(ctx, spaces, ids)
	if err != nil {
		return nil, fault.Storage("read memories", err)
	}
	out := make([]fingerprint.Fingerprint, len(ids))
	for i := range records {
		for _, s := range spaces.Spaces() {
			out[i][s] = fingerprint.Unpack(s, &records[i][s])
		}
	}
	return out, nil
}
