package engine

import (
	"context"
	"slices"
	"strings"
	"time"

	"asterism/engine/aims"
	"asterism/engine/earlier"
	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/secrets"
	"asterism/engine/store"
	"asterism/models"
)

// Change is what of a memory is replaced; nil fields stay unchanged.
type Change struct {
	Content    *string
	Rationale  *string
	Modality   *string
	Importance *float64
	Namespace  *string
	Tags       *[]string // replaces all of them; an empty list removes them
	Time       *time.Time
	SessionID  *string // empty removes it, as with Source
	Source     *string
	Supersedes *[]store.ID // replaces all of them; an empty list removes them
	ValidFrom  *time.Time  // the zero time removes it, as with ValidUntil
	ValidUntil *time.Time
	IfVersion  uint64 // change only this version, which the caller has read; 0: any version
}

// Updated is the answer to Update. Fields of Remembered about embedding are zero if nothing was embedded.
type Updated struct {
	Remembered
	Namespace string
	Version   uint64     // the version that is now stored
	At        time.Time  // of the last change
	Changed   []string   // arguments whose value changed; empty: nothing was written
	Embedded  models.Set // spaces whose value was computed again
}

// Update replaces parts of a memory, in one write, under the next version: readers see the old memory or the new one. A new content is embedded in all spaces, a new
// rationale in those that use it, other changes in none. Measurements of an old content are removed, since they do not apply to the new one. Updates of one memory are
// carried out one after another, each on the result of the previous one.
func (e *Engine) Update(ctx context.Context, id store.ID, c Change) (*Updated, error) {
	release, err := e.turns.lock(ctx, id)
	if err != nil {
		return nil, err
	}
	defer release()
	old, err := e.whole(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := c.permit(old); err != nil {
		return nil, err
	}
	d, changed, err := e.in.redraft(ctx, old, c)
	if err != nil || len(changed) == 0 {
		return updatedFrom(d, changed, 0), err
	}
	spaces := e.in.concerned(d.memory, changed) | e.lost(old)
	if err := e.in.reembed(ctx, d, spaces); err != nil {
		return nil, err
	}
	done, err := e.in.align([]*draft{d})
	if err != nil {
		return nil, err
	}
	defer done()
	if err := e.in.replace(ctx, d, old); err != nil {
		return nil, err
	}
	return updatedFrom(d, changed, spaces), nil
}

// lost returns the spaces in which a memory's value is damaged. The next write contains all of them, so a change also repairs a memory. An image is left as it is, since
// its file may be gone.
func (p *parts) lost(m *store.Memory) models.Set {
	if embedder.IsImage(m) {
		return 0
	}
	return p.held.unread.Spaces(m.ID)
}

// permit refuses changes of a forgotten memory, of another version than the caller has read, and changes without content.
func (c *Change) permit(m *store.Memory) error {
	switch {
	case c.empty():
		return fault.Invalid("nothing to change was given", "null counts as not given, \"\" or [] removes a value; give at least one of content, rationale, importance, tags, modality, namespace, session_id, source, timestamp, supersedes, valid_from, valid_until")
	case !m.Deleted.IsZero():
		return fault.Invalid("memory %s was forgotten on %s and cannot be changed", "restore it first, with restore_memory or `asterism restore "+m.ID.String()+"`", m.ID, m.Deleted.Format(time.RFC3339))
	case c.IfVersion != 0 && c.IfVersion != m.Version:
		return fault.Invalid("memory %s has version %d, the change is meant for version %d", "read it again with get_memory, and change what is there now", m.ID, m.Version, c.IfVersion)
	case c.Rationale != nil && strings.TrimFunc(*c.Rationale, blank) == "":
		return fault.Invalid("%s is blank", "leave it out to keep the old one", "rationale")
	case c.Namespace != nil && *c.Namespace == "":
		return fault.Invalid("%s is blank", "leave it out to keep the memory where it is", "namespace")
	}
	return nil
}

func (c *Change) empty() bool {
	was := *c
	was.IfVersion = 0
	return was == (Change{})
}

// redraft is step 1: it returns the changed memory, checked, and the names of what changed.
func (w *writer) redraft(ctx context.Context, old *store.Memory, c Change) (*draft, []string, error) {
	m := *old
	redacted, err := w.changeWithoutSecrets(ctx, &c, old)
	if err != nil {
		return nil, nil, err
	}
	changed := c.apply(&m)
	d := &draft{memory: &m, answer: Remembered{ID: m.ID, Rationale: m.Rationale, Redacted: redacted}}
	if len(changed) == 0 {
		return d, nil, nil
	}
	if err := checkMemory(&m); err != nil {
		return nil, nil, err
	}
	newer, err := w.checkSuperseded(ctx, &m, old)
	if err != nil {
		return nil, nil, err
	}
	if slices.Contains(changed, "supersedes") {
		d.answer.ReplacesNewer = newer
	}
	m.Version, m.Updated = old.Version+1, w.now()
	if slices.Contains(changed, "content") {
		if d.image, err = w.identify(ctx, &m); err != nil {
			return nil, nil, err
		}
		m.UTL, m.Johari = store.UTL{}, [models.Count]uint8{}
		m.Repeats, m.LastRepeat = 0, time.Time{} // the repeats were of another text
	} else if embedder.IsImage(old) != embedder.IsImage(&m) {
		return nil, nil, fault.Invalid("modality %s cannot become %s with the content as it is", "give the new content too", old.Modality, m.Modality)
	}
	d.answer.DuplicateOf, err = w.duplicate(ctx, &m)
	return d, changed, err
}

// changeWithoutSecrets applies the policy for secrets to the new texts of a change.
func (w *writer) changeWithoutSecrets(ctx context.Context, c *Change, old *store.Memory) ([]string, error) {
	var fields []secrets.Field
	image := c.Modality == nil && embedder.IsImage(old) || c.Modality != nil && *c.Modality == ModalityImage
	for _, f := range []struct {
		name string
		text **string
	}{{"content", &c.Content}, {"rationale", &c.Rationale}, {"source", &c.Source}} {
		if *f.text == nil || len(**f.text) > MaxContentBytes || image && f.name == "content" {
			continue
		}
		text := **f.text
		*f.text = &text
		fields = append(fields, secrets.Field{Name: f.name, Text: &text})
	}
	if c.Tags != nil {
		tags := PlainTags(*c.Tags)
		c.Tags = &tags
		for i := range tags {
			fields = append(fields, secrets.Field{Name: "tags", Text: &tags[i]})
		}
	}
	return w.hold(ctx, fields)
}

// apply writes the change into m and returns the names of what differs.
func (c *Change) apply(m *store.Memory) (changed []string) {
	for _, f := range []struct {
		name string
		to   *string
		at   *string
	}{{"content", c.Content, &m.Content}, {"rationale", trimmed(c.Rationale), &m.Rationale}, {"modality", c.Modality, &m.Modality}, {"namespace", c.Namespace, &m.Namespace}, {"session_id", c.SessionID, &m.SessionID}, {"source", c.Source, &m.Source}} {
		if f.to != nil && *f.to != *f.at {
			*f.at = *f.to
			changed = append(changed, f.name)
		}
	}
	if c.Importance != nil && *c.Importance != m.Importance {
		m.Importance = *c.Importance
		changed = append(changed, "importance")
	}
	if c.Tags != nil && !slices.Equal(*c.Tags, m.Tags) {
		m.Tags = *c.Tags
		changed = append(changed, "tags")
	}
	if c.Time != nil && !c.Time.Equal(m.Time) {
		m.Time = c.Time.UTC()
		changed = append(changed, "timestamp")
	}
	if c.Supersedes != nil && !slices.Equal(unique(*c.Supersedes), m.Supersedes) {
		m.Supersedes = unique(*c.Supersedes)
		changed = append(changed, "supersedes")
	}
	for _, f := range []struct {
		name   string
		to, at *time.Time
	}{{"valid_from", c.ValidFrom, &m.ValidFrom}, {"valid_until", c.ValidUntil, &m.ValidUntil}} {
		if f.to != nil && !f.to.Equal(*f.at) {
			*f.at = f.to.UTC()
			changed = append(changed, f.name)
		}
	}
	return changed
}

func trimmed(v *string) *string {
	if v == nil {
		return nil
	}
	t := strings.TrimSpace(*v)
	return &t
}

// concerned returns the spaces that use one of the changed parts.
func (w *writer) concerned(m *store.Memory, changed []string) (spaces models.Set) {
	if slices.Contains(changed, "content") {
		return stored
	}
	if slices.Contains(changed, "rationale") && !embedder.IsImage(m) {
		spaces = w.embedder.SeeReason()
	}
	return spaces
}

// reembed is steps 2 to 5 for some spaces; the values of the others stay.
func (w *writer) reembed(ctx context.Context, d *draft, spaces models.Set) error {
	if spaces == 0 {
		return nil
	}
	start := time.Now()
	m := d.memory
	d.job = w.embedder.JobOf(m, d.image, w.now(), spaces)
	d.answer.Timings.Tokenise = d.prepared(start)
	for _, s := range spaces.Spaces() {
		m.Record[s] = fingerprint.Packed{}
	}
	w.embedder.CountTokens(&m.Tokens, d.job, spaces)
	if err := w.embed(ctx, []*draft{d}); err != nil {
		return err
	}
	return w.fingerprint([]*draft{d})
}

// replace is steps 6 and 7; old is what is stored.
func (w *writer) replace(ctx context.Context, d *draft, old *store.Memory) error {
	if len(d.memory.Supersedes) > 0 || d.memory.Namespace != old.Namespace {
		w.chains.Lock()
		defer w.chains.Unlock()
		if _, err := w.checkSuperseded(ctx, d.memory, old); err != nil { // again, since others may have changed meanwhile
			return err
		}
	}
	start := time.Now()
	if err := w.keepText(ctx, old, d.memory); err != nil { // first: a text that is kept although nothing is replaced does no harm
		return err
	}
	if err := w.noteMoved(ctx, old, d.memory); err != nil {
		return err
	}
	if err := w.store.Apply(ctx, store.Command{Op: store.OpRemember, ID: d.memory.ID, Memory: d.memory, At: d.memory.Updated}); err != nil {
		return fault.Storage("store changed memory", err)
	}
	d.answer.Timings.Store = time.Since(start)
	_, err := w.publish([]*draft{d})
	return err
}

// noteMoved records the purpose vector of a memory, if its next version has another.
func (w *writer) noteMoved(ctx context.Context, old, next *store.Memory) error {
	if aims.SameVector(&old.Purpose, &next.Purpose) {
		return nil
	}
	return w.aims.NoteMoved(ctx, aims.Moved{Was: old, Why: aims.ByUpdate})
}

func updatedFrom(d *draft, changed []string, embedded models.Set) *Updated {
	if d == nil {
		return nil
	}
	out := &Updated{Remembered: d.answer, Namespace: d.memory.Namespace, Version: d.memory.Version, At: d.memory.Updated, Changed: changed, Embedded: embedded}
	out.Spaces = filled(d.memory)
	return out
}

// keepText keeps the text of a memory if a change gives it another text or reason. The caller holds its turn.
func (w *writer) keepText(ctx context.Context, old, new *store.Memory) error {
	if embedder.IsImage(old) || old.Content == new.Content && old.Rationale == new.Rationale {
		return nil
	}
	allowed := secrets.PolicyOf(ctx).Or(w.cfg.Secrets) == secrets.Allow
	return fault.Storage("keep the text of a memory that changes", earlier.Keep(ctx, w.store, old, new.Updated, allowed))
}
