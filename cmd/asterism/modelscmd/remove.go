package modelscmd

import (
	"fmt"
	"os"

	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/models"
	"asterism/models/hub"

	"github.com/spf13/cobra"
)

func removeCmd(g commands) *cobra.Command {
	var spaces, to string
	var yes bool
	cmd := &cobra.Command{
		Use:   "remove",
		Short: "Remove the pulled models, or some of them",
		Long: `Remove the full profile, or the spaces named with --space, and what a broken-off pull has left. The compact profile is
never touched. Refused while an asterism of this version that uses the models runs on this machine: it holds a lock on their
lock.json. Stores are not looked at: one that was filled with these models cannot be opened until they are pulled again.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			profile, err := g.pulledProfile(cmd)
			if err != nil {
				return err
			}
			set, err := learnedSpaces(spaces)
			if err != nil {
				return err
			}
			dir, err := g.pulledDir(profile, to)
			if err != nil {
				return err
			}
			return g.removeModels(cmd, profile, dir, set, yes)
		},
	}
	cmd.Flags().StringVar(&spaces, "space", "", "spaces to remove, such as E1,E13 (default the whole profile)")
	cmd.Flags().StringVar(&to, "to", "", "folder that the profile was pulled into with --to")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

func (g commands) removeModels(cmd *cobra.Command, profile, dir string, set models.Set, yes bool) error {
	what := "all models"
	if set != 0 {
		what = words.Codes(set)
	}
	if !yes {
		if err := shell.Confirm(os.Stdin, os.Stderr, fmt.Sprintf("remove %s of profile %s in %s?", what, profile, dir)); err != nil {
			return err
		}
	}
	b := shell.NewBar("removing")
	defer b.Done()
	if err := hub.Remove(cmd.Context(), dir, set, convertModels(profile, b)); err != nil {
		return err
	}
	if g.JSON {
		return shell.PrintJSON(map[string]any{"profile": profile, "dir": dir, "removed": set.Codes(), "all": set == 0})
	}
	shell.Printf("removed %s of profile %s\n", what, profile)
	return nil
}
