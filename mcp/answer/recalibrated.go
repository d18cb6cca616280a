package answer

import (
	"fmt"

	"asterism/engine/metautl"
)

// Recalibrated is what trigger_lambda_recalibration answers on success. If it fails, its error says why, and nothing has changed.
type Recalibrated struct {
	Success    bool              `json:"success"`
	Adjustment *LambdaAdjustment `json:"adjustment"` // null: λ did not change
	New        LambdaPair        `json:"new_lambdas"`
	Previous   LambdaPair        `json:"previous_lambdas"`
	Method     string            `json:"method"`
	Iterations *int              `json:"bo_iterations,omitempty"`         // of the optimiser; absent if it did not run
	Expected   *float64          `json:"expected_improvement,omitempty"`  // of the mean squared error, expected after the optimiser's starting points
	Remaining  *float64          `json:"remaining_improvement,omitempty"` // expected remaining improvement when it stopped
	LossBefore *float64          `json:"loss_before,omitempty"`           // mean squared error of learned against the outcomes, at the previous λ
	LossAfter  *float64          `json:"loss_after,omitempty"`            // and at the new one
	Reason     string            `json:"reason,omitempty"`                // why nothing was done: see NoStep, or, of a dry run, which data is missing
	DryRun     bool              `json:"dry_run"`
}

// LambdaAdjustment is a step of the weights.
type LambdaAdjustment struct {
	DeltaS       float64  `json:"delta_s"`
	DeltaC       float64  `json:"delta_c"`
	Alpha        *float64 `json:"alpha"`         // null: the optimiser chose λ, without a step
	TriggerError *float64 `json:"trigger_error"` // predicted − actual; null: there was no prediction
}

// NoStep is the reason if there was enough data and λ did not change.
const NoStep = "the mean error is within the threshold; force_bayesian runs the optimiser anyway"

// RecalibratedFrom converts the result to the answer of trigger_lambda_recalibration.
func RecalibratedFrom(r *metautl.Recalibration, dry bool) Recalibrated {
	v := Recalibrated{Success: true, New: lambdasFrom(r.After), Previous: lambdasFrom(r.Before), Method: string(r.Method), Reason: r.Reason, DryRun: dry}
	if r.Adjustment == nil && v.Reason == "" {
		v.Reason = NoStep
	}
	if a := r.Adjustment; a != nil {
		v.Adjustment = &LambdaAdjustment{DeltaS: Round(a.DeltaS, 6), DeltaC: Round(a.DeltaC, 6), TriggerError: figure(a.TriggerError)}
		if r.Method == metautl.ByGradient {
			v.Adjustment.Alpha = figure(a.Alpha)
		}
	}
	if o := r.Optimum; o != nil {
		v.Iterations, v.Expected, v.Remaining = &o.Iterations, &o.Expected, &o.Improvement
		v.LossBefore, v.LossAfter = &r.LossBefore, &o.Value
	}
	return v
}

// Words says how λ changed, or why it did not.
func (r Recalibrated) Words() string {
	if r.Adjustment == nil {
		return fmt.Sprintf("λ stays %s: %s\n", r.New.words(), ended(r.Reason))
	}
	would, unchanged := "", ""
	if r.DryRun {
		would, unchanged = "would go ", "; nothing was changed"
	}
	out := fmt.Sprintf("λ %s%s → %s (%s)%s.\n", would, r.Previous.words(), r.New.words(), r.Method, unchanged)
	if r.LossBefore != nil && r.LossAfter != nil {
		out += fmt.Sprintf("Mean squared error %.3g → %.3g.\n", *r.LossBefore, *r.LossAfter)
	}
	return out
}
