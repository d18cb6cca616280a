// Package modelscmd answers: which commands list, pull, verify and remove models?
package modelscmd

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/models"

	"github.com/spf13/cobra"
)

// The two profiles: one ships with the program, one is pulled.
const (
	compactProfile = "compact"
	fullProfile    = "full"
)

// commands are the commands of this package, over the flags of every command.
type commands struct{ *owner.Flags }

// Command makes the command.
func Command(flags *owner.Flags) *cobra.Command {
	g := commands{flags}
	cmd := &cobra.Command{Use: "models", Short: "List, pull, verify and remove the models that embed", Args: cobra.NoArgs, RunE: shell.GroupHelp}
	cmd.AddCommand(listCmd(g), pullCmd(g), verifyCmd(g), removeCmd(g))
	return cmd
}

// profiles returns the profiles for a command about models: the one of --profile, else both. At least one must be installed.
func (g commands) profiles(cmd *cobra.Command) ([]string, error) {
	both := []string{compactProfile, fullProfile}
	named := cmd.Flags().Changed("profile")
	if named && g.Profile != fullProfile || !named && !slices.ContainsFunc(both, g.hasProfile) {
		_, err := models.FindDir(g.Profile, g.Models)
		return []string{g.Profile}, err
	}
	if named {
		return []string{g.Profile}, nil
	}
	return both, nil
}

// hasProfile reports whether a profile is installed, damaged or not.
func (g commands) hasProfile(profile string) bool {
	_, err := models.FindDir(profile, g.Models)
	return err == nil
}

// pulledProfile returns the profile to pull or remove: full. Another one in --profile is an error.
func (g commands) pulledProfile(cmd *cobra.Command) (string, error) {
	if cmd.Flags().Changed("profile") && g.Profile != fullProfile {
		return "", fmt.Errorf("profile %q is not pulled from anywhere: compact comes with the program and is never touched here; pull and remove know --profile %s", g.Profile, fullProfile)
	}
	return fullProfile, nil
}

// pulledDir returns the folder of a pulled profile: in --to, else --models, else $ASTERISM_MODELS, else the default folder, ~/.asterism/models.
func (g commands) pulledDir(profile, to string) (string, error) {
	for _, dir := range []string{to, g.Models, os.Getenv(models.DirVariable)} {
		if dir != "" {
			return filepath.Abs(filepath.Join(dir, profile))
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("find a place for models: %w; name one with --to", err)
	}
	return filepath.Join(home, ".asterism", "models", profile), nil
}

// learnedSpaces parses a list such as "E1,E13" of spaces that models embed; empty means none.
func learnedSpaces(list string) (set models.Set, err error) {
	if list == "" {
		return 0, nil
	}
	for v := range strings.SplitSeq(list, ",") {
		s, err := models.ParseSpace(strings.TrimSpace(v))
		if err != nil {
			return 0, err
		}
		if s.Info().Origin != models.FromModel {
			return 0, fmt.Errorf("space %s is arithmetic and has no model to pull or remove", s)
		}
		if set.Has(s) {
			return 0, errors.New("space " + s.Code() + " is named twice")
		}
		set = set.With(s)
	}
	return set, nil
}
