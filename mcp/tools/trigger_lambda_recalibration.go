package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// triggerLambdaRecalibration chooses new weights λ of the learning score.
func triggerLambdaRecalibration() *Tool {
	return &Tool{
		Name:        "trigger_lambda_recalibration",
		Title:       "Choose λ anew",
		Description: "Choose the weights λ of the learning score anew: one step against the mean error, or by Bayesian optimisation over recorded outcomes. Fails when there is too little to go by; a dry run says so with method none.",
		Hints:       Hints{},
		Input: `{"type":"object","properties":{
			"force_bayesian":{"type":"boolean","description":"Run the optimiser whatever the error is"},
			` + domainProperty + `,
			"dry_run":{"type":"boolean","description":"Say what would be done"}},
			"additionalProperties":false}`,
		Output: `"success":{"type":"boolean"},"adjustment":{"anyOf":[{"type":"object"},{"type":"null"}]},"new_lambdas":{"type":"object"},"previous_lambdas":{"type":"object"},"method":{"enum":["gradient","bayesian","none"]},
			"bo_iterations":{"type":"integer"},"expected_improvement":{"type":"number"},"remaining_improvement":{"type":"number"},"loss_before":{"type":"number"},"loss_after":{"type":"number"},"reason":{"type":"string"},"dry_run":{"type":"boolean"}`,
		Always:  []string{"success", "adjustment", "new_lambdas", "previous_lambdas", "method", "dry_run"},
		Prepare: prepareRecalibration,
	}
}

func prepareRecalibration(a *arguments.Given) Job {
	r := engine.Recalibration{ForceBayesian: a.Flag("force_bayesian", false), Domain: string(domain(a, "domain")), DryRun: a.Flag("dry_run", false)}
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		done, err := e.RecalibrateLambda(ctx, r)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.RecalibratedFrom(done, r.DryRun)}, nil
	}
}
