package metautl

import (
	"fmt"
	"math"
	"time"

	"asterism/engine/utl"
	"asterism/models"
)

// Prediction is what one space expected and what was measured, both in [0,1].
type Prediction struct {
	Space             models.Space
	Predicted, Actual float64
}

// Cycle is one update of every space that is present: the predictions that belong to one memory.
type Cycle struct {
	At          time.Time
	Domain      Domain
	Base        utl.Lambdas // by the lifecycle of the memory's namespace
	ACh         float64     // acetylcholine level, taken within [.001, .002]
	Predictions []Prediction
	Outcome     *Outcome // it has turned out now what a memory is worth
	Answers     []Answer // it has turned out now what some of their hits were worth
}

// Outcome is what a memory turned out to be worth, and what had been measured of it, so that [utl.Learned] can be replayed at another λ. All are in [0,1].
type Outcome struct {
	Entropy, Coherence, Importance float64
	Actual                         float64
}

// check says what is wrong with the cycle, or nil.
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

// record takes a cycle's predictions into the draft.
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

// predicted takes in one prediction and returns its error.
func (d *draft) predicted(c *Cycle, p Prediction) float64 {
	err := p.Predicted - p.Actual
	d.block(0)[p.Space].push(err)
	if n := c.Domain.number(); n > 0 {
		d.block(n)[p.Space].push(err)
	}
	return err
}

// correct moves λ against the mean signed error of a cycle, if it is large enough. Once a cycle, and not once a space: λ weighs the mean
// over the spaces, and single spaces err by more than the threshold so often, either way, that λ was driven to its border by them: forty notes
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

// step moves λ and says so: as an adjustment if it moved, as a clamping if a border bit, which at the border is all that there is to say.
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

// event is one that no single prediction led to.
func (d *draft) event(at time.Time, t EventType, domain Domain, before utl.Lambdas) Event {
	return Event{At: at, Type: t, Error: math.NaN(), Before: before, After: d.lambdas(d.Base), Accuracy: d.blocks[0].accuracy(),
		Escalated: d.Escalations > 0, Domain: domain, Space: NoSpace, Stands: 1}
}
