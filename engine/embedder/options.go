package embedder

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"asterism/engine/backend/cuda"
	"asterism/engine/device"
)

// DefaultProfile ships with the program.
const DefaultProfile = "compact"

// maxWait is how long a call waits for a place in the queue before it fails with a request to retry.
const maxWait = 5 * time.Second

// Options says which models are opened, and on what. The zero value is a sound choice.
type Options struct {
	Profile string   // empty: [DefaultProfile]
	Models  string   // folder of the profile's models; empty: the usual places are searched
	ORTLib  string   // ONNX Runtime library; empty: the usual places are searched
	Images  []string // folders whose files texts may name as images
	Device  string   // auto (default), cpu, cuda:N, onnx-cuda:N: see device.MakePlan
	Workers int      // 0: from the device plan
	// Later opens each model on the processor when it is first needed, for callers that may not embed anything. A GPU's
	// models are opened at once.
	Later   bool
	MaxWait time.Duration
	Log     *slog.Logger
	// Progress is called with start-up progress, from several goroutines; may be nil.
	Progress func(stage string, done, total int)
	Now      func() time.Time // the clock; nil: time.Now

	// For tests; nil: the machine's hardware, this program's backend on a GPU, and the texts of gpu_texts.go.
	Hardware   *device.Hardware
	OpenGPU    func(context.Context, cuda.Options) (GPU, error)
	CheckTexts []string
}

// complete sets the defaults of missing options.
func (c *Options) complete() {
	c.Profile, c.MaxWait = cmp.Or(c.Profile, DefaultProfile), cmp.Or(c.MaxWait, maxWait)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Progress == nil {
		c.Progress = func(string, int, int) {}
	}
}
