package tools

import (
	"context"
	"time"

	"asterism/mcp/answer"
	"asterism/mcp/arguments"
	"asterism/mcp/tooldrift"
)

// classifyToolDrift compares two lists of tools.
func classifyToolDrift() *Tool {
	return &Tool{
		Name:        "classify_tool_drift",
		Title:       "Compare two lists of tools",
		Description: "Did an MCP server's tools change, and does it matter? kind: cost to a prompt cache; risk: how much less it can be trusted; decision: what a reconnect should do. Untrusted text inside.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Input: `{"type":"object","properties":{
			"before":{` + toolListProperty + `},
			"after":{` + toolListProperty + `}},
			"required":["before","after"],"additionalProperties":false}`,
		Output:  toolDriftProperties,
		Always:  toolDriftAlways,
		Prepare: prepareClassify,
	}
}

const (
	toolListProperty = `"anyOf":[{"type":"array"},{"type":"object"}],"description":"Tools, or a result of tools/list"`
	// toolDriftProperties are the results that classify_tool_drift and check_server_drift share.
	toolDriftProperties = `"drift":{"type":"boolean"},"report":{"type":"object","properties":{"kind":{"enum":["identity","append","edit","reorder","remove"]},"risk":{"enum":["none","low","medium","high"]}},"required":["kind","risk"]},
	"decision":{"type":"object"},"untrusted":{"const":true}`
)

var toolDriftAlways = []string{"drift", "report", "decision", "untrusted"}

func prepareClassify(a *arguments.Given) Job {
	before, after := toolList(a, "before"), toolList(a, "after")
	return func(context.Context, *Engine, time.Time) (*Outcome, error) {
		return &Outcome{Payload: answer.ToolDriftFrom(tooldrift.Classify(before, after))}, nil
	}
}

// The limits of a list of tools: comparing needs memory and time for all of it, and no client shows its model more.
const (
	MaxTools         = 1000
	MaxToolListBytes = 2 << 20
)

// toolList reads a required list of tools.
func toolList(a *arguments.Given, name string) tooldrift.List {
	raw, given := a.Field(name)
	switch {
	case !given:
		a.Problem("%s is required: an array of tools, or a result of tools/list", name)
		return tooldrift.List{}
	case len(raw) > MaxToolListBytes:
		a.Problem("%s is %d bytes long; the limit is %d: compare it with `asterism mcp pin` and `asterism mcp check`", name, len(raw), MaxToolListBytes)
		return tooldrift.List{}
	}
	l, err := tooldrift.ParseList(raw)
	if err != nil {
		a.Problem("%s: %v", name, err)
	}
	if len(l.Tools) > MaxTools {
		a.Problem("%s holds %d tools; the limit is %d: compare it with `asterism mcp pin` and `asterism mcp check`", name, len(l.Tools), MaxTools)
	}
	return l
}
