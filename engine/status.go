package engine

import (
	"context"
	"time"

	"asterism/engine/backend/cuda"
	"asterism/engine/background"
	"asterism/engine/device"
	"asterism/engine/fault"
	"asterism/engine/sched"
	searchcard "asterism/engine/search/card"
	"asterism/engine/store"
)

// Status is what `asterism doctor` tells in words.
type Status struct {
	Hardware device.Hardware
	Plan     device.Plan
	Profile  string
	Models   string // folder
	Lanes    sched.Stats
	Store    store.Info
	Indexed  int              // memories that search holds
	IndexMem int64            // bytes of memory that takes
	IndexMax int64            // its bound; 0: none
	Cold     int              // memories whose vectors are left to the store
	Card     *CardStatus      // nil: the program's kernels run on none
	OnCard   searchcard.State // what of the index is on a card, where it is searched
	OffCard  bool             // a card that it was on is of no more use

	Background []background.State // what works unasked
}

// CardStatus is what there is to say of the card that the program's kernels run on.
type CardStatus struct {
	Name        string
	Free, Total uint64        // bytes of its memory, now; 0 when it does not answer
	NoAnswer    string        // why it does not; empty when it does
	Busy, Open  time.Duration // how long it had work since it was opened, and how long ago that is; 0 and 0 where it does not say
	Places      []cuda.Place
	Choices     []string    // which kernels were measured to be the fastest
	Checks      []CardCheck // what comparing it with the processor gave, of the spaces on the card that were compared
}

// cardStatus asks the card.
func (m *modelSet) cardStatus() *CardStatus {
	if m.card == nil {
		return nil
	}
	s := &CardStatus{Name: m.card.Name(), Places: m.card.Residency(), Choices: m.card.Choices()}
	var err error
	if s.Free, s.Total, err = m.card.Memory(); err != nil {
		s.NoAnswer = err.Error()
	}
	s.Busy, s.Open, _ = m.cardBusy()
	for _, space := range m.trial.spaces.Spaces() {
		if found, ok := m.trial.book.find(space); ok {
			s.Checks = append(s.Checks, found)
		}
	}
	return s
}

// Status says how the engine is doing.
func (e *Engine) Status(ctx context.Context) (*Status, error) {
	info, err := e.store.Info(ctx)
	if err != nil {
		return nil, fault.Storage("read the state of the store", err)
	}
	return &Status{
		Hardware: e.hardware, Plan: e.plan, Profile: e.manifest.Profile, Models: e.manifest.Dir,
		Lanes: e.sched.Stats(), Store: info, Indexed: e.index.Len(), IndexMem: e.index.MemoryBytes(),
		IndexMax: e.indexMemory(), Cold: e.index.Cold(), Card: e.cardStatus(), OnCard: e.onCard.state(), OffCard: e.onCard.broken(), Background: e.background(),
	}, nil
}
