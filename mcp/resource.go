package mcp

import (
	"context"
	"encoding/json"
	"fmt"

	"asterism/engine"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// The resources, by address.
const (
	workspaceURI = "memory://workspace"
	statsURI     = "memory://stats"
)

// resource is what a client may read without calling a tool.
type resource struct {
	uri, name, description string
	read                   func(ctx context.Context, e Engine) (any, error)
}

var resources = []resource{
	{workspaceURI, "What is in mind", "The workspace in which a memory was looked at last, as get_workspace shows it. Can be subscribed: one update for each memory that enters any workspace, with its id, namespace, session and state in _meta. Holds untrusted data.", readWorkspace},
	{statsURI, "State of the store", "Memories, disk, devices and queues, as get_autonomous_status shows them for the default namespace.", readStats},
}

// addResources offers the resources to clients.
func (s *Server) addResources() {
	for _, r := range resources {
		d := protocol.NewResource(r.uri, r.name, protocol.WithResourceDescription(r.description), protocol.WithMIMEType("application/json"))
		s.inner.AddResource(d, func(ctx context.Context, _ protocol.ReadResourceRequest) ([]protocol.ResourceContents, error) {
			return s.readResource(ctx, r)
		})
	}
}

// readResource reads one. A resource has no form for errors but the protocol's, which carries our code and message.
func (s *Server) readResource(ctx context.Context, r resource) (out []protocol.ResourceContents, err error) {
	err = s.guarded(r.uri, func() error {
		e, err := s.engine(ctx, nil)
		if err != nil {
			return err
		}
		payload, err := r.read(ctx, e)
		if err != nil {
			return err
		}
		body, err := json.Marshal(payload)
		if err != nil {
			return fmt.Errorf("encode %s: %w", r.uri, err)
		}
		out = []protocol.ResourceContents{protocol.TextResourceContents{URI: r.uri, MIMEType: "application/json", Text: string(body)}}
		return nil
	})
	if err != nil {
		f := failureOf(err)
		pronounce(ctx, f)
		return nil, f
	}
	return out, nil
}

// readWorkspace takes the latest workspace, or the shared one of the default namespace before there is any.
func readWorkspace(ctx context.Context, e Engine) (any, error) {
	w, err := e.LatestWorkspace(ctx)
	if w == nil && err == nil {
		w, err = e.Workspace(ctx, "", "")
	}
	if err != nil {
		return nil, err
	}
	return workspaceFrom(w), nil
}

type statsView struct {
	Store  *StoreHealth  `json:"store"`
	Device *DeviceHealth `json:"device"`
	Queue  *QueueHealth  `json:"queue"`
}

func readStats(ctx context.Context, e Engine) (any, error) {
	s, err := e.Status(ctx)
	if err != nil {
		return nil, err
	}
	var v statsView
	v.Store, v.Device, v.Queue = healthFrom(s, engine.DefaultNamespace)
	return v, nil
}
