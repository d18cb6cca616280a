package mcp

import (
	"context"
	"encoding/json"
	"fmt"

	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// Call is a tool call as one node of a cluster sends it to another.
type Call struct {
	Tool      string
	Arguments json.RawMessage
	Home      string          // the namespace of calls that name none
	Meta      json.RawMessage // the call's _meta
}

// Passer has a call carried out by the right node of a cluster. here carries it out with an engine of this node.
type Passer interface {
	Pass(ctx context.Context, c Call, here func(context.Context, *tools.Engine) (*protocol.CallToolResult, error)) (*protocol.CallToolResult, error)
}

// pass hands the call to the Passer. Its arguments have been read, so only valid calls are passed on.
func (s *Server) pass(ctx context.Context, t *tools.Tool, raw json.RawMessage, home string, meta *protocol.Meta, do tools.Job, with **tools.Engine) (*protocol.CallToolResult, error) {
	c := Call{Tool: t.Name, Arguments: raw, Home: home}
	if meta != nil {
		m, err := json.Marshal(meta)
		if err != nil {
			return nil, fmt.Errorf("encode _meta: %w", err)
		}
		c.Meta = m
	}
	return s.opt.Pass.Pass(ctx, c, func(ctx context.Context, e *tools.Engine) (*protocol.CallToolResult, error) {
		*with = e
		return s.work(ctx, do, e)
	})
}

// Carry carries out a call that another node has passed on. Every tool of the server is allowed.
func (s *Server) Carry(ctx context.Context, c Call, e *tools.Engine) (*protocol.CallToolResult, error) {
	t := tools.Named(c.Tool)
	if t == nil {
		return nil, fmt.Errorf("call %s: this node has no such tool: the nodes should be of one version", c.Tool)
	}
	names, err := t.Names()
	if err != nil {
		return nil, err
	}
	do, err := t.Read(c.Arguments, names, c.Home)
	if err != nil {
		return nil, err
	}
	var meta *protocol.Meta
	if len(c.Meta) > 0 {
		meta = &protocol.Meta{}
		if err := json.Unmarshal(c.Meta, meta); err != nil {
			return nil, fmt.Errorf("read _meta: %w", err)
		}
	}
	if ctx, err = withMeta(ctx, meta); err != nil {
		return nil, err
	}
	var out *protocol.CallToolResult
	err = s.guarded(t.Name, func() (err error) {
		out, err = s.work(ctx, do, e)
		return err
	})
	return out, err
}
