package embedder

import (
	"asterism/engine/backend"
	"asterism/engine/device"
	"asterism/engine/sched"
	"asterism/models"
)

// Manifest is that of the profile.
func (m *Embedder) Manifest() *models.Manifest { return m.manifest }

// Hashes are those of the models, by space; see [models.Manifest.Hash].
func (m *Embedder) Hashes() [models.Count][32]byte { return m.hashes }

// Hardware is what the machine has.
func (m *Embedder) Hardware() device.Hardware { return m.hardware }

// Plan says what embeds, and why.
func (m *Embedder) Plan() device.Plan { return m.plan }

// Scheduler takes the jobs that [Embedder.Job] and [Embedder.JobOf] make.
func (m *Embedder) Scheduler() *sched.Scheduler { return m.sched }

// Backends embed, in order of preference.
func (m *Embedder) Backends() []backend.Backend { return m.backends }

// OpenedBehind are the spaces that the processor behind a GPU was opened for.
func (m *Embedder) OpenedBehind() models.Set {
	if m.behind == nil {
		return 0
	}
	return m.behind.Opened()
}

// Meant are the words that misspelt ones of a question stand for; see [spell.Pieces.Meant].
func (m *Embedder) Meant(text string, held func(word string) (bool, error)) ([]string, error) {
	return m.words().Meant(text, held)
}
