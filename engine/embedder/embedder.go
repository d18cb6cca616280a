// Package embedder answers: what embeds here, and on what?
//
// An [Embedder] runs the models of one profile: it verifies their files (read.go), makes the device plan, opens the
// backends and starts the scheduler over them (start.go), and turns a text or an image into a job for the scheduler
// (tokens.go, image.go). It does not use a store.
//
// A GPU is used for a space only after its values were compared with the processor's (gpu_trial.go), since kernels may
// never have run on such a GPU before. The result is stored in a file of this user (gpu_book.go).
package embedder

import (
	"context"
	"errors"
	"os"

	"asterism/engine/backend"
	"asterism/engine/backend/lazy"
	"asterism/engine/device"
	"asterism/engine/sched"
	"asterism/engine/spell"
	"asterism/engine/token"
	"asterism/engine/tongue"
	"asterism/models"
)

// Embedder is one running profile: its files, what each space sees of a text, and the backends. It does not change after
// it was opened, and is safe for concurrent use.
type Embedder struct {
	held       *os.File // keeps a pulled profile from being changed or removed; nil for other profiles
	manifest   *models.Manifest
	hashes     [models.Count][32]byte
	seen       seen // the files as they were when the program started
	verified   bool // all of them; otherwise only those of the tokenizers; each model's are verified when it is opened
	tokenizers func() map[string]*token.Tokenizer
	streams    map[models.Space]stream // what each learned space sees of a text
	words      func() *spell.Pieces    // for misspelt questions
	language   func() *tongue.Reader   // of E1's model
	hardware   device.Hardware
	plan       device.Plan
	backends   []backend.Backend // in order of preference
	gpu        GPU               // the first backend if the program's kernels run; nil otherwise
	behind     *lazy.Backend     // the processor behind a GPU; nil without one
	later      *lazy.Backend     // see Options.Later; nil: everything is open
	trial      *trial            // of the GPU; nil: there is none
	sched      *sched.Scheduler
	images     []string // folders, see Options.Images
	progress   func(stage string, done, total int)
}

// Open reads the profile named in c and starts its embedder. After an error nothing is running.
func Open(ctx context.Context, c Options) (*Embedder, error) {
	c.complete()
	m := &Embedder{images: c.Images, progress: c.Progress}
	err := m.read(ctx, &c)
	if err == nil {
		err = m.start(ctx, &c)
	}
	if err != nil {
		return nil, errors.Join(err, m.Close(context.WithoutCancel(ctx)))
	}
	return m, nil
}

// Close stops the scheduler and then, when no backend is running any more, the backends.
func (m *Embedder) Close(ctx context.Context) error {
	m.trial.close()
	if m.sched != nil {
		if err := m.sched.Close(ctx); err != nil { // a backend may still be running
			return err
		}
	}
	var errs []error
	for _, b := range m.backends {
		errs = append(errs, b.Close())
	}
	if m.held != nil {
		errs = append(errs, m.held.Close())
	}
	return errors.Join(errs...)
}
