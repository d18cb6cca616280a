package mcp

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"asterism/engine"
	"asterism/mcp/failure"
	"asterism/mcp/tools"
	"asterism/mcp/wire"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// unlisted are the tools that this server does not offer, and from which tier on they are offered: what names one says so, since the client does not find it.
type unlisted struct {
	names *regexp.Regexp // nil: there are none
	tier  map[string]string
}

// newUnlisted are all tools but those that are offered.
func newUnlisted(offered []*tools.Tool) (*unlisted, error) {
	u := &unlisted{tier: map[string]string{}}
	for _, name := range tools.Tiers() {
		of, err := tools.Of(name)
		if err != nil {
			return nil, err
		}
		for _, t := range of {
			if u.tier[t.Name] == "" {
				u.tier[t.Name] = name
			}
		}
	}
	for _, t := range offered {
		delete(u.tier, t.Name)
	}
	if len(u.tier) == 0 {
		return u, nil
	}
	var names []string
	for name := range u.tier {
		if strings.Contains(name, "_") { // embed is also a word
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return u, nil
	}
	u.names = regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)\b`)
	return u, nil
}

// say adds to a sentence of ours from which tier on the tools that it names are offered, each once; a sentence that tells the tier already stays.
func (u *unlisted) say(sentence string) string {
	if u.names == nil || strings.Contains(sentence, "tool tier") {
		return sentence
	}
	said := map[string]bool{}
	return u.names.ReplaceAllStringFunc(sentence, func(name string) string {
		if said[name] {
			return name
		}
		said[name] = true
		return fmt.Sprintf("%s (tool tier %q)", name, u.tier[name])
	})
}

// named is a hook: a call of a tool of another tier is told where that tool is.
func (u *unlisted) named(ctx context.Context, _ any, _ protocol.MCPMethod, message any, err error) {
	r, ok := message.(*protocol.CallToolRequest)
	if !ok || !errors.Is(err, server.ErrToolNotFound) || u.tier[r.Params.Name] == "" {
		return
	}
	f := failure.New(engine.KindInvalid, "Have the server started with --tools "+u.tier[r.Params.Name]+", or use a tool that tools/list returned.", "this server does not offer the tool %q (tool tier %q)", r.Params.Name, u.tier[r.Params.Name])
	_ = wire.Refuse(ctx, f) // left for the transport
}

// failure is f with a hint that names no tool without saying where it is.
func (u *unlisted) failure(f *failure.Failure) *failure.Failure {
	out := *f
	out.Hint = u.say(f.Hint) // the message has what the caller wrote
	return &out
}
