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

// ListQuestion says which memories to list, newest first.
type ListQuestion struct {
	Namespace        string // default "default"; "*" lists all namespaces
	Tags             []string
	Modality         string
	After, Before    time.Time
	SessionID        string
	Source           string // this, or the file of this name, whose pieces have the source path:line
	Limit            int    // 1…MaxPage, default 50
	Cursor           string // Page.Next of the page before
	IncludeForgotten bool
	Zone             string // of the days of [Survey.Days], as the time zone database names it; "": UTC
}

// MaxPage is the most memories one page can hold.
const MaxPage = 200

// Page is one page of a list. Next is empty on the last page.
type Page struct {
	Memories []*store.Memory
	Next     string
	Unknown  []Unknown               // of a list without memories: what was asked for that no memory has
	Replaced map[store.ID][]store.ID // of those that are superseded: what is current in their place, the newest first
	Key      string                  // what its cursors tell the list by
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

// all reads one memory after another from the store. That is all that is needed where most of them pass.
func (l *lister) all(ctx context.Context) error {
	q, page := &l.q, l.page
	r := store.Range{Namespace: l.f.Namespace, After: q.After, Before: q.Before, Reverse: true, Deleted: q.IncludeForgotten, From: l.from}
	lost := func(u store.Unread) { page.Damaged = unread.Leave(page.Damaged, u, len(page.Memories)) }
	err := l.store.Scan(ctx, r, store.Parts{Content: true, Unread: lost}, func(m *store.Memory) (bool, error) {
		if !q.matches(m) {
			return true, nil
		}
		if len(page.Memories) == q.Limit { // one more exists: only now is there a next page
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

// keepAsked takes those off the damaged memories whose headers can be read and do not pass.
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

// few asks the index which live memories of one namespace pass, and reads those alone: a tag that three of 100,000 have is found without reading the others. It answers false
// where only the store can tell.
func (l *lister) few(ctx context.Context) (bool, error) {
	q, f, page := &l.q, l.f, l.page
	if q.IncludeForgotten || f.Namespace == "" || len(q.Tags) == 0 && q.Modality == "" && q.SessionID == "" && q.Source == "" {
		return false, nil
	}
	if l.held.unread.Hides() { // the index has no damaged memories, and they are to be named
		return false, nil
	}
	if !l.held.indexed.Load() { // reading the index takes longer than going through the store
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
		if m == nil || !m.Deleted.IsZero() || m.Namespace != f.Namespace || !q.matches(m) { // it has changed meanwhile, or is damaged: the store's own state is asked
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

// Keep takes all but the first n memories off a page, from one on; the next page begins with them.
func (p *Page) Keep(n int) {
	p.Memories = p.Memories[:n]
	p.Next = page.ListCursor(p.Memories[n-1], p.Key)
	p.Damaged = unread.Before(p.Damaged, n) // the next page names those behind
}

// matches checks what the store's range does not.
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

// named is the part of the question that its cursors are held against.
func (q *ListQuestion) named() *page.ListFilter {
	f := &page.ListFilter{Namespace: q.Namespace, Tags: q.Tags, Modality: q.Modality, Session: q.SessionID, Source: q.Source, Forgotten: q.IncludeForgotten}
	if f.Namespace == "" {
		f.Namespace = DefaultNamespace
	}
	return f
}

// ListedUpTo is the namespace in which the page after the question's cursor begins, "" for the first page, and the key of the list.
func ListedUpTo(q *ListQuestion) (namespace, key string, err error) {
	f := q.named()
	c, err := page.ParseListCursor(q.Cursor, f)
	if c == nil {
		return "", f.Key(), err
	}
	return c.Namespace, f.Key(), nil
}
