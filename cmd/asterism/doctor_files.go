package main

import (
	"fmt"

	"asterism/cmd/asterism/serve"
	"asterism/engine/device"
	"asterism/mcp/httpapi"
)

// examineDescriptors is what a server of this user would find.
func (g *globals) examineDescriptors() finding {
	return filesFinding(serve.Divide(device.Descriptors(), httpapi.DefaultConnections, serve.ShardsOf(g.Data)))
}

// filesFinding tells how the limit of open files is divided.
func filesFinding(d serve.Descriptors) finding {
	f := finding{Part: "files", OK: true, Words: []string{d.Words()}, Limits: &limits{d.Limit, d.Reserve, d.HTTP, d.Socket}}
	if err := d.Check(); err != nil {
		bad := failed("files", err)
		bad.Limits = f.Limits
		return bad
	}
	if d.Lowered() {
		f.Words = append(f.Words, fmt.Sprintf("that is fewer than the usual %d over HTTP: raise the limit for more", d.Asked))
	}
	return f
}

// limits are a finding about descriptors as figures.
type limits struct {
	Limit       int `json:"limit"`
	Reserve     int `json:"reserve"`
	Connections int `json:"connections"`
	Socket      int `json:"socket_clients"`
}
