package answer

import (
	"asterism/engine"
	"asterism/engine/background"
	"asterism/engine/metautl"
)

// Status is what get_autonomous_status answers.
type Status struct {
	Namespace       string          `json:"namespace"`
	NorthStar       *Goal           `json:"north_star"` // null: none is set
	Goals           []Goal          `json:"goals"`
	Alignment       Alignment       `json:"alignment"`
	Drift           *DriftEntry     `json:"drift"` // the newest measurement
	DriftNote       string          `json:"drift_note,omitempty"`
	Trend           *Trend          `json:"trend"`
	TrendNote       string          `json:"trend_note,omitempty"`
	History         []DriftEntry    `json:"history,omitempty"`
	HistoryTotal    *int            `json:"history_total,omitempty"` // number of measurements
	Learning        LearningState   `json:"learning"`
	Workspace       *WorkspaceBrief `json:"workspace"`
	Dreams          DreamState      `json:"dreams"`
	Store           *StoreHealth    `json:"store"`
	Device          *DeviceHealth   `json:"device"`
	Queue           *QueueHealth    `json:"queue"`
	Unreadable      []Unreadable    `json:"unreadable,omitempty"` // the fields of these parts are absent
	Recommendations []string        `json:"recommendations"`

	Background []background.State `json:"background,omitempty"` // background tasks of the server, and how each last ended
}

// Unreadable is a part of the state (workspace, drift, dreams) whose stored record could not be read, and why.
type Unreadable struct {
	Part string `json:"part"`
	Why  string `json:"why"`
}

// LearningState is the state of a namespace's learning.
type LearningState struct {
	Lifecycle  string   `json:"lifecycle"` // infancy, growth, maturity
	Entropy    *float64 `json:"entropy"`   // running mean; null: not known
	Coherence  *float64 `json:"coherence"`
	Suggested  *string  `json:"suggested_action"`
	Escalation string   `json:"escalation_status,omitempty"` // bayesian or human_required; absent: none
	Settings   Settings `json:"settings,omitempty"`          // of meta-learning: those that differ from the specification
	Note       string   `json:"note,omitempty"`
}

// WorkspaceBrief is a workspace without its members; get_workspace shows them.
type WorkspaceBrief struct {
	State   string   `json:"state"`
	C       *float64 `json:"c"`
	Members int      `json:"members"`
	Warning string   `json:"warning,omitempty"`
}

// DreamState says when the last dream ran and what the next one would find.
type DreamState struct {
	Dreaming   bool    `json:"dreaming"`
	Last       *string `json:"last"`        // null: never
	NearCopies *int    `json:"near_copies"` // pairs that the next dream would merge
	Note       string  `json:"note,omitempty"`
}

// StatusFrom converts a state to the answer of get_autonomous_status, with the newest measurements or without.
func StatusFrom(s *engine.Autonomous, history bool) Status {
	v := Status{
		Namespace: s.Namespace, Goals: []Goal{}, Trend: trendFrom(s.Trend), Learning: learningFrom(s), Workspace: briefFrom(s.Workspace),
		Dreams: dreamStateFrom(s), Recommendations: append([]string{}, s.Recommendations...),
	}
	for _, u := range s.Unreadable {
		v.Unreadable = append(v.Unreadable, Unreadable{u.Part, u.Why})
	}
	if s.Goals != nil {
		t := TreeFrom(s.Goals)
		v.NorthStar, v.Goals, v.Alignment = t.NorthStar, t.Goals, t.Alignment
	}
	if s.Drift != nil {
		d := entryFrom(s.Drift, true, true)
		v.Drift = &d
	} else if !s.Lacks(engine.PartDrift) {
		v.DriftNote = "Never measured: call get_alignment_drift."
	}
	if s.Trend == nil {
		v.TrendNote = s.NoTrend
	}
	if history {
		v.History, v.HistoryTotal = entriesFrom(s.History, false, true), &s.HistoryTotal
	}
	if s.Status != nil {
		v.Store, v.Device, v.Queue = HealthFrom(s.Status, s.Namespace)
		v.Background = s.Status.Background
	}
	return v
}

func learningFrom(s *engine.Autonomous) LearningState {
	v := LearningState{Lifecycle: s.Lifecycle}
	if m := s.Learning; m != nil && m.Escalation != metautl.NotEscalated {
		v.Escalation = string(m.Escalation)
	}
	if s.Learning != nil {
		v.Settings = SettingsFrom(&s.Learning.Settings)
	}
	switch p := s.Pulse; {
	case p == nil, p.Entropy == 0 && p.Coherence == 0: // coherence begins at .1
		v.Note = "Nothing was measured yet: inject_context measures new memories, store_memory does not."
	default:
		v.Entropy, v.Coherence, v.Suggested = figure(p.Entropy), figure(p.Coherence), &p.SuggestedAction
	}
	return v
}

func briefFrom(w *engine.WorkspaceState) *WorkspaceBrief {
	if w == nil {
		return nil
	}
	return &WorkspaceBrief{string(w.State), figure(w.C), len(w.Members), w.Warning}
}

func dreamStateFrom(s *engine.Autonomous) DreamState {
	v := DreamState{Dreaming: s.Dreaming}
	if s.LastDream != nil {
		v.Last = Stamp(*s.LastDream)
	}
	if s.NearCopies >= 0 {
		v.NearCopies = new(s.NearCopies)
	} else if !s.Lacks(engine.PartDreams) {
		v.Note = "Near copies are counted by a dream: trigger_dream with dry_run counts them and changes nothing."
	}
	return v
}
