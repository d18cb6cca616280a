package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/metautl"
)

// triggerLambdaRecalibration has the weights of the learning score chosen anew.
func triggerLambdaRecalibration() *tool {
	return &tool{
		name:        "trigger_lambda_recalibration",
		title:       "Choose λ anew",
		description: "Choose the weights λ of the learning score anew: one step against the mean error, or by Bayesian optimisation over recorded outcomes. Fails when there is too little to go by.",
		hints:       hints{},
		input: `{"type":"object","properties":{
			"force_bayesian":{"type":"boolean","default":false,"description":"Run the optimiser whatever the error is"},
			` + domainProperty + `,
			"dry_run":{"type":"boolean","default":false,"description":"Say what would be done"}},
			"additionalProperties":false}`,
		output: `"success":{"const":true},"adjustment":{"anyOf":[{"type":"object"},{"type":"null"}]},"new_lambdas":{"type":"object"},"previous_lambdas":{"type":"object"},"method":{"enum":["gradient","bayesian","none"]},
			"bo_iterations":{"type":"integer"},"expected_improvement":{"type":"number"},"dry_run":{"type":"boolean"}`,
		always:  []string{"success", "adjustment", "new_lambdas", "previous_lambdas", "method", "dry_run"},
		prepare: prepareRecalibration,
	}
}

func prepareRecalibration(a *arguments) job {
	r := engine.Recalibration{ForceBayesian: a.flag("force_bayesian", false), Domain: string(a.domain("domain")), DryRun: a.flag("dry_run", false)}
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		done, err := e.RecalibrateLambda(ctx, r)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: recalibratedFrom(done, r.DryRun)}, nil
	}
}

// Recalibrated is what trigger_lambda_recalibration answers when it worked. When it did not, its error says why, and nothing has changed.
type Recalibrated struct {
	Success     bool              `json:"success"`
	Adjustment  *LambdaAdjustment `json:"adjustment"` // null: λ stayed as it was
	New         LambdaPair        `json:"new_lambdas"`
	Previous    LambdaPair        `json:"previous_lambdas"`
	Method      string            `json:"method"`
	Iterations  *int              `json:"bo_iterations,omitempty"`        // of the optimiser, absent when it did not run
	Improvement *float64          `json:"expected_improvement,omitempty"` // the greatest that was left when it stopped
	DryRun      bool              `json:"dry_run"`
}

// LambdaAdjustment is a step of the weights.
type LambdaAdjustment struct {
	DeltaS       float64  `json:"delta_s"`
	DeltaC       float64  `json:"delta_c"`
	Alpha        *float64 `json:"alpha"`         // null: the optimiser chose, and makes no step
	TriggerError *float64 `json:"trigger_error"` // predicted − actual; null: nothing was predicted
}

func recalibratedFrom(r *metautl.Recalibration, dry bool) Recalibrated {
	v := Recalibrated{Success: true, New: lambdasFrom(r.After), Previous: lambdasFrom(r.Before), Method: string(r.Method), DryRun: dry}
	if a := r.Adjustment; a != nil {
		v.Adjustment = &LambdaAdjustment{DeltaS: round(a.DeltaS, 6), DeltaC: round(a.DeltaC, 6), TriggerError: figure(a.TriggerError)}
		if r.Method == metautl.ByGradient {
			v.Adjustment.Alpha = figure(a.Alpha)
		}
	}
	if o := r.Optimum; o != nil {
		v.Iterations, v.Improvement = &o.Iterations, &o.Improvement
	}
	return v
}
