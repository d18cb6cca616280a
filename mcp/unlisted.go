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

// unlisted holds the tools that this server does not offer, and the first tier that has each. Texts that name such a tool add its tier, since the client cannot find it.
type unlisted struct {
	names *regexp.Regexp // nil: there are none
	tier  map[string]string
}

// newUnlisted returns all tools except the offered ones.
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
		if strings.Contains(name, "_") { // embed is also an ordinary word
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return u, nil
	}
	u.names = regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)\b`)
	return u, nil
}

// say adds to one of our sentences the tier of each unlisted tool that it names, once each. A sentence that names a tier already stays unchanged.
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

// named is a hook: the error for a call of an unlisted tool names the tier that has it.
func (u *unlisted) named(ctx context.Context, _ any, _ protocol.MCPMethod, message any, err error) {
	r, ok := message.(*protocol.CallToolRequest)
	if !ok || !errors.Is(err, server.ErrToolNotFound) || u.tier[r.Params.Name] == "" {
		return
	}
	f := failure.New(engine.KindInvalid, "Have the server started with --tools "+u.tier[r.Params.Name]+", or use a tool that tools/list returned.", "this server does not offer the tool %q (tool tier %q)", r.Params.Name, u.tier[r.Params.Name])
	_ = wire.Refuse(ctx, f) // the transport sends it
}

// failure returns f with a hint in which unlisted tools have their tier.
func (u *unlisted) failure(f *failure.Failure) *failure.Failure {
	out := *f
	out.Hint = u.say(f.Hint) // the message contains the caller's text
	return &out
}
