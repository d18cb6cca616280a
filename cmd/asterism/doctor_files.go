package main

import (
	"fmt"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/serve"
	"asterism/engine/device"
	"asterism/mcp/httpapi"
)

// examineDescriptors returns what a server of this user would find.
func (g *globals) examineDescriptors() finding {
	return filesFinding(serve.Divide(device.Descriptors(), httpapi.DefaultConnections, serve.ShardsOf(g.Data)))
}

// filesFinding reports how the limit of open files is divided.
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

// examineCertificate reports the certificate of the server that owns the store if it is expired or expires soon.
func (g *globals) examineCertificate(now time.Time) []finding {
	server, err := owner.FindServer(g.Data)
	if err != nil || server == nil {
		return nil
	}
	if why := httpapi.ExpiryOf(server.Certificate, now); why != "" {
		return []finding{{Part: "TLS", Words: []string{why}}}
	}
	return nil
}

// limits are the figures of a finding about descriptors.
type limits struct {
	Limit       int `json:"limit"`
	Reserve     int `json:"reserve"`
	Connections int `json:"connections"`
	Socket      int `json:"socket_clients"`
}
