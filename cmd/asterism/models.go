package main

import (
	"fmt"

	"asterism/models"

	"github.com/spf13/cobra"
)

func modelsCmd(g *globals) *cobra.Command {
	cmd := &cobra.Command{Use: "models", Short: "List and verify the models that embed"}
	cmd.AddCommand(
		&cobra.Command{Use: "list", Short: "List the 13 spaces and what embeds each", Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error { return g.listModels() }},
		&cobra.Command{Use: "verify", Short: "Check every model file against its recorded SHA-256", Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return g.verifyModels(cmd) }},
	)
	return cmd
}

func (g *globals) manifest() (*models.Manifest, error) {
	dir, err := models.FindDir(g.profile, g.models)
	if err != nil {
		return nil, err
	}
	return models.LoadManifest(dir)
}

// spaceRow is one line of the list.
type spaceRow struct {
	Space, Name, About, Source, SHA256, Licence, Full string
	Width                                             int
	Bytes                                             int64
}

func (g *globals) listModels() error {
	m, err := g.manifest()
	if err != nil {
		return err
	}
	var rows []spaceRow
	for s := models.Space(0); int(s) < models.Count; s++ {
		c := s.Info()
		row := spaceRow{Space: s.Code(), Name: c.Name, About: c.About, Width: c.Width, Full: c.Full, Source: "arithmetic"}
		if e, ok := m.Model(s); ok {
			row.Source, row.SHA256, row.Bytes, row.Licence = m.Path(e.File), e.SHA256, e.Bytes, e.Licence
		}
		rows = append(rows, row)
	}
	if g.json {
		return printJSON(map[string]any{"profile": m.Profile, "dir": m.Dir, "spaces": rows})
	}
	fmt.Printf("profile %s in %s\n", m.Profile, m.Dir)
	for _, r := range rows {
		fmt.Printf("%-4s %-20s %6d  %-40s %s\n", r.Space, r.Name, r.Width, r.About, size(r))
	}
	return nil
}

func size(r spaceRow) string {
	if r.Bytes == 0 {
		return "arithmetic"
	}
	return fmt.Sprintf("%.1f MiB  %s  sha256 %.12s…", float64(r.Bytes)/(1<<20), r.Licence, r.SHA256)
}

func (g *globals) verifyModels(cmd *cobra.Command) error {
	m, err := g.manifest()
	if err != nil {
		return err
	}
	if err := m.Verify(cmd.Context(), nil); err != nil {
		return err
	}
	if g.json {
		return printJSON(map[string]any{"profile": m.Profile, "dir": m.Dir, "verified": len(m.Models) + len(m.Tokenizers)})
	}
	fmt.Printf("%d files of profile %s are what the manifest says\n", len(m.Models)+len(m.Tokenizers), m.Profile)
	return nil
}
