package modelscmd

import (
	"os"
	"path/filepath"

	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/models"
	"asterism/models/hub"
)

// pulledRow is one space in a pull's output.
type pulledRow struct {
	Space     string    `json:"space"`
	Repo      string    `json:"repo"`
	Revision  string    `json:"revision"`
	Licence   string    `json:"licence"`
	Terms     hub.Terms `json:"terms"`
	Free      string    `json:"free_alternative,omitempty"`
	Precision string    `json:"precision"`
	Files     int       `json:"files"`
	Bytes     int64     `json:"bytes"`
}

func pulledRows(plan *hub.Plan) (out []pulledRow) {
	for i := range plan.Items {
		it := &plan.Items[i]
		row := pulledRow{Space: it.Space.Code(), Repo: it.Want.Repo, Revision: it.Repo.Revision, Licence: it.Licence, Terms: hub.TermsOf(it.Licence),
			Precision: it.Precision, Files: len(it.Files), Bytes: it.Bytes()}
		if free := it.Space.Info().Free; free != it.Want.Repo {
			row.Free = free
		}
		out = append(out, row)
	}
	return out
}

// printCatalogue prints what would be pulled, from the catalogue only: no source is contacted.
func printCatalogue(o *hub.Options) {
	shell.Printf("the catalogue, for %s:\n", o.Dir)
	for _, w := range o.Wants {
		shell.Printf("%-4s %-44s %s\n", w.Space.Code(), w.Repo, stated(w.Licence))
	}
}

// printPlan prints licences and sizes before anything is fetched.
func printPlan(plan *hub.Plan) {
	shell.Printf("from %s to %s\n", plan.Source, plan.Dir)
	for _, r := range pulledRows(plan) {
		note := ""
		switch r.Terms {
		case hub.Conditions:
			note = "  (has conditions of use: read it)"
		case hub.NonCommercial:
			note = "  (no commercial use)"
		case hub.Unknown:
			note = "  (not known to be free)"
		}
		shell.Printf("%-4s %-44s %-14s %3d files  %10s  %s%s\n", r.Space, r.Repo, shortRevision(r.Revision), r.Files, hub.Size(r.Bytes), stated(r.Licence), note)
	}
	shell.Printf("%s, of which %s are to be fetched\n", hub.Size(plan.Bytes()), hub.Size(plan.Missing()))
}

// printPulled prints what is installed now.
func (g commands) printPulled(plan *hub.Plan, changed, dry bool) error {
	if g.JSON {
		return shell.PrintJSON(map[string]any{"profile": plan.Profile, "dir": plan.Dir, "from": plan.Source.String(), "dry_run": dry, "changed": changed,
			"bytes": plan.Bytes(), "spaces": pulledRows(plan)})
	}
	if dry {
		return nil
	}
	if !changed {
		shell.Printf("profile %s was there already, and every file is what lock.json says\n", plan.Profile)
		return nil
	}
	m, err := models.LoadManifest(plan.Dir)
	if err != nil {
		return err
	}
	shell.Printf("profile %s is ready: %d models in %s; use it with %s\n", plan.Profile, len(m.Models), plan.Dir, useOf(plan.Profile, plan.Dir))
	if missing := models.OfOrigin(models.FromModel).Without(m.Spaces()); missing != 0 {
		shell.Printf("without %s: pull them too before a store can use the profile\n", words.Codes(missing))
	}
	return nil
}

// useOf returns the flags with which a command uses the profile in dir: its name if that is enough, else its name and folder.
func useOf(profile, dir string) string {
	words := "--profile " + profile
	if found, err := models.FindDir(profile, ""); err != nil || !sameFolder(found, dir) {
		words += " --models " + filepath.Dir(dir)
	}
	return words
}

func sameFolder(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}
