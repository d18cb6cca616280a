package workspace

import (
	"fmt"
	"time"
)

// The settings' bounds and defaults.
const (
	DefaultCapacity = 7
	MaxCapacity     = 64
	DefaultCoupling = 4.0
	MaxCoupling     = 20.0
)

// Idle is how long a workspace stays awake without activity.
const Idle = 10 * time.Minute

// A memory enters if the spaces agree (r above leastOrder) that it belongs (p̄ at leastFit or above). The specification's .8 is for |Σ e^{iθ}|/n; r here is its square, so it
// corresponds to .64. With .7 the workspace follows a session of mixed topics in .86 of the steps and .81 of the memories enter; with .8 it follows in .83, and .76 enter.
const (
	leastOrder = .7
	leastFit   = .6
)

// Options are set by an operator. The zero value is a sound choice.
type Options struct {
	Capacity int      // most members, 1…64; 0: 7
	Coupling *float64 // K₀, how strongly the spaces are coupled, 0…20; nil: 4
}

// Check returns which option is out of range, or nil.
func (o Options) Check() error {
	if o.Capacity < 0 || o.Capacity > MaxCapacity {
		return fmt.Errorf("workspace capacity %d is outside 1…%d", o.Capacity, MaxCapacity)
	}
	if k := o.coupling(); !(k >= 0 && k <= MaxCoupling) { // also true for NaN
		return fmt.Errorf("workspace coupling %v is outside 0…%v", k, MaxCoupling)
	}
	return nil
}

func (o Options) capacity() int {
	if o.Capacity == 0 {
		return DefaultCapacity
	}
	return o.Capacity
}

func (o Options) coupling() float64 {
	if o.Coupling == nil {
		return DefaultCoupling
	}
	return *o.Coupling
}
