package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/failure"
	"asterism/mcp/tools"
	"asterism/mcp/wire"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// The resources, by address.
const (
	workspaceURI = "memory://workspace"
	statsURI     = "memory://stats"
)

// resource is content that a client may read without calling a tool.
type resource struct {
	uri, name, description string
	read                   func(ctx context.Context, e *tools.Engine) (any, error)
}

var resources = []resource{
	{workspaceURI, "What is in mind", "The workspace in which a memory was looked at last, as get_workspace shows it. Can be subscribed: one update for each memory that enters any workspace, with its id, namespace, session and state in _meta. Holds untrusted data.", readWorkspace},
	{statsURI, "State of the store", "Memories, disk, devices and queues, as get_autonomous_status shows them for the default namespace.", readStats},
}

// addResources offers the resources to clients.
func (s *Server) addResources() {
	for _, r := range resources {
		d := protocol.NewResource(r.uri, r.name, protocol.WithResourceDescription(r.description), protocol.WithMIMEType("application/json"))
		s.Inner().AddResource(d, func(ctx context.Context, _ protocol.ReadResourceRequest) ([]protocol.ResourceContents, error) {
			return s.contentsOf(ctx, r.uri, r.read)
		})
	}
	s.addMemories()
}

// contentsOf reads one resource. Its errors are errors of the protocol, with our message and, in the data, our code, since resources have no other form for them.
func (s *Server) contentsOf(ctx context.Context, uri string, read func(context.Context, *tools.Engine) (any, error)) (out []protocol.ResourceContents, err error) {
	err = s.guarded(uri, func() error {
		e, err := s.engine(ctx, nil)
		if err != nil {
			return err
		}
		payload, err := read(ctx, e)
		if err != nil {
			return err
		}
		body, err := json.Marshal(payload)
		if err != nil {
			return fmt.Errorf("encode %s: %w", uri, err)
		}
		out = []protocol.ResourceContents{protocol.TextResourceContents{URI: uri, MIMEType: "application/json", Text: string(body)}}
		return nil
	})
	if err != nil {
		return nil, refuseResource(ctx, uri, failure.Of(err))
	}
	return out, nil
}

// nameMissing is a hook. It adds the address to the library's error for an unknown resource, as the protocol requires.
func nameMissing(ctx context.Context, _ any, _ protocol.MCPMethod, message any, err error) {
	if r, ok := message.(*protocol.ReadResourceRequest); ok && errors.Is(err, server.ErrResourceNotFound) {
		f := failure.New(engine.KindNotFound, "Use an address that resources/list returned, or one of the template "+memoryTemplate+".", "there is no resource %s", failure.Quote(r.Params.URI))
		_ = refuseResource(ctx, r.Params.URI, f) // the transport sends it
	}
}

// subscribable is a hook before every request. Only one resource sends updates, so a subscription to another would never get one. Resources of Options.Extra have their own rules.
func (s *Server) subscribable(ctx context.Context, _, message any) error {
	raw, ok := message.(json.RawMessage)
	if !ok || s.opt.Extra != nil || !bytes.Contains(raw, []byte("subscribe")) {
		return nil
	}
	var m struct {
		Method protocol.MCPMethod `json:"method"`
		Params struct {
			URI string `json:"uri"`
		} `json:"params"`
	}
	if json.Unmarshal(raw, &m) != nil || m.Method != protocol.MethodResourcesSubscribe || m.Params.URI == workspaceURI {
		return nil
	}
	return wire.Refuse(ctx, failure.New(engine.KindInvalid, "Subscribe to "+workspaceURI+".", "no updates are sent of the resource %s", failure.Quote(m.Params.URI)))
}

// refuseResource returns the error for a missing resource in the form of the client's revision (SEP-2164), and other errors by the code of the table.
func refuseResource(ctx context.Context, uri string, f *failure.Failure) error {
	if f.Name != string(engine.KindNotFound) {
		return wire.Refuse(ctx, f)
	}
	code := protocol.RESOURCE_NOT_FOUND
	if server.IsModernRequest(ctx) {
		code = protocol.INVALID_PARAMS
	}
	return wire.Pronounce(ctx, &wire.Refusal{Code: code, Message: f.Message, Data: map[string]any{"uri": uri, "error": f}})
}

// readWorkspace returns the latest workspace, or the shared one of the default namespace if there is none yet.
func readWorkspace(ctx context.Context, e *tools.Engine) (any, error) {
	w, err := e.LatestWorkspace(ctx)
	if w == nil && err == nil {
		w, err = e.Workspace(ctx, "", "")
	}
	if err != nil {
		return nil, err
	}
	return answer.WorkspaceFrom(w), nil
}

type statsView struct {
	Store  *answer.StoreHealth  `json:"store"`
	Device *answer.DeviceHealth `json:"device"`
	Queue  *answer.QueueHealth  `json:"queue"`
}

func readStats(ctx context.Context, e *tools.Engine) (any, error) {
	s, err := e.Status(ctx)
	if err != nil {
		return nil, err
	}
	var v statsView
	v.Store, v.Device, v.Queue = answer.HealthFrom(s, engine.DefaultNamespace)
	return v, nil
}
