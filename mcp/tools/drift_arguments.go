package tools

import (
	"encoding/json"
	"slices"
	"strings"

	"asterism/engine/drift"
	"asterism/mcp/arguments"
	"asterism/mcp/failure"
)

// strategyNames are the values of strategy, the default first.
var strategyNames = func() (out []string) {
	for _, s := range drift.Strategies {
		out = append(out, string(s))
	}
	return out
}()

const (
	defaultTimeframe   = "24h"
	timeframeEnum      = `"enum":["1h","6h","24h","7d","30d","all"],"default":"24h"`
	strategyProperty   = `"strategy":{"enum":["cosine","euclidean","group","synergy","dominant"]}`
	maxDriftMemories   = 1000
	defaultHistory     = 50
	defaultStatusCount = 10
)

// timeframe reads an optional period. Its errors have the messages of the older history tool.
func timeframe(a *arguments.Given, name string) string {
	raw, ok := a.Field(name)
	if !ok {
		return defaultTimeframe
	}
	var v string
	if err := json.Unmarshal(raw, &v); err != nil {
		v = arguments.Kind(raw)
	} else if slices.Contains(drift.Timeframes, v) {
		return v
	}
	a.Problem("Unknown %s '%s'. Valid: %s", name, failure.Clip(v), strings.Join(drift.Timeframes, ", "))
	return defaultTimeframe
}

func strategy(a *arguments.Given, name string) drift.Strategy {
	return drift.Strategy(a.Choice(name, strategyNames[0], strategyNames))
}

// historyProperty requests the history of something, from this offset on; 0 is the newest event.
const historyProperty = `"history":{"type":"integer","description":"Place to begin; 0: newest"}`

// historyFrom reads it; asked is false if it was not given.
func historyFrom(a *arguments.Given) (from int, asked bool) {
	_, asked = a.Field("history")
	return a.Integer("history", 0, 1<<20, 0), asked
}
