package answer

import "asterism/mcp/tooldrift"

// ToolDrift is what a change of a server's tools means.
type ToolDrift struct {
	Drift     bool               `json:"drift"`
	Report    tooldrift.Report   `json:"report"`
	Decision  tooldrift.Decision `json:"decision"`  // of a reconnect without --force and --strict
	Untrusted bool               `json:"untrusted"` // the words of tools are their server's
}

// ToolDriftFrom is what classify_tool_drift says of a report.
func ToolDriftFrom(r tooldrift.Report) ToolDrift {
	return ToolDrift{r.Kind != tooldrift.Identity, r, tooldrift.Decide(r, tooldrift.Policy{}), true}
}

// ServerDrift is what check_server_drift answers.
type ServerDrift struct {
	Name     string  `json:"name"`
	Status   string  `json:"status"` // clean, drift; unknown: no drift was seen, but not all of the list either
	Pinned   *string `json:"pinned_at"`
	Accepted *string `json:"accepted_at"`     // when the list it is compared with became the baseline
	Noise    string  `json:"noise,omitempty"` // what the server printed besides messages
	ToolDrift
}

// ServerDriftFrom is what check_server_drift says of a server that was asked.
func ServerDriftFrom(c *tooldrift.Checked) ServerDrift {
	v := ServerDrift{Name: c.Pin.Name, Status: "clean", Pinned: Stamp(c.Pin.Pinned), Accepted: Stamp(c.Pin.Accepted), Noise: c.Now.Noise, ToolDrift: ToolDriftFrom(c.Report)}
	switch {
	case c.Drifted():
		v.Status = "drift"
	case c.Unknown():
		v.Status = "unknown"
	}
	return v
}
