package modelscmd

import (
	"fmt"
	"strings"

	"asterism/cmd/asterism/shell"
	"asterism/models"
	"asterism/models/hub"

	"github.com/spf13/cobra"
)

func listCmd(g commands) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: fmt.Sprintf("List the %d spaces and what embeds each, by profile", models.Count),
		Long:  fmt.Sprintf("List the %d spaces and what embeds each: of the profile that --profile names, else of both, pulled or not.", models.Count),
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			profiles, err := g.profiles(cmd)
			if err != nil {
				return err
			}
			return g.listModels(profiles)
		},
	}
}

// spaceRow is one line of the list.
type spaceRow struct {
	Space, Name, About, Source, SHA256, Licence, Full string
	Width                                             int
	Bytes                                             int64
	Repo, Revision, Precision                         string // of pulled models
}

// profileRow is one profile of the list.
type profileRow struct {
	Profile string     `json:"profile"`
	Dir     string     `json:"dir,omitempty"`
	There   bool       `json:"there"`
	Bytes   int64      `json:"bytes"`
	Spaces  []spaceRow `json:"spaces"`
}

func (g commands) listModels(profiles []string) error {
	var rows []profileRow
	for _, p := range profiles {
		row, err := g.profileRow(p)
		if err != nil {
			return err
		}
		rows = append(rows, *row)
	}
	if !g.JSON {
		for _, r := range rows {
			r.print()
		}
		return nil
	}
	out := map[string]any{"profiles": rows}
	for _, r := range rows {
		if r.Profile == g.Profile { // the profile that other commands would use
			out["profile"], out["dir"], out["spaces"] = r.Profile, r.Dir, r.Spaces
		}
	}
	return shell.PrintJSON(out)
}

// profileRow describes a profile; one that is not installed is no error.
func (g commands) profileRow(profile string) (*profileRow, error) {
	row := &profileRow{Profile: profile}
	var m *models.Manifest
	if row.There = g.hasProfile(profile); row.There {
		var err error
		if m, err = g.ManifestOf(profile); err != nil {
			return nil, err
		}
		row.Dir = m.Dir
	}
	for s := models.Space(0); int(s) < models.Count; s++ {
		r := newSpaceRow(m, s, profile)
		row.Bytes += r.Bytes
		row.Spaces = append(row.Spaces, r)
	}
	return row, nil
}

// newSpaceRow describes one space; m is nil for a profile that is not installed.
func newSpaceRow(m *models.Manifest, s models.Space, profile string) spaceRow {
	c := s.Info()
	row := spaceRow{Space: s.Code(), Name: c.Name, About: c.About, Width: c.Width, Full: c.Full, Source: "arithmetic"}
	if c.Origin != models.FromModel {
		return row
	}
	row.Source = ""
	if profile == fullProfile {
		row.Repo, row.Licence = c.Full, c.Licence
	}
	if m == nil {
		return row
	}
	if e, ok := m.Model(s); ok {
		row.Source, row.SHA256, row.Licence = m.Path(e.File), e.SHA256, e.Licence
		row.Repo, row.Revision, row.Precision = e.Source.Repo, e.Source.Revision, e.Precision
		for _, f := range e.Files() {
			row.Bytes += f.Bytes
		}
	}
	return row
}

func (p *profileRow) print() {
	switch {
	case p.There:
		shell.Printf("profile %s in %s: %s\n", p.Profile, p.Dir, hub.Size(p.Bytes))
	case p.Profile == fullProfile:
		shell.Printf("profile %s: not pulled; `asterism models pull` fetches it\n", p.Profile)
	default:
		shell.Printf("profile %s: not here\n", p.Profile)
	}
	for _, r := range p.Spaces {
		shell.Printf("%-4s %-20s %6d  %-40s %s\n", r.Space, r.Name, r.Width, r.About, r.words())
	}
}

func (r *spaceRow) words() string {
	if r.Source == "arithmetic" {
		return r.Source
	}
	var out []string
	for _, w := range []string{r.Repo, shortRevision(r.Revision), r.Licence, r.Precision} {
		if w != "" {
			out = append(out, w)
		}
	}
	if r.Source == "" {
		return strings.Join(append(out, "not here"), "  ")
	}
	return strings.Join(append(out, hub.Size(r.Bytes), fmt.Sprintf("sha256 %.12s…", r.SHA256)), "  ")
}

func shortRevision(r string) string {
	if r == "" {
		return ""
	}
	return fmt.Sprintf("@%.12s", r)
}
