package shell

import (
	"context"

	"asterism/engine/secrets"

	"github.com/spf13/cobra"
)

// Secrets is a policy on a command line; it is a pflag.Value.
type Secrets secrets.Policy

func (s *Secrets) String() string { return string(*s) }

// Set reads a policy.
func (s *Secrets) Set(v string) error {
	p, err := secrets.ParsePolicy(v)
	*s = Secrets(p)
	return err
}

// Type is the name of the value in the help.
func (s *Secrets) Type() string { return "policy" }

// SecretsFlag adds the flag of commands that store texts. Without it each command uses its own default, which the help shows.
func SecretsFlag(cmd *cobra.Command, to *Secrets, otherwise string) {
	cmd.Flags().Var(to, "secrets", "keys, passwords and card numbers in what is stored: refuse, redact, allow (default "+otherwise+")")
}

// Stored returns a context for storing texts under the policy.
func (s Secrets) Stored(ctx context.Context) context.Context {
	return secrets.WithPolicy(ctx, secrets.Policy(s))
}
