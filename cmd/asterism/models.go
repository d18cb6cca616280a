package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"asterism/models"

	"github.com/spf13/cobra"
)

// The two profiles: one comes with the program, one is pulled.
const (
	compactProfile = "compact"
	fullProfile    = "full"
)

func modelsCmd(g *globals) *cobra.Command {
	cmd := &cobra.Command{Use: "models", Short: "List, pull, verify and remove the models that embed", Args: cobra.NoArgs, RunE: groupHelp}
	cmd.AddCommand(modelsListCmd(g), modelsPullCmd(g), modelsVerifyCmd(g), modelsRemoveCmd(g))
	return cmd
}

// manifest reads the manifest of the profile that is asked for.
func (g *globals) manifest() (*models.Manifest, error) { return g.manifestOf(g.profile) }

func (g *globals) manifestOf(profile string) (*models.Manifest, error) {
	dir, err := models.FindDir(profile, g.models)
	if err != nil {
		return nil, err
	}
	return models.LoadManifest(dir)
}

// profiles is what a command about models is about: the profile that --profile names, else both. One of them at least must be here.
func (g *globals) profiles(cmd *cobra.Command) ([]string, error) {
	both := []string{compactProfile, fullProfile}
	named := cmd.Flags().Changed("profile")
	if named && g.profile != fullProfile || !named && !slices.ContainsFunc(both, g.isThere) {
		_, err := models.FindDir(g.profile, g.models)
		return []string{g.profile}, err
	}
	if named {
		return []string{g.profile}, nil
	}
	return both, nil
}

// isThere reports whether a profile is found at all, damaged or not.
func (g *globals) isThere(profile string) bool {
	_, err := models.FindDir(profile, g.models)
	return err == nil
}

// pulledProfile is the profile to pull or remove: full, unless --profile says another, which is an error.
func (g *globals) pulledProfile(cmd *cobra.Command) (string, error) {
	if cmd.Flags().Changed("profile") && g.profile != fullProfile {
		return "", fmt.Errorf("profile %q is not pulled from anywhere: compact comes with the program and is never touched here; pull and remove know --profile %s", g.profile, fullProfile)
	}
	return fullProfile, nil
}

// pulledDir is where a pulled profile lies or will lie: in --to, else --models, else $ASTERISM_MODELS, else where every run looks,
// ~/.asterism/models.
func (g *globals) pulledDir(profile, to string) (string, error) {
	for _, dir := range []string{to, g.models, os.Getenv(models.DirVariable)} {
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

// learnedSpaces reads a list such as "E1,E13" of spaces that models embed; empty means none.
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
