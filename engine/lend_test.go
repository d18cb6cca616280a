package engine

import (
	"sync"
	"testing"

	"asterism/engine/batch"
	"asterism/engine/purpose"
	"asterism/engine/sched"
)

// lent are the cohort texts' values that an engine of this process embedded with the models that ship. An engine embeds them at its first goal:
// 224 texts in ten spaces, each compared with each, which takes longer than the rest of most tests with a goal.
var lent struct {
	mu        sync.Mutex
	strangers *purpose.Strangers
}

// lendStrangers gives an engine the cohort values that another one embedded with the same models, and keeps what it embeds for the next. Engines with
// models or a clock of their own, on which the temporal spaces of the cohort depend, embed it themselves.
func lendStrangers(t *testing.T, e *Engine, c Config) {
	t.Helper()
	if c.Profile != "" || c.Models != "" || c.Now != nil {
		return
	}
	lent.mu.Lock()
	defer lent.mu.Unlock()
	if lent.strangers != nil {
		e.aims.SetStrangers(lent.strangers)
	}
	t.Cleanup(func() { // the engine is closed by now
		lent.mu.Lock()
		defer lent.mu.Unlock()
		if s := e.aims.Strangers(); s != nil && len(s.Texts) == len(purpose.Cohort()) { // not those of fewStrangers
			lent.strangers = s
		}
	})
}

// fewStrangers makes an engine calibrate goals by every tenth text of the cohort. It is for tests that are not about the quality of that calibration
// and would spend most of their time on it.
func fewStrangers(t *testing.T, e *Engine) {
	t.Helper()
	var jobs []*sched.Job
	for i, text := range purpose.Cohort() {
		if i%10 == 0 {
			jobs = append(jobs, e.job(text, "", e.now(), batch.Passage, stored))
		}
	}
	s, err := purpose.NewStrangers(embedJobs(t, e.embedder, jobs...))
	if err != nil {
		t.Fatal(err)
	}
	e.aims.SetStrangers(s)
}
