package engine

import (
	"context"
	"time"

	"asterism/engine/aims"
	"asterism/engine/batch"
	"asterism/engine/dream"
	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/workspace"
	"asterism/models"
)

// Goals, checks against them, and drift from them; see package aims.
type (
	GoalNote     = aims.GoalNote
	GoalSet      = aims.GoalSet
	GoalsRemoved = aims.GoalsRemoved
	GoalTree     = aims.GoalTree

	CheckMode         = aims.CheckMode
	GoalCheck         = aims.GoalCheck
	GoalChecked       = aims.GoalChecked
	GoalTrendQuestion = aims.GoalTrendQuestion
	GoalTrend         = aims.GoalTrend

	DriftQuestion      = aims.DriftQuestion
	Drift              = aims.Drift
	HistoryQuestion    = aims.HistoryQuestion
	DriftHistory       = aims.DriftHistory
	CorrectionQuestion = aims.CorrectionQuestion
	Correction         = aims.Correction
)

// The topics of a namespace's memories; see [dream.Discovery].
type (
	SubGoalQuestion = dream.SubGoalQuestion
	SubGoals        = dream.SubGoals
)

// MaxClustered is the largest number of memories that SubGoals compares with each other.
const MaxClustered = dream.MaxClustered

// Limits of goals, of checks and of a history.
const (
	MaxGoalBytes    = aims.MaxGoalBytes
	MaxGoals        = aims.MaxGoals
	MaxCheckedTexts = aims.MaxCheckedTexts
	MaxActionBytes  = aims.MaxActionBytes
	MaxHistory      = aims.MaxHistory
)

// The modes of a check.
const (
	CheckHybrid = aims.CheckHybrid
	CheckPlain  = aims.CheckPlain
)

// CheckModes lists the modes, the default first.
var CheckModes = aims.CheckModes

// The kinds of corrections.
const (
	ReweightSpaces = aims.ReweightSpaces
	ReweightGoals  = aims.ReweightGoals
	NoCorrection   = aims.NoCorrection
)

// alignStep is how many memories are aligned again in one write; 0: the usual number. Tests may change it before an engine opens.
var alignStep = 0

// openAims reads the goals and which memories still have to be aligned with them. The store must be open; the index may be read later.
func (p *parts) openAims(ctx context.Context) (err error) {
	embed := func(ctx context.Context, role batch.Role, spaces models.Set, when time.Time, texts ...string) ([]fingerprint.Fingerprint, error) {
		return p.embedder.Values(ctx, role, spaces, when, p.now(), texts...)
	}
	p.aims, err = aims.Open(ctx, aims.Config{
		Store: p.store, Spaces: stored, Embed: embed, Turn: p.turns.lock, Thresholds: p.cfg.DriftThresholds, Step: alignStep,
		Compare: func(ctx context.Context, probes []*fingerprint.Fingerprint, spaces models.Set, f search.Filter, ids []store.ID, fn func([]search.Compared, int) error) error {
			index, err := p.searched(ctx)
			if err != nil {
				return err
			}
			return index.Compare(ctx, probes, spaces, f, ids, fn)
		},
		Near: func(ctx context.Context, namespace string, value *fingerprint.Fingerprint, k int, spaces models.Set) (ids []store.ID, err error) {
			index, err := p.searched(ctx)
			if err != nil {
				return nil, err
			}
			near, err := index.Neighbours(ctx, namespace, value, time.Time{}, k, spaces)
			for _, space := range spaces.Spaces() {
				for _, n := range near[space] {
					ids = append(ids, n.ID)
				}
			}
			return ids, err
		},
		Show:       p.held.align,
		Unread:     func(text string) bool { return p.embedder.MostlyUnread(text) },
		Comparable: func(a, b string) bool { return p.embedder.Comparable(a, b) },
		Now:        p.now, Pause: p.cfg.pauses, Log: p.log,
	})
	return err
}

// align computes the purpose vectors of drafts; see [aims.Service.Align].
func (w *writer) align(drafts []*draft) (release func(), err error) {
	var memories []*store.Memory
	for _, d := range drafts {
		if d.known == nil {
			memories = append(memories, d.memory)
		}
	}
	return w.aims.Align(memories...)
}

func (p *parts) shelves() store.Shelves { return p.store }

// SetNorthStar sets the goal of a namespace. The same words again change nothing. Other words replace the old goal by a new one with its own id; the
// goals below the old one are then below it. Checks against the old one are removed; its history of drift stays under the old id. Memories stored from now on have purpose
// vectors of the new goals; those of the other memories are measured again in the background.
func (e *Engine) SetNorthStar(ctx context.Context, namespace, description string) (*GoalSet, error) {
	return e.aims.SetNorthStar(ctx, namespace, description)
}

// AddGoal adds a goal below another of a higher level. The same words below the same parent at the same level change nothing.
func (e *Engine) AddGoal(ctx context.Context, n GoalNote) (*GoalSet, error) {
	return e.aims.AddGoal(ctx, n)
}

// RemoveGoal removes a goal. A goal with goals below it is removed only with them, if cascade is set. Without its North Star a namespace has no
// goal: its memories become neutral. The results of checks against a goal are removed with it.
func (e *Engine) RemoveGoal(ctx context.Context, id store.ID, cascade bool) (*GoalsRemoved, error) {
	return e.aims.RemoveGoal(ctx, id, cascade)
}

// Goals returns the goals of a namespace, and how many of its memories are measured against them.
func (e *Engine) Goals(ctx context.Context, namespace string) (*GoalTree, error) {
	return e.aims.Goals(ctx, namespace)
}

// CheckGoal measures whether a step is still about a goal, and records it in the goal's history, which is durable when the call returns. The hybrid
// mode also compares with the goals below the goal. Nothing is recorded if it fails.
func (e *Engine) CheckGoal(ctx context.Context, q GoalCheck) (*GoalChecked, error) {
	return e.aims.CheckGoal(ctx, q)
}

// GoalTrend returns the trend of the checks of a goal. It is a KindNoHistory error if there were none in this mode.
func (e *Engine) GoalTrend(ctx context.Context, q GoalTrendQuestion) (*GoalTrend, error) {
	return e.aims.GoalTrend(ctx, q)
}

// Drift measures how far memories have left a goal, and adds the measurement to the goal's history. If no North Star is set and no goal is named, it compares them with
// the centre of all memories of the namespace. A goal or memory that the namespace does not have is an error that names it. A timeframe without memories is an error, too.
func (e *Engine) Drift(ctx context.Context, q DriftQuestion) (*Drift, error) {
	return e.aims.Drift(ctx, q)
}

// DriftHistory returns past measurements of a goal, also of one that is no longer set. If the range has none, it returns a
// KindNoHistory error that says what there is outside it. The trend is that of the newest [drift.MaxTrend] entries of the range, regardless
// of the limit.
func (e *Engine) DriftHistory(ctx context.Context, q HistoryQuestion) (*DriftHistory, error) {
	return e.aims.DriftHistory(ctx, q)
}

// CorrectDrift measures drift from the North Star, or from the centre of the memories if none is set. At Medium or worse, or with Force, it measures the same memories
// under two proposals. One weights spaces by how well each separates work on the goal from unrelated texts. The other weights sibling goals by how much of the work belongs
// to each. It applies the better one if that gains enough. Weights cannot bring back work that has left the goal; the answer then says so. What it reports is measured, and
// [Engine.Drift] returns the same afterwards. A dry run, an answer without a correction, and an error leave the store unchanged.
func (e *Engine) CorrectDrift(ctx context.Context, q CorrectionQuestion) (*Correction, error) {
	return e.aims.CorrectDrift(ctx, q)
}

// SubGoals finds the topics of a namespace's memories: clusters over the content spaces, each named by the noun
// phrases that are most specific to it, or by the beginning of its central memory. The same memories give the same answer. It changes nothing; AddGoal adopts a proposed
// goal. If ctx ends, it soon returns ctx's error.
func (e *Engine) SubGoals(ctx context.Context, q SubGoalQuestion) (*SubGoals, error) {
	d := dream.Discovery{Store: e.store, Reads: e.embedder.Reads, Unread: e.embedder.MostlyUnread, Encode: func(text string) []int32 {
		return e.embedder.Tokenizer(models.Sparse).Encode(nil, text)
	}}
	return d.SubGoals(ctx, q)
}

// The histories of purpose vectors, goals and workspaces; see packages aims, workspace and chronicle.
type (
	Evolution        = aims.Evolution
	GoalHistory      = aims.GoalHistory
	WorkspaceHistory = workspace.History
)

// HistoryPage is the largest number of events in one answer about a history.
const HistoryPage = 20

// Evolution returns how the purpose vector of a memory changed.
func (h *Historian) Evolution(ctx context.Context, m *store.Memory, from int) (*Evolution, error) {
	if err := checkPlace(from); err != nil {
		return nil, err
	}
	return h.aims.Evolution(ctx, m, from, HistoryPage)
}

// GoalHistory returns how the goals of a namespace ("": the default one) changed.
func (h *Historian) GoalHistory(ctx context.Context, namespace string, from int) (*GoalHistory, error) {
	if err := checkPlace(from); err != nil {
		return nil, err
	}
	return h.aims.GoalHistory(ctx, namespace, from, HistoryPage)
}

// WorkspaceHistory returns how the workspace of a namespace ("": the default one) and session changed.
func (h *Historian) WorkspaceHistory(ctx context.Context, namespace, session string, from int) (*WorkspaceHistory, error) {
	if err := checkPlace(from); err != nil {
		return nil, err
	}
	w, err := h.e.Workspace(ctx, namespace, session) // checks the names, and has all waiting memories judged
	if err != nil {
		return nil, err
	}
	return h.minds.History(ctx, workspace.Key{Namespace: w.Namespace, Session: w.Session}, h.aims.Since(), from, HistoryPage)
}

func checkPlace(from int) error {
	if from < 0 {
		return fault.Invalid("place %d of a history is below 0", "0 is the newest event", from)
	}
	return nil
}
