package engine

import (
	"context"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/page"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/unread"
)

// ListQuestion selects the memories to list, newest first.
type ListQuestion struct {
	Namespace        string // default "default"; "*" lists all namespaces
	Tags             []string
	Modality         string
	After, Before    time.Time
	SessionID        string
	Source           string // this, or the file of this name, whose chunks have the source path:line
	Limit            int    // 1…MaxPage, default 50
	Cursor           string // Page.Next of the previous page
	IncludeForgotten bool
	Zone             string // of the days of [Survey.Days], by its name in the time zone database; "": UTC
}

// MaxPage is the largest number of memories on one page.
const MaxPage = 200

// Page is one page of a list. Next is empty on the last page.
type Page struct {
	Memories []*store.Memory
	Next     string
	Unknown  []Unknown               // if the list is empty: requested names that no memory has
	Replaced map[store.ID][]store.ID // for superseded memories: what is current instead, the newest first
	Key      string                  // identifies the list in its cursors
	Damaged  []unread.Left           // memories of this page whose header or text cannot be read
}

// List pages through memories, newest first, namespaces in byte order.
func (e *Engine) List(ctx context.Context, q ListQuestion) (*Page, error) {
	if q.Limit == 0 {
		q.Limit = 50
	}
	if q.Limit < 1 || q.Limit > MaxPage {
		return nil, fault.Invalid("limit %d is outside 1…%d", "page with the cursor", q.Limit, MaxPage)
	}
	f, err := filterOf(Question{Namespace: q.Namespace, Tags: q.Tags, Modality: q.Modality, After: q.After, Before: q.Before, SessionID: q.SessionID, Source: q.Source})
	if err != nil {
		return nil, err
	}
	named := q.named()
	from, err := page.ParseListCursor(q.Cursor, named)
	if err != nil {
		return nil, err
	}
	out := &Page{Key: named.Key()}
	l := lister{parts: &e.parts, q: q, f: f, from: from, page: out}
	few, err := l.few(ctx)
	if err == nil && !few {
		err = l.all(ctx)
	}
	if err != nil {
		return nil, fault.Storage("list memories", err)
	}
	if len(out.Memories) == 0 && q.Cursor == "" {
		if out.Unknown, err = e.unknown(ctx, &Question{Namespace: q.Namespace, Tags: q.Tags, SessionID: q.SessionID, Source: q.Source}); err != nil {
			return nil, err
		}
	}
	out.Replaced, err = e.replaced(ctx, out.Memories)
	return out, err
}

// lister fills a page.
type lister struct {
	*parts
	q    ListQuestion
	f    search.Filter
	from *store.Cursor
	page *Page
}

// all reads one memory after another from the store. That is efficient if most of them match.
func (l *lister) all(ctx context.Context) error {
	q, page := &l.q, l.page
	r := store.Range{Namespace: l.f.Namespace, After: q.After, Before: q.Before, Reverse: true, Deleted: q.IncludeForgotten, From: l.from}
	lost := func(u store.Unread) { page.Damaged = unread.Leave(page.Damaged, u, len(page.Memories)) }
	err := l.store.Scan(ctx, r, store.Parts{Content: true, Unread: lost}, func(m *store.Memory) (bool, error) {
		if !q.matches(m) {
			return true, nil
		}
		if len(page.Memories) == q.Limit { // one more exists: only then there is a next page
			page.Keep(q.Limit)
			return false, nil
		}
		page.Memories = append(page.Memories, m)
		return true, nil
	})
	if err != nil {
		return err
	}
	return l.keepAsked(ctx)
}

// keepAsked removes the damaged memories whose headers can be read and do not match.
func (l *lister) keepAsked(ctx context.Context) error {
	asked := l.page.Damaged[:0]
	for _, lost := range l.page.Damaged {
		many, err := l.store.Get(ctx, store.Parts{Unread: func(store.Unread) {}}, lost.ID)
		if err != nil {
			return err
		}
		if m := many[0]; m == nil || l.q.matches(m) {
			asked = append(asked, lost)
		}
	}
	l.page.Damaged = asked
	return nil
}

// few asks the index which live memories of one namespace match, and reads only those: a tag that three of 100,000 have is found without reading the others. It returns false
// if only the store can answer.
func (l *lister) few(ctx context.Context) (bool, error) {
	q, f, page := &l.q, l.f, l.page
	if q.IncludeForgotten || f.Namespace == "" || len(q.Tags) == 0 && q.Modality == "" && q.SessionID == "" && q.Source == "" {
		return false, nil
	}
	if l.held.unread.Hides() { // the index has no damaged memories, and the answer must name them
		return false, nil
	}
	if !l.held.indexed.Load() { // reading the index takes longer than scanning the store
		return false, nil
	}
	ids, ok := l.held.index.Newest(f, l.from, q.Limit+1)
	if !ok {
		return false, nil
	}
	many, err := l.store.Get(ctx, store.Parts{Content: true, Unread: func(store.Unread) {}}, ids[:min(len(ids), q.Limit)]...)
	if err != nil {
		return false, err
	}
	for _, m := range many {
		if m == nil || !m.Deleted.IsZero() || m.Namespace != f.Namespace || !q.matches(m) { // it has changed meanwhile, or is damaged: scan the store instead
			page.Memories = nil
			return false, nil
		}
		page.Memories = append(page.Memories, m)
	}
	if len(ids) > q.Limit {
		page.Keep(q.Limit)
	}
	return true, nil
}

// Keep shortens a page to its first n memories, at least one; the next page begins with the rest.
func (p *Page) Keep(n int) {
	p.Memories = p.Memories[:n]
	p.Next = page.ListCursor(p.Memories[n-1], p.Key)
	p.Damaged = unread.Before(p.Damaged, n) // the next page names the later ones
}

// matches checks the conditions that the store's range does not.
func (q *ListQuestion) matches(m *store.Memory) bool {
	if q.Modality != "" && m.Modality != q.Modality || q.SessionID != "" && m.SessionID != q.SessionID || q.Source != "" && !m.IsOf(q.Source) {
		return false
	}
	for _, t := range q.Tags {
		if !slices.Contains(m.Tags, t) {
			return false
		}
	}
	return true
}

// named is the part of the question that its cursors are compared with.
func (q *ListQuestion) named() *page.ListFilter {
	f := &page.ListFilter{Namespace: q.Namespace, Tags: q.Tags, Modality: q.Modality, Session: q.SessionID, Source: q.Source, Forgotten: q.IncludeForgotten}
	if f.Namespace == "" {
		f.Namespace = DefaultNamespace
	}
	return f
}

// ListedUpTo returns the namespace in which the page after the question's cursor begins, "" for the first page, and the key of the list.
func ListedUpTo(q *ListQuestion) (namespace, key string, err error) {
	f := q.named()
	c, err := page.ParseListCursor(q.Cursor, f)
	if c == nil {
		return "", f.Key(), err
	}
	return c.Namespace, f.Key(), nil
}
