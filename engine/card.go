package engine

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strings"

	"asterism/engine/backend"
	"asterism/engine/backend/cuda"
	"asterism/engine/backend/lazy"
	"asterism/engine/backend/onnx"
	"asterism/engine/backend/portion"
	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/engine/fault"
	"asterism/models"
)

// card is the program's own backend on a card.
type card interface {
	backend.Backend
	teller
}

// teller says how things stand on a card.
type teller interface {
	// Residency says of every space whether it is on the card, what it takes there, and why not.
	Residency() []cuda.Place
	// Memory is the card's, in bytes, now.
	Memory() (free, total uint64, err error)
	// Choices say in words which kernels were measured to be the fastest.
	Choices() []string
}

// openCard brings the models to a card. Tests put another into a Config.
func openCard(ctx context.Context, o cuda.Options) (card, error) {
	b, err := cuda.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// openKernels opens the program's backend on the card, and the processor's sessions behind it: at once for the spaces that the card does not have, and
// for the others when they are needed, since all of them take gigabytes.
func (m *modelSet) openKernels(ctx context.Context, c *Config) error {
	if _, err := onnx.FindLibrary(c.ORTLib); err != nil { // the processor compares, and takes what leaves the card
		return fault.Machine("start ONNX Runtime", err, "run `make setup`, or name the library with ASTERISM_ORT_LIB")
	}
	open := c.openCard
	if open == nil {
		open = openCard
	}
	card, err := open(ctx, cuda.Options{
		Manifest: m.manifest, Ordinal: m.plan.Card, Tokens: m.plan.TokenBudget, Rows: m.plan.MaxRows, Log: c.Log,
		Progress: func(done, total uint64) { c.Progress("loading weights", int(done>>20), int(total>>20)) },
	})
	if err != nil {
		return fault.Machine("open "+m.plan.Device, err, "choose the device auto or cpu; `asterism doctor` says what this machine has")
	}
	m.card = card
	sessions, behind := m.openBehind(c)
	m.backends = []backend.Backend{card, behind}
	if err := sessions.Open(ctx, sessions.Spaces().Without(card.Spaces())); err != nil {
		err = errors.Join(err, card.Close(), behind.Close())
		m.card, m.backends = nil, nil
		return fault.Machine("start ONNX Runtime", err, "run `make setup`, or name the library with ASTERISM_ORT_LIB")
	}
	tellPlaces(c.Log, card)
	return nil
}

// openBehind makes the processor's backend that stands behind a card's: nothing of it is open yet, and what comes in batches made for a card runs in
// batches made for the processor.
func (m *modelSet) openBehind(c *Config) (*lazy.Backend, backend.Backend) {
	plan, _ := device.MakePlan(m.hardware, device.WantCPU) // which every machine has
	m.behind = lazy.New(lazy.Options{
		Name: "onnxruntime on cpu", Spaces: m.manifest.Spaces(),
		Open: func(ctx context.Context, s models.Space) (backend.Backend, error) {
			return onnx.Open(ctx, onnx.Options{Manifest: m.manifest, Spaces: models.SetOf(s), Verified: true, LibPath: c.ORTLib, Threads: plan.IntraThreads})
		},
	})
	return m.behind, portion.New(m.behind, plan.Workers, func(s models.Space) portion.Size {
		d, ok := m.manifest.Model(s)
		if !ok {
			return portion.Size{Budget: batch.Budget{Tokens: plan.TokenBudget, Rows: plan.MaxRows}}
		}
		return portion.Size{
			Budget: batch.Budget{Tokens: cmp.Or(tokenBudget(d, &plan), plan.TokenBudget), Rows: plan.MaxRows},
			Filled: d.QueryLength, Image: imageTokens(d),
		}
	})
}

// tellPlaces logs, in one line, which learned spaces are not on the card and why; the arithmetic ones are nowhere missed.
func tellPlaces(log *slog.Logger, c card) {
	var left []string
	for _, p := range c.Residency() {
		if !p.OnCard && p.Space.Info().Origin == models.FromModel {
			left = append(left, p.Space.Code()+": "+p.Why)
		}
	}
	if len(left) > 0 {
		log.Warn("spaces stay on the processor", "card", c.Name(), "causes", strings.Join(left, "; "))
	}
}
