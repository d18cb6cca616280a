package workspace

import (
	"math"
	"slices"
	"time"

	"asterism/engine/fingerprint"

	"github.com/google/uuid"
)

// window is the number of recent memories among which the next one is ranked. More of them make no measurable difference.
const window = 16

// CohortSize is the least number of texts in a cohort: the benchmark's sessions give the same results with 32 as with 151.
const CohortSize = 32

// Workspace is the working set of one namespace and session. It is not safe for concurrent use.
type Workspace struct {
	namespace, session string
	options            Options
	members            []*member // oldest first
	waiting            *member   // judged last and does not belong; nil: it belongs
	recent             []recentMemory
	looks, passed      int
	active             time.Time
	order, variety     float64 // I and D of the latest entry
	contradicted       bool    // by a memory judged since then
	foresight          Predictor
	accuracy           float64 // see SetAccuracy
	accuracySet        bool    // SetAccuracy was called
	families           Families
}

// SetFamilies sets which spaces are near copies of each other; before that each counts separately.
func (w *Workspace) SetFamilies(f Families) { w.families = f }

// New makes an empty workspace. The options must be checked.
func New(namespace, session string, o Options) *Workspace {
	return &Workspace{namespace: namespace, session: session, options: o}
}

// Judgement is the result of judging a memory.
type Judgement struct {
	P       Percentiles // its ranks; all NaN if there was nothing to compare it with
	R       float64     // how much the spaces agree, 0…1
	Fit     float64     // p̄, 0…1; a family of spaces counts as one value, here and in R
	Entries []Entry     // of this memory, and before it of the one that was waiting; none: it does not belong
}

// Look compares a memory with the members and lets it enter or wait. cohort are at least CohortSize texts about anything. Looking at a
// member again, with new content, replaces it.
func (w *Workspace) Look(t Thought, cohort []fingerprint.Fingerprint, now time.Time) Judgement {
	w.Forget(t.ID)
	w.looks++
	w.active = now
	w.foresight.Observe(t.Entropy)
	values := unpack(&t.Record)
	w.compare(values, cohort)
	j := w.judge(&t)
	against := w.contradicts(&t, &j)
	next := &member{id: t.ID, version: t.Version, purpose: t.Purpose, neutral: t.neutral(), look: w.looks, face: valuesOf(&t.Record)}
	other, changed := w.change(&t, &j)
	switch {
	case changed:
		j = other
		first := w.waiting
		j.Entries = append(j.Entries, w.enter(first, &j, w.clear(), now), w.enter(next, &j, w.makeRoom(), now))
	case j.belongs():
		j.Entries = append(j.Entries, w.enter(next, &j, w.makeRoom(), now))
	default:
		w.waiting = next
	}
	w.contradicted = against || w.contradicted && len(j.Entries) == 0
	w.remember(&t)
	return j
}

// belongs is the rule for entering.
func (j *Judgement) belongs() bool { return j.R > leastOrder && j.Fit >= leastFit }

// held returns the members and, last, the waiting memory.
func (w *Workspace) held() []*member {
	out := slices.Clone(w.members)
	if w.waiting != nil {
		out = append(out, w.waiting)
	}
	return out
}

// compare computes the similarity of a memory to all held memories. For those that are compared for the first time it also computes their
// similarity to the cohort and the recent memories.
func (w *Workspace) compare(values *fingerprint.Fingerprint, cohort []fingerprint.Fingerprint) {
	for _, k := range w.held() {
		k.now = k.face.like(values)
		if k.acquainted {
			continue
		}
		for i := range cohort {
			k.cohort = append(k.cohort, k.face.like(&cohort[i]))
		}
		for i := range w.recent {
			k.recent = append(k.recent, k.face.like(unpack(&w.recent[i].record)))
		}
		k.acquainted = true
	}
}

// judge ranks a memory by its similarity to the members; without members, by its purpose. Without either it agrees with everything.
func (w *Workspace) judge(t *Thought) Judgement {
	switch {
	case len(w.members) > 0:
		return w.judged(w.place(w.members), t)
	case !t.neutral():
		return w.judged(t.alignments(), t)
	}
	return Judgement{P: absent, R: 1, Fit: 1}
}

// judged gives R and Fit of 0 if no space has a value.
func (w *Workspace) judged(p Percentiles, t *Thought) Judgement {
	voices := w.families.voices(&p)
	r := Synchrony(&voices, w.options.coupling()*t.Coherence)
	if math.IsNaN(r) {
		return Judgement{P: p}
	}
	return Judgement{P: p, R: r, Fit: voices.Mean()}
}

// change reports whether a memory belongs to the waiting one, and more than to the members: then the topic has changed.
func (w *Workspace) change(t *Thought, j *Judgement) (Judgement, bool) {
	if w.waiting == nil {
		return Judgement{}, false
	}
	other := w.judged(w.place([]*member{w.waiting}), t)
	return other, other.belongs() && (!j.belongs() || other.Fit > j.Fit)
}

// place converts the similarity to a content (the mean over its memories) into percentiles among the cohort's texts and the recent
// memories outside that content.
func (w *Workspace) place(content []*member) Percentiles {
	column := make([]likeness, len(content))
	of := func(pick func(*member) likeness) likeness {
		for i, k := range content {
			column[i] = pick(k)
		}
		return mean(column)
	}
	var cohort, recent []likeness
	for i := range content[0].cohort {
		cohort = append(cohort, of(func(k *member) likeness { return k.cohort[i] }))
	}
	for i := range w.recent {
		if !holds(content, w.recent[i].id) {
			recent = append(recent, of(func(k *member) likeness { return k.recent[i] }))
		}
	}
	x := of(func(k *member) likeness { return k.now })
	return percentiles(&x, cohort, recent)
}

func holds(content []*member, id uuid.UUID) bool {
	return slices.ContainsFunc(content, func(k *member) bool { return k.id == id })
}

// remember adds a memory to the recent ones.
func (w *Workspace) remember(t *Thought) {
	if len(w.recent) == window {
		w.dropRecent(0)
	}
	w.recent = append(w.recent, recentMemory{t.ID, t.Version, t.Record})
	for _, k := range w.held() {
		if k.acquainted {
			k.recent = append(k.recent, k.now)
		}
	}
}

// dropRecent removes a recent memory.
func (w *Workspace) dropRecent(i int) {
	w.recent = slices.Delete(w.recent, i, i+1)
	for _, k := range w.held() {
		if k.acquainted {
			k.recent = slices.Delete(k.recent, i, i+1)
		}
	}
}
