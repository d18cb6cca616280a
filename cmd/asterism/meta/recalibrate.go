package meta

import (
	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/mcp/answer"
	"asterism/mcp/client"

	"github.com/spf13/cobra"
)

func recalibrateCmd(g commands) *cobra.Command {
	var bayesian, dry bool
	var domain string
	cmd := &cobra.Command{
		Use:   "recalibrate",
		Short: "Recalibrate the weights λ of the learning score",
		Long:  "Recalibrate the weights λ of the learning score: by one step against the mean error of the newest predictions when that is above 0.2,\nor with --bayesian by Bayesian optimisation over recorded outcomes. It fails when there is too little to go by,\nand while corrections are switched off (meta disable).",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			args := client.Arguments{}.Flag("force_bayesian", bayesian).When(cmd.Flags().Changed("domain"), "domain", domain).Flag("dry_run", dry)
			return owner.ShowAnswer(g.Flags, cmd, "trigger_lambda_recalibration", args, showRecalibrated)
		},
	}
	fl := cmd.Flags()
	fl.BoolVar(&bayesian, "bayesian", false, "run the optimiser, whatever the error is")
	fl.StringVar(&domain, "domain", "", domainUsage)
	fl.BoolVar(&dry, "dry-run", false, "say what would be done, change nothing")
	return cmd
}

const domainUsage = "look at this domain only: code, medical, legal, creative, research, general"

func showRecalibrated(r *answer.Recalibrated) error {
	word := ""
	if r.DryRun {
		word = " would be"
	}
	if r.Reason != "" && r.Reason != answer.NoStep {
		shell.Printf("nothing would be done: %s\n", r.Reason)
		return nil
	}
	if r.Adjustment == nil {
		shell.Printf("λ stays at surprise %.3f, coherence %.3f: the mean error is within the threshold (--bayesian runs the optimiser anyway)\n", r.New.S, r.New.C)
		return nil
	}
	shell.Printf("λ%s moved (%s): surprise %.3f → %.3f, coherence %.3f → %.3f\n", word, r.Method, r.Previous.S, r.New.S, r.Previous.C, r.New.C)
	if e := r.Adjustment.TriggerError; e != nil {
		shell.Printf("  mean error of the newest predictions %+.3f\n", *e)
	}
	if r.Iterations != nil && r.LossBefore != nil && r.LossAfter != nil {
		shell.Printf("  mean squared error against outcomes %.4f → %.4f\n", *r.LossBefore, *r.LossAfter)
	}
	if r.Iterations != nil && r.Expected != nil && r.Remaining != nil {
		shell.Printf("  %s of the optimiser; expected improvement %.2g at first, %.2g left\n", words.Count(*r.Iterations, "iteration"), *r.Expected, *r.Remaining)
	}
	return nil
}
