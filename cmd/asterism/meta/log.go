package meta

import (
	"fmt"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/mcp/answer"
	"asterism/mcp/client"
	"asterism/models"

	"github.com/spf13/cobra"
)

func logCmd(g commands) *cobra.Command {
	var from, to, kind, domain string
	var limit, offset int
	cmd := &cobra.Command{
		Use:   "log",
		Short: "Show what happened to the weights and the accuracy, oldest first",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			args := client.Arguments{"limit": limit, "offset": offset}.When(cmd.Flags().Changed("from"), "start_time", from).When(cmd.Flags().Changed("to"), "end_time", to).
				When(cmd.Flags().Changed("type"), "event_type", kind).When(cmd.Flags().Changed("domain"), "domain", domain)
			return owner.ShowAnswer(g.Flags, cmd, "get_meta_learning_log", args, func(l *answer.MetaLog) error { return showMetaLog(l, offset) })
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&from, "from", "", "only events of this time or later: 2026-01-15, 2026-01-15T10:30, with Z or an offset; UTC without")
	fl.StringVar(&to, "to", "", "only events of this time or earlier; a day stands for its beginning")
	fl.StringVar(&kind, "type", "", "only events of this type: lambda_adjustment, bayesian_escalation, accuracy_alert, accuracy_recovery, weight_clamped, self_healing, human_escalation")
	fl.StringVar(&domain, "domain", "", domainUsage)
	fl.IntVar(&limit, "limit", 100, "how many, 1 to 1000")
	fl.IntVar(&offset, "offset", 0, "leave out the first so many")
	return cmd
}

func showMetaLog(l *answer.MetaLog, offset int) error {
	for _, e := range l.Events {
		shell.Printf("%-19s  %-19s  λ %.3f/%.3f → %.3f/%.3f  accuracy %.3f%s\n", words.Clock(e.Timestamp), e.Type, e.Before.S, e.Before.C, e.After.S, e.After.C, e.Accuracy, eventWords(&e))
	}
	switch {
	case l.More:
		shell.Printf("%d of %s; more with --offset %d\n", len(l.Events), words.Count(l.Total, "event"), offset+len(l.Events))
	default:
		shell.Printf("%d of %s\n", len(l.Events), words.Count(l.Total, "event"))
	}
	return nil
}

// eventWords returns the fields that only some events have.
func eventWords(e *answer.MetaEvent) (out string) {
	if e.Error != nil {
		out += fmt.Sprintf("  error %+.3f", *e.Error)
	}
	if e.Space != nil {
		out += "  " + models.Space(*e.Space).String()
	}
	if e.Stands > 0 {
		out += fmt.Sprintf("  stands for %d", e.Stands)
	}
	return out + words.During(e.Domain != "", "  "+e.Domain) + words.During(e.Escalated, "  escalated")
}
