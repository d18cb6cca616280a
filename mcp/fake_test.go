package mcp

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/tools"
	"asterism/models"

	"github.com/google/uuid"
)

// fakeEngine keeps memories in a map and finds them by common words. A content "fail KIND" fails with that kind, "wait" blocks until the call is cancelled, and "panic" panics.
type fakeEngine struct {
	fakeWorkspace
	mu        sync.Mutex
	memories  map[store.ID]*store.Memory
	order     []store.ID
	now       func() time.Time
	waiting   chan struct{} // one value for each call that began to wait
	cancelled chan struct{} // one value for each call that was cancelled while it waited
	asked     any           // the last question about purpose, drift, dreams, the workspace or vectors
	tokens    int           // further vectors of Embed, after two, in spaces with one vector a token
}

// Resolve finds a memory by the last digits of its id.
func (f *fakeEngine) ResolveGoal(ctx context.Context, digits string) (store.ID, error) {
	return f.Resolve(ctx, digits)
}

func (f *fakeEngine) ResolveQuery(ctx context.Context, digits string) (store.ID, error) {
	return f.Resolve(ctx, digits)
}

func (f *fakeEngine) Resolve(_ context.Context, digits string) (store.ID, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for id := range f.memories {
		if strings.HasSuffix(id.String(), digits) {
			return id, nil
		}
	}
	return store.ID{}, &engine.Error{Kind: engine.KindNotFound, Message: "no memory has an id that ends with " + digits}
}

func newFake() *fakeEngine {
	return &fakeEngine{
		memories: map[store.ID]*store.Memory{}, now: time.Now,
		waiting: make(chan struct{}, 16), cancelled: make(chan struct{}, 16),
	}
}

// parts returns the mock as the parts that tools use.
func (f *fakeEngine) parts() *tools.Engine {
	return &tools.Engine{
		Resolver: f, Writer: f, Reader: f, Namer: f, Forgetter: f, Pathfinder: f, GoalEditor: f, DriftMeter: f, GoalChecker: f,
		Dreamer: f, Learner: f, WorkspaceReader: f, Embedder: f, Monitor: f, Linker: fakeLinker{f: f},
	}
}

// provider returns the mock at once.
func (f *fakeEngine) provider(context.Context) (*tools.Engine, error) { return f.parts(), nil }

func (f *fakeEngine) Inject(ctx context.Context, n engine.Note) (*engine.Remembered, error) {
	r, err := f.Remember(ctx, n)
	if err != nil {
		return nil, err
	}
	r.Learned = .42
	r.UTL = &store.UTL{Measured: true, LearningScore: .73, Entropy: .65, Coherence: .78, Surprise: .45}
	for i := range r.Johari {
		r.Johari[i] = uint8(i%4) + 1
	}
	r.Johari[models.Multimodal] = 0
	r.Pulse = &engine.Pulse{Entropy: .65, Coherence: .78, SuggestedAction: "continue"}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.memories[r.ID].UTL, f.memories[r.ID].Johari = *r.UTL, r.Johari
	return r, nil
}

func (f *fakeEngine) Remember(ctx context.Context, n engine.Note) (*engine.Remembered, error) {
	if kind, ok := strings.CutPrefix(n.Content, "fail "); ok {
		return nil, &engine.Error{Kind: engine.Kind(kind), Message: "made to fail", RetryAfterMs: 77}
	}
	switch n.Content {
	case "panic":
		panic("made to panic")
	case "wait":
		f.waiting <- struct{}{}
		<-ctx.Done()
		f.cancelled <- struct{}{}
		return nil, ctx.Err()
	}
	m := &store.Memory{
		ID: uuid.Must(uuid.NewV7()), Version: 1, Namespace: n.Namespace, Content: n.Content, Rationale: n.Rationale,
		Modality: n.Modality, Importance: .5, Tags: n.Tags, Time: n.Time, Created: f.now(), SessionID: n.SessionID,
		Source: n.Source, Links: n.Links, Supersedes: n.Supersedes, ValidFrom: n.ValidFrom, ValidUntil: n.ValidUntil, Profile: "compact",
	}
	if m.Namespace == "" {
		m.Namespace = engine.DefaultNamespace
	}
	if n.Importance != nil {
		m.Importance = *n.Importance
	}
	if m.Time.IsZero() {
		m.Time = f.now()
	}
	m.Updated = m.Created
	m.Record[models.HDC].Bits = []uint64{1}
	return f.insert(m), nil
}

// RememberOnce stores the notes whose text is not stored yet.
func (f *fakeEngine) RememberOnce(ctx context.Context, notes []engine.Note, progress func(done, total int)) (out []engine.Once, err error) {
	for i, n := range notes {
		progress(i+1, len(notes))
		r, err := f.Remember(ctx, n)
		if err != nil {
			return nil, err
		}
		if r.DuplicateOf != nil {
			f.mu.Lock()
			delete(f.memories, r.ID)
			f.mu.Unlock()
			out = append(out, engine.Once{ID: *r.DuplicateOf, Known: true})
			continue
		}
		out = append(out, engine.Once{ID: r.ID})
	}
	return out, nil
}

func (f *fakeEngine) insert(m *store.Memory) *engine.Remembered {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := &engine.Remembered{
		ID: m.ID, Rationale: m.Rationale, Spaces: models.All.Without(models.SetOf(models.Multimodal)), Windows: 1, Device: "cpu",
		Timings: engine.Timings{Tokenise: time.Millisecond, Queue: 2 * time.Millisecond, Infer: 3 * time.Millisecond, Store: 4 * time.Millisecond},
	}
	for _, id := range f.order {
		if o, ok := f.memories[id]; ok && o.Content == m.Content {
			r.DuplicateOf = &o.ID
		}
	}
	f.memories[m.ID] = m
	f.order = append(f.order, m.ID)
	return r
}

func (f *fakeEngine) Recall(_ context.Context, q engine.Question) (*engine.Found, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := &engine.Found{Profile: "semantic", Timings: engine.Timings{Search: time.Millisecond}}
	out.Weights[models.Semantic] = 1
	for _, id := range f.order {
		m, ok := f.memories[id]
		if !ok || !m.Deleted.IsZero() || (q.Namespace != "*" && m.Namespace != orDefault(q.Namespace)) {
			continue
		}
		out.Scanned++
		n := 0
		for _, w := range strings.Fields(strings.ToLower(q.Text)) {
			if strings.Contains(strings.ToLower(m.Content), w) {
				n++
			}
		}
		if n > 0 {
			out.Hits = append(out.Hits, engine.Hit{
				Memory: m, Score: float64(n), Judged: true, Relevance: .5, Decided: []models.Space{models.Semantic},
				Spaces: []engine.SpaceScore{{Space: models.Semantic, Similarity: .9, Rank: 1}, {Space: models.HDC, Similarity: .2}},
			})
		}
	}
	sort.SliceStable(out.Hits, func(i, j int) bool { return out.Hits[i].Score > out.Hits[j].Score })
	if q.Cursor == "" {
		out.ID = numbered(7)
	}
	return out, pageOf(out, &q)
}

// Namespaces and Tags count as the engine does.
func (f *fakeEngine) Namespaces(context.Context) ([]engine.Label, error) {
	return f.labels(func(m *store.Memory) []string { return []string{m.Namespace} }), nil
}

func (f *fakeEngine) Tags(_ context.Context, namespace string) ([]engine.Label, error) {
	return f.labels(func(m *store.Memory) []string {
		if namespace != "*" && m.Namespace != orDefault(namespace) {
			return nil
		}
		return m.Tags
	}), nil
}

func (f *fakeEngine) labels(of func(*store.Memory) []string) (out []engine.Label) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, m := range f.memories {
		for _, name := range of(m) {
			i := slices.IndexFunc(out, func(l engine.Label) bool { return l.Name == name })
			if i < 0 {
				i, out = len(out), append(out, engine.Label{Name: name})
			}
			out[i].Memories++
		}
	}
	return out
}

func (f *fakeEngine) Get(_ context.Context, id store.ID) (*store.Memory, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	m, ok := f.memories[id]
	if !ok {
		return nil, &engine.Error{Kind: engine.KindNotFound, Message: "no memory has id " + id.String()}
	}
	c := *m
	return &c, nil
}

// Chain returns the direct links between the given memories.
func (f *fakeEngine) Chain(_ context.Context, id store.ID) (*engine.Chain, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := &engine.Chain{}
	for _, other := range f.order {
		m := f.memories[other]
		if m != nil && slices.Contains(m.Supersedes, id) {
			out.SupersededBy = append(out.SupersededBy, engine.Past{ID: m.ID, Time: m.Time, Text: m.Content})
		}
		if f.memories[id] != nil && slices.Contains(f.memories[id].Supersedes, other) && m != nil {
			out.Supersedes = append(out.Supersedes, engine.Past{ID: m.ID, Time: m.Time, Text: m.Content})
		}
	}
	return out, nil
}

func (f *fakeEngine) List(_ context.Context, q engine.ListQuestion) (*engine.Page, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all []*store.Memory
	for _, id := range slices.Backward(f.order) {
		m, ok := f.memories[id]
		if ok && (m.Deleted.IsZero() || q.IncludeForgotten) && m.Namespace == orDefault(q.Namespace) {
			all = append(all, m)
		}
	}
	from := len(q.Cursor) // an opaque cursor: only its length matters
	from = min(from, len(all))
	page := &engine.Page{Memories: all[from:min(len(all), from+q.Limit)]}
	if from+q.Limit < len(all) {
		page.Next = strings.Repeat("x", from+q.Limit)
	}
	return page, nil
}

// Update replaces content, tags and importance. Of the other fields it only reports that they were given.
func (f *fakeEngine) Update(ctx context.Context, id store.ID, c engine.Change) (*engine.Updated, error) {
	m, err := f.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	switch {
	case !m.Deleted.IsZero():
		return nil, &engine.Error{Kind: engine.KindInvalid, Message: "memory was forgotten", Hint: "restore_memory"}
	case c.IfVersion != 0 && c.IfVersion != m.Version:
		return nil, &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("memory has version %d", m.Version), Hint: "get_memory"}
	}
	u := &engine.Updated{Remembered: engine.Remembered{ID: id, Spaces: models.All}, Namespace: m.Namespace, At: f.now()}
	if c.Content != nil {
		m.Content, u.Embedded, u.Device, u.Changed = *c.Content, models.SetOf(models.Semantic, models.HDC), "cpu", append(u.Changed, "content")
	}
	if c.Tags != nil {
		m.Tags, u.Changed = *c.Tags, append(u.Changed, "tags")
	}
	if c.Importance != nil {
		m.Importance, u.Changed = *c.Importance, append(u.Changed, "importance")
	}
	for name, given := range map[string]bool{
		"rationale": c.Rationale != nil, "modality": c.Modality != nil, "namespace": c.Namespace != nil,
		"session_id": c.SessionID != nil, "source": c.Source != nil, "timestamp": c.Time != nil,
		"supersedes": c.Supersedes != nil, "valid_from": c.ValidFrom != nil, "valid_until": c.ValidUntil != nil,
	} {
		if given {
			u.Changed = append(u.Changed, name)
		}
	}
	m.Version++
	m.Updated, u.Version = f.now(), m.Version
	f.mu.Lock()
	defer f.mu.Unlock()
	f.memories[id] = m
	return u, nil
}

func (f *fakeEngine) Forget(ctx context.Context, id store.ID, hard bool) (*engine.Forgotten, error) {
	if _, err := f.Get(ctx, id); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if hard {
		delete(f.memories, id)
		return &engine.Forgotten{ID: id, Hard: true, Scrubbed: true}, nil
	}
	f.memories[id].Deleted = f.now()
	return &engine.Forgotten{ID: id, RestorableUntil: f.now().Add(engine.RestoreWindow)}, nil
}

func (f *fakeEngine) Restore(ctx context.Context, id store.ID) error {
	if _, err := f.Get(ctx, id); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.memories[id].Deleted = time.Time{}
	return nil
}

func (f *fakeEngine) Pulse(context.Context, string) (*engine.Pulse, error) {
	return &engine.Pulse{Entropy: .5, Coherence: .5, SuggestedAction: "continue"}, nil
}

func (f *fakeEngine) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.memories)
}

func orDefault(namespace string) string {
	if namespace == "" {
		return engine.DefaultNamespace
	}
	return namespace
}
