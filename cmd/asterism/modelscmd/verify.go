package modelscmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"asterism/cmd/asterism/shell"
	"asterism/models/hub"

	"github.com/spf13/cobra"
)

func verifyCmd(g commands) *cobra.Command {
	return &cobra.Command{
		Use:   "verify",
		Short: "Check every model file against its recorded SHA-256",
		Long:  "Check every model file against its recorded SHA-256: of the profile that --profile names, else of all that are here.\nOf a pulled profile also every file of its repositories, against lock.json.",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return g.verifyModels(cmd) },
	}
}

// verifiedRow is a profile without a fault.
type verifiedRow struct {
	Profile  string `json:"profile"`
	Dir      string `json:"dir"`
	Verified int    `json:"verified"`
}

func (g commands) verifyModels(cmd *cobra.Command) error {
	profiles, err := g.profiles(cmd)
	if err != nil {
		return err
	}
	var rows []verifiedRow
	var bad []error
	for _, profile := range profiles {
		if len(profiles) > 1 && !g.hasProfile(profile) {
			continue
		}
		row, err := g.verifyProfile(cmd.Context(), profile)
		if err != nil {
			bad = append(bad, err)
			continue
		}
		rows = append(rows, *row)
	}
	if len(bad) > 0 {
		return errors.Join(bad...)
	}
	if g.JSON {
		total := 0
		for _, r := range rows {
			total += r.Verified
		}
		return shell.PrintJSON(map[string]any{"profiles": rows, "verified": total})
	}
	for _, r := range rows {
		shell.Printf("%d files of profile %s are what was recorded\n", r.Verified, r.Profile)
	}
	return nil
}

// verifyProfile checks the hashes of a profile's files, and of those that lock.json lists, if there is one.
func (g commands) verifyProfile(ctx context.Context, profile string) (*verifiedRow, error) {
	m, err := g.ManifestOf(profile)
	if err != nil {
		return nil, err
	}
	bar := shell.NewBar("verifying")
	defer bar.Done()
	row := &verifiedRow{Profile: m.Profile, Dir: m.Dir}
	if _, err := os.Stat(filepath.Join(m.Dir, hub.LockName)); err != nil {
		row.Verified = len(m.Tokenizers)
		for i := range m.Models {
			row.Verified += len(m.Models[i].Files())
		}
		return row, m.Verify(ctx, func(_ string, done, total int64) { bar.Set("verifying", done, total) })
	}
	if row.Verified, err = hub.Files(m.Dir); err != nil {
		return nil, err
	}
	return row, hub.Verify(ctx, m.Dir, func(_ string, done, total int64) { bar.Set("verifying", done, total) })
}
