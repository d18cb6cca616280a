package tools

import (
	"fmt"
	"slices"
	"strings"

	"asterism/mcp/failure"
)

// tierNames are the tiers of tools. A larger tier contains the smaller ones.
var tierNames = []string{"minimal", "standard", "all"}

// The tools of each tier. A new tool is added here and nowhere else.
func minimalTools() []*Tool {
	return []*Tool{injectContext(), searchGraph(), getMemory(), forgetMemory(), getAlignmentDrift(), getAutonomousStatus()}
}

func standardTools() []*Tool {
	return append(minimalTools(), storeMemory(), storeMemories(), listMemories(), listNamespaces(), listTags(), setNorthStar(), getDriftHistory(), triggerDriftCorrection(),
		discoverSubGoals(), triggerDream(), findCausalPath(), checkGoalDrift(),
		recordOutcome(), getMetaLearningStatus(), updateMemory(), restoreMemory(), getGoals())
}

func allTools() []*Tool {
	return append(standardTools(), triggerLambdaRecalibration(), getMetaLearningLog(), classifyToolDrift(), addGoal(), removeGoal(), getGoalTrend(), checkServerDrift(), getWorkspace(), getLinks(), decideLink(), embedTexts())
}

// Of returns the tools of a tier; "" is standard.
func Of(tier string) ([]*Tool, error) {
	switch tier {
	case "minimal":
		return minimalTools(), nil
	case "", "standard":
		return standardTools(), nil
	case "all":
		return allTools(), nil
	}
	return nil, fmt.Errorf("choose tools: %s is no tier; valid are %s", failure.Quote(tier), strings.Join(tierNames, ", "))
}

// Tiers lists the names that [Of] accepts, smallest first.
func Tiers() []string { return slices.Clone(tierNames) }

// ReadOnly returns the tools, of all tiers, that change nothing.
func ReadOnly() []string {
	var out []string
	for _, t := range allTools() {
		if t.Hints.ReadOnly {
			out = append(out, t.Name)
		}
	}
	return out
}

// Named returns a tool of any tier, or of the user's own commands; nil: there is none.
func Named(name string) *Tool {
	for _, t := range append(allTools(), Owner{}.Tools()...) {
		if t.Name == name {
			return t
		}
	}
	return nil
}
