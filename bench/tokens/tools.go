package tokens

import (
	"encoding/json"
	"fmt"

	"asterism/bench/report"
	"asterism/mcp/tools"
)

// shown is a tool as clients show it to a model: without the schema of its answer.
type shown struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Input       json.RawMessage `json:"input_schema"`
}

// definitions are the tools of a tier as a model sees them, as JSON.
func definitions(tier string) (string, error) {
	held, err := tools.Of(tier)
	if err != nil {
		return "", err
	}
	var all []shown
	for _, t := range held {
		d, err := t.Definition()
		if err != nil {
			return "", fmt.Errorf("%s: %w", t.Name, err)
		}
		all = append(all, shown{d.Name, d.Description, d.RawInputSchema})
	}
	text, err := json.Marshal(all)
	return string(text), err
}

// tiers are the definitions of every tier; the standard one has a goal.
func tiers() (out []answer, err error) {
	for _, tier := range tools.Tiers() {
		text, err := definitions(tier)
		if err != nil {
			return nil, err
		}
		goal := report.NoGoal
		if tier == "standard" {
			goal = 2500
		}
		out = append(out, answer{"tokens_tools_" + tier, goal, []string{text}})
	}
	return out, nil
}
