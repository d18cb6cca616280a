package engine

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"asterism/engine/backend/cuda"
	"asterism/engine/device"
	"asterism/engine/embedder"
	"asterism/engine/fault"
	searchgpu "asterism/engine/search/gpu"
	kernels "asterism/kernels/cuda"
)

// indexCard is what search has of a card, if anything.
type indexCard struct {
	mirror *searchgpu.Replica // nil: the processor searches alone
	why    string             // then
}

// openIndexCard chooses the card that copies of the index are kept on. It is opened when there are enough memories.
func (p *parts) openIndexCard() error {
	c, why, err := p.chooseIndexCard()
	if err != nil {
		return err
	}
	if c == nil {
		p.onCard.why = why
		return nil
	}
	m, err := searchgpu.Open(searchgpu.Options{Open: c.open, Tokens: vectors{p.store}, MinMemories: p.cfg.indexCardLeast, SkipTrial: p.cfg.indexCardTrusted, Log: p.log,
		CrashFile: func() string { return p.trialMark(c.ordinal) }})
	if err != nil {
		return fault.Machine("open the index on a card", err, "choose the index device cpu")
	}
	p.onCard.mirror = m
	p.index.SetReplica(m)
	return nil
}

// indexHint is the way out of an index device that cannot be used.
const indexHint = "choose the index device auto or cpu; `asterism doctor` says what this machine has"

// trialMark is the file that says that a card was lost when search was tried on it: that card, with its driver, by this program.
func (p *parts) trialMark(ordinal int) string {
	key := sha256.Sum256([]byte(embedder.GPUKey(p.hardware, ordinal, nil)))
	return embedder.CacheFolder(fmt.Sprintf("index-trial-%x", key[:8]))
}

// chosenCard is a card for the index.
type chosenCard struct {
	ordinal int
	open    func() (kernels.Machine, error)
}

// chooseIndexCard says which card the index has and how it is opened, or, of none, why. Auto takes the card that runs the models, else the first on which the program's kernels run, also
// where models gain nothing from one; whoever embeds on the processor by his own word has said what he thinks of cards.
func (p *parts) chooseIndexCard() (c *chosenCard, why string, err error) {
	want, hardware := p.cfg.IndexDevice, p.hardware
	auto := want == "" || want == device.WantAuto
	if auto && p.cfg.Device == device.WantCPU {
		return nil, "the processor was asked for with the device cpu", nil
	}
	if strings.HasPrefix(want, "onnx-") {
		return nil, "", fault.Machine("plan the index's device", fmt.Errorf("choose index device %q: ONNX Runtime does not search; use auto, cpu or cuda:N (N counts from 0)", want), indexHint)
	}
	hardware.NoGain = "" // which is said of models
	plan, err := device.MakePlan(hardware, want)
	switch {
	case err != nil:
		return nil, "", fault.Machine("plan the index's device", fmt.Errorf("for the index: %w", err), indexHint)
	case plan.Runner == device.Provider:
		return nil, plan.Reasons[len(plan.Reasons)-1], nil // why the program's kernels do not run there
	case plan.Runner != device.Kernels:
		return nil, plan.Reasons[0], nil
	}
	ordinal := plan.Card
	if auto && p.plan.Runner == device.Kernels {
		ordinal = p.plan.Card
	}
	c = &chosenCard{ordinal, func() (kernels.Machine, error) { return cuda.OpenGPU(ordinal) }}
	if share := p.embedder.ShareGPU(ordinal); share != nil {
		c.open = share
	}
	if p.cfg.openIndexCard != nil {
		c.open = p.cfg.openIndexCard
	}
	return c, "", nil
}

// state says what of the index is on a card.
func (c *indexCard) state() searchgpu.State {
	if c.mirror == nil {
		return searchgpu.State{Reason: c.why}
	}
	return c.mirror.State()
}

// broken reports whether a card that search had is of no more use.
func (c *indexCard) broken() bool { return c.mirror != nil && c.mirror.Err() != nil }

// close gives the card back. It comes before its backend is closed, and before the store, from which tokens are read for it.
func (c *indexCard) close() error {
	if c.mirror == nil {
		return nil
	}
	if err := c.mirror.Close(); err != nil {
		return fmt.Errorf("give back the card of the index: %w", err)
	}
	return nil
}
