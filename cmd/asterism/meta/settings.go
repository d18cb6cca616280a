package meta

import (
	"context"
	"encoding/json"
	"fmt"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/engine/metautl"
	"asterism/mcp/answer"

	"github.com/spf13/cobra"
)

func settingsCmd(g commands) *cobra.Command {
	return &cobra.Command{
		Use:   "settings",
		Short: "List the settings of meta-learning: what each does, its bounds, its default and what it is",
		Long: "List the settings of meta-learning: what each does, its bounds, its default and what it is.\n" +
			"They are chosen when the program that owns the store starts, with --learning NAME=NUMBER,…",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if g.NoStore() != nil { // they can also be read before there is a store: --learning sets them when it is created
				own := metautl.Settings(g.Learning)
				return g.showSettings(answer.SettingsFrom(&own))
			}
			return g.With(cmd.Context(), func(m owner.Memory) error { return g.settings(cmd.Context(), m) })
		},
	}
}

// settingRow is a setting in the output.
type settingRow struct {
	Name    string  `json:"name"`
	Value   float64 `json:"value"`
	Default float64 `json:"default"`
	Least   float64 `json:"least"`
	Most    float64 `json:"most"`
	About   string  `json:"about"`
}

// settings asks the owner of the store which settings differ from the specification, and lists all.
func (g commands) settings(ctx context.Context, m owner.Memory) error {
	body, err := m.Ask(ctx, "get_meta_learning_status", nil)
	if err != nil {
		return err
	}
	var told answer.MetaStatus
	if err := json.Unmarshal(body, &told); err != nil {
		return fmt.Errorf("read the answer of get_meta_learning_status: %w", err)
	}
	return g.showSettings(told.Settings)
}

// showSettings shows all; changed are those that differ from the specification.
func (g commands) showSettings(changed answer.Settings) error {
	usual := metautl.DefaultSettings()
	rows := []settingRow{}
	for _, c := range usual.Each() {
		value, is := changed[c.Name]
		if !is {
			value = c.Default
		}
		rows = append(rows, settingRow{c.Name, value, c.Default, c.Low, c.High, c.About})
	}
	if g.JSON {
		return shell.PrintJSON(map[string]any{"settings": rows})
	}
	for _, r := range rows {
		shell.Printf("%-19s %-6g %s (%g to %g, default %g)\n", r.Name, r.Value, r.About, r.Least, r.Most, r.Default)
	}
	return nil
}
