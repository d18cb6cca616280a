package metautl

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"asterism/engine/utl"
)

// Method is how λ was chosen.
type Method string

// The methods.
const (
	ByGradient  Method = "gradient"
	ByOptimiser Method = "bayesian"
	ByNone      Method = "none"
)

// Request asks for a new λ.
type Request struct {
	ForceBayesian bool   // run the optimiser, whatever the error is
	Domain        Domain // use only this domain's predictions and outcomes; "": all
	DryRun        bool   // return what would be done
	ACh           float64
}

// ErrStopped is the error of corrections while they are switched off, see [Service.Enable].
var ErrStopped = errors.New("corrections of λ are switched off")

// Recalibration is what was done, or would be done.
type Recalibration struct {
	Method        Method
	Adjustment    *Adjustment // nil: λ did not change
	Before, After utl.Lambdas
	Optimum       *Optimum // of the optimiser, nil if it did not run
	Reason        string   // of a dry run: why nothing would be done; "": something would
	LossBefore    float64  // the optimiser's objective at the λ_s before; at the new one it is Optimum.Value
}

// Recalibrate chooses λ again: by the optimiser if requested; otherwise by one step against the mean signed error of the newest 100
// predictions per space, if it exceeds the threshold. A dry run changes nothing. The errors are [ErrTooLittle] if there is too little data,
// and [ErrStopped] if corrections are switched off; then nothing has changed.
func (s *Service) Recalibrate(ctx context.Context, at time.Time, r Request) (*Recalibration, error) {
	if _, err := ParseDomain(string(r.Domain)); err != nil {
		return nil, err
	}
	out := &Recalibration{}
	if r.DryRun {
		s.mu.RLock()
		d := &draft{state: s.state, rules: &s.rules}
		s.mu.RUnlock()
		return out, d.recalibrate(at, r, out)
	}
	return out, s.change(ctx, func(d *draft) error { return d.recalibrate(at, r, out) })
}

func (d *draft) recalibrate(at time.Time, r Request, out *Recalibration) error {
	if d.Enabled == 0 && !r.DryRun {
		return ErrStopped
	}
	out.Before = d.lambdas(d.Base)
	out.After, out.Method = out.Before, ByNone
	if r.ForceBayesian {
		return d.recalibrateByOptimiser(at, r, out)
	}
	err := d.blocks[r.Domain.number()].trend()
	if math.IsNaN(err) {
		return out.tooLittle(r, fmt.Errorf("%w: nothing was predicted yet%s; inject memories first", ErrTooLittle, inDomain(r.Domain)))
	}
	after, a, clamped, ok := d.rules.adjust(out.Before, err, r.ACh)
	if !ok {
		return nil
	}
	out.Method, out.Adjustment, out.After = ByGradient, &a, after
	d.step(Event{At: at, Domain: r.Domain, Error: err, Space: NoSpace}, out.Before, after, clamped)
	return nil
}

func (d *draft) recalibrateByOptimiser(at time.Time, r Request, out *Recalibration) error {
	best, err := d.optimise(r.Domain)
	if err != nil {
		return out.tooLittle(r, err)
	}
	out.Method, out.Optimum, out.After = ByOptimiser, &best, pair(best.Lambda)
	out.LossBefore = loss(d.replayed(r.Domain), out.Before.S)
	trigger := d.blocks[r.Domain.number()].trend()
	out.Adjustment = &Adjustment{DeltaS: out.After.S - out.Before.S, DeltaC: out.After.C - out.Before.C, TriggerError: trigger}
	d.move(at, out.After)
	e := d.event(at, LambdaAdjustment, r.Domain, out.Before)
	e.Error = trigger
	d.events = append(d.events, e)
	return nil
}

// tooLittle returns nil for a dry run: nothing would be done, and Reason says why.
func (out *Recalibration) tooLittle(r Request, err error) error {
	if r.DryRun && errors.Is(err, ErrTooLittle) {
		out.Reason = err.Error()
		return nil
	}
	return err
}

// inDomain names the requested domain.
func inDomain(d Domain) string {
	if d == "" {
		return ""
	}
	return " in domain " + string(d)
}
