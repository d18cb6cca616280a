package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"asterism/engine/aims"
	"asterism/engine/drift"
	"asterism/engine/fault"
	"asterism/engine/metautl"
	"asterism/engine/store"
)

// defaultStatusHistory is how many entries of history a status has if the caller asks for some without a number.
const defaultStatusHistory = 10

// Autonomous returns the whole state of a namespace and of the engine, and advice. It measures nothing: drift is the newest measurement in the history of the North Star,
// however old. Without a North Star it is that of the centroid.
func (e *Engine) Autonomous(ctx context.Context, q StatusQuestion) (*Autonomous, error) {
	if q.HistoryCount == 0 {
		q.HistoryCount = defaultStatusHistory
	}
	if q.HistoryCount < 1 || q.HistoryCount > MaxHistory {
		return nil, fault.Invalid("history_count %d is outside 1…%d", "get_drift_history shows ranges of time", q.HistoryCount, MaxHistory)
	}
	namespace, err := aims.OneNamespace(q.Namespace)
	if err != nil {
		return nil, err
	}
	out := &Autonomous{Namespace: namespace}
	for _, tell := range []func(context.Context) error{
		func(ctx context.Context) (err error) { out.Goals, err = e.Goals(ctx, namespace); return err },
		func(ctx context.Context) (err error) { out.Pulse, err = e.Pulse(ctx, namespace); return err },
		func(ctx context.Context) (err error) { out.Status, err = e.Status(ctx); return err },
		func(context.Context) error { out.addUnread(); return nil },
		func(ctx context.Context) (err error) { out.Learning, err = e.MetaStatus(ctx); return err },
		func(ctx context.Context) error {
			return out.readable(PartWorkspace, "the workspace", func() (err error) { out.Workspace, err = e.Workspace(ctx, namespace, ""); return err })
		},
		func(ctx context.Context) error {
			return out.readable(PartDrift, "the history of drift", func() error { return e.readDrift(ctx, q, out) })
		},
		func(ctx context.Context) error {
			return out.readable(PartDreams, "the record of the last dream", func() error { return e.readDreams(ctx, out) })
		},
	} {
		if err := tell(ctx); err != nil {
			return nil, err
		}
	}
	out.Lifecycle = out.Learning.Settings.Stages.Name(out.Goals.Memories)
	out.Recommendations = out.advise(e.now(), e.aims.Thresholds())
	return out, nil
}

// addUnread adds the damaged memories of the store to Unreadable.
func (a *Autonomous) addUnread() {
	if words := a.Status.Unread.Words(); words != "" {
		a.Unreadable = append(a.Unreadable, Unreadable{Part: PartMemories, Why: words})
	}
}

// readable runs tell, which reads one part of the state. If what is stored of that part cannot be read, it adds that to Unreadable, and the other parts are still returned.
func (a *Autonomous) readable(part, record string, tell func() error) error {
	err := tell()
	if err == nil || !errors.Is(err, store.ErrDamaged) && !errors.Is(err, store.ErrNewer) {
		return err
	}
	if cause := errors.Unwrap(err); cause != nil { // record already says what was being done
		err = cause
	}
	a.Unreadable = append(a.Unreadable, Unreadable{Part: part, Why: fmt.Sprintf("%s of namespace %s cannot be read: %v", record, a.Namespace, err)})
	return nil
}

// Lacks reports whether a part of the state could not be read.
func (a *Autonomous) Lacks(part string) bool {
	return slices.ContainsFunc(a.Unreadable, func(u Unreadable) bool { return u.Part == part })
}

// The parts of a state that have records of their own.
const (
	PartWorkspace = "workspace"
	PartDrift     = "drift"
	PartDreams    = "dreams"
	PartMemories  = "memories" // single memories that cannot be read
)

// Unreadable is a part of a state whose stored record could not be read, and why.
type Unreadable struct{ Part, Why string }

func (e *Engine) readDrift(ctx context.Context, q StatusQuestion, out *Autonomous) error {
	measured, err := e.aims.Measured(ctx, out.Namespace)
	if err != nil {
		return err
	}
	out.Drift, out.Held, out.Trend, out.NoTrend = measured.Latest, measured.Held, measured.Trend, measured.NoTrend
	entries := measured.Entries
	if q.IncludeHistory {
		out.History, out.HistoryTotal = entries[max(0, len(entries)-q.HistoryCount):], measured.Total
		if len(out.History) > 0 {
			out.History[0].Delta = nil // the first entry of an answer has no delta
		}
	}
	return nil
}

func (e *Engine) readDreams(ctx context.Context, out *Autonomous) error {
	out.NearCopies = -1
	d, err := e.dreams.State(ctx, out.Namespace)
	if err != nil {
		return err
	}
	out.Dreaming, out.LastDream, out.NearCopies = d.Dreaming, d.Last, d.NearCopies
	return nil
}

// StatusQuestion asks for the state that [Engine.Autonomous] returns.
type StatusQuestion struct {
	Namespace      string
	IncludeHistory bool
	HistoryCount   int // 1…100; 0: 10
}

// Autonomous is the whole state of a namespace and of the engine; get_autonomous_status answers with it.
type Autonomous struct {
	Namespace       string
	Goals           *GoalTree
	Drift           *drift.Entry // the newest in history; nil: never measured
	Held            drift.Held   // since when its level holds
	Trend           *drift.Trend
	NoTrend         string
	History         []drift.Entry // if asked for: the newest entries, oldest first
	HistoryTotal    int           // if asked for: the number of all entries
	Pulse           *Pulse
	Learning        *metautl.Status
	Lifecycle       string // infancy, growth, maturity
	Workspace       *WorkspaceState
	Dreaming        bool
	LastDream       *time.Time
	NearCopies      int // pending: pairs that the next dream would merge, by the last dry run or dream; −1: unknown
	Status          *Status
	Unreadable      []Unreadable // what would come from them is absent
	Recommendations []string
}
