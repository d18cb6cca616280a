package metautl

import (
	"fmt"
	"math"
	"time"

	"asterism/engine/utl"
	"asterism/models"
)

// Prediction is the expected and the measured value of one space, both in [0,1].
type Prediction struct {
	Space             models.Space
	Predicted, Actual float64
}

// Cycle is one update of every present space: the predictions for one memory.
type Cycle struct {
	At          time.Time
	Domain      Domain
	Base        utl.Lambdas // from the lifecycle of the memory's namespace
	ACh         float64     // acetylcholine level, clamped to [.001, .002]
	Predictions []Prediction
	Outcome     *Outcome // the usefulness of a memory is now known
	Answers     []Answer // the usefulness of some of their hits is now known
}

// Outcome is the usefulness of a memory and its measured values, so that [utl.Learned] can be computed again with another λ. All are in [0,1].
type Outcome struct {
	Entropy, Coherence, Importance float64
	Actual                         float64
}

// check returns what is wrong with the cycle, or nil.
func (c *Cycle) check() error {
	if _, err := ParseDomain(string(c.Domain)); err != nil {
		return err
	}
	if !(c.Base.S >= 0 && c.Base.S <= 1) {
		return fmt.Errorf("base λ_s %v is outside 0…1", c.Base.S)
	}
	if math.IsNaN(c.ACh) {
		return fmt.Errorf("the acetylcholine level is not a number; take %v at rest", MinACh)
	}
	if c.At.UnixNano() <= 0 {
		return fmt.Errorf("time %s is not after 1970", c.At)
	}
	var seen models.Set
	for _, p := range c.Predictions {
		if int(p.Space) >= models.Count || seen.Has(p.Space) {
			return fmt.Errorf("space %d does not exist or is predicted twice in one cycle; spaces are 0 to %d", p.Space, models.Count-1)
		}
		seen = seen.With(p.Space)
		if !share(p.Predicted) || !share(p.Actual) {
			return fmt.Errorf("prediction %v or actual value %v of %s is outside 0…1", p.Predicted, p.Actual, p.Space)
		}
	}
	for i := range c.Answers {
		if err := c.Answers[i].check(); err != nil {
			return err
		}
	}
	if o := c.Outcome; o != nil && !(share(o.Actual) && share(o.Entropy) && share(o.Coherence) && share(o.Importance)) {
		return fmt.Errorf("outcome %v (entropy %v, coherence %v, importance %v) has a number outside 0…1", o.Actual, o.Entropy, o.Coherence, o.Importance)
	}
	return nil
}

func share(v float64) bool { return v >= 0 && v <= 1 }

// record adds a cycle's predictions to the draft.
func (d *draft) record(c *Cycle) {
	d.Base = c.Base.S
	if len(c.Predictions) == 0 {
		return
	}
	sum := 0.0
	for _, p := range c.Predictions {
		sum += d.predicted(c, p)
	}
	if d.Enabled == 1 {
		d.correct(c, sum/float64(len(c.Predictions)))
	}
	d.Cycles++
	d.History.push(d.blocks[0].accuracy())
	d.watch(c)
}

// predicted adds one prediction and returns its error.
func (d *draft) predicted(c *Cycle, p Prediction) float64 {
	err := p.Predicted - p.Actual
	d.block(0)[p.Space].push(err)
	if n := c.Domain.number(); n > 0 {
		d.block(n)[p.Space].push(err)
	}
	return err
}

// correct moves λ by the mean signed error of a cycle, if it is large enough. It does so once per cycle, and not per space: λ weighs the mean
// over the spaces. The errors of single spaces exceed the threshold in both directions so often that they drove λ to its bound: forty notes
// about one project led to 149 corrections, and to λ_s = .9.
func (d *draft) correct(c *Cycle, err float64) {
	before := d.lambdas(c.Base.S)
	after, _, clamped, ok := d.rules.adjust(before, err, c.ACh)
	if !ok {
		return
	}
	space := NoSpace
	if len(c.Predictions) == 1 {
		space = c.Predictions[0].Space
	}
	d.step(Event{At: c.At, Domain: c.Domain, Error: err, Space: space}, before, after, clamped)
}

// step moves λ and records an event: an adjustment if it moved, a clamping if a bound limited it (at the bound, only that).
func (d *draft) step(of Event, before, after utl.Lambdas, clamped bool) {
	if after != before {
		d.move(of.At, after)
	}
	e := d.event(of.At, LambdaAdjustment, of.Domain, before)
	e.Error, e.Space = of.Error, of.Space
	if after != before {
		d.events = append(d.events, e)
	}
	if clamped {
		e.Type = WeightClamped
		d.events = append(d.events, e)
	}
}

// move sets the weights in use.
func (h *head) move(at time.Time, after utl.Lambdas) {
	h.Shift = after.S - h.Base
	h.Adjustments++
	h.LastAdjustment = at.UnixNano()
}

// event returns an event that does not belong to a single prediction.
func (d *draft) event(at time.Time, t EventType, domain Domain, before utl.Lambdas) Event {
	return Event{At: at, Type: t, Error: math.NaN(), Before: before, After: d.lambdas(d.Base), Accuracy: d.blocks[0].accuracy(),
		Escalated: d.Escalations > 0, Domain: domain, Space: NoSpace, Stands: 1}
}
