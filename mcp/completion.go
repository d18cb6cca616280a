package mcp

import (
	"context"
	"slices"
	"strings"

	"asterism/engine"
	"asterism/mcp/failure"
	"asterism/mcp/tools"
	"asterism/mcp/wire"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// mostSuggested is the protocol's limit.
const mostSuggested = 100

// values returns possible values of an argument, the likeliest first. chosen are the arguments that are filled in already.
type values func(ctx context.Context, e *tools.Engine, chosen map[string]string) ([]string, error)

// CompletePromptArgument implements server.PromptCompletionProvider.
func (s *Server) CompletePromptArgument(ctx context.Context, name string, argument protocol.CompleteArgument, chosen protocol.CompleteContext) (*protocol.Completion, error) {
	for _, p := range allPrompts() {
		if p.name == name {
			return s.complete(ctx, "prompt "+name, p.arguments, argument, chosen.Arguments)
		}
	}
	if s.Inner().ListPrompts()[name] != nil { // one of Options.Extra
		return &protocol.Completion{}, nil
	}
	return nil, wire.Refuse(ctx, failure.New(engine.KindInvalid, "Use a name that prompts/list returned.", "there is no prompt %s", failure.Quote(name)))
}

// CompleteResourceArgument implements server.ResourceCompletionProvider.
func (s *Server) CompleteResourceArgument(ctx context.Context, uri string, argument protocol.CompleteArgument, chosen protocol.CompleteContext) (*protocol.Completion, error) {
	known := memoryArguments
	switch uri {
	case memoryTemplate:
	case memoryPartTemplate:
		known = append(slices.Clone(known), namedArgument{name: "offset"})
	default:
		return nil, wire.Refuse(ctx, failure.New(engine.KindInvalid, "Use a template that resources/templates/list returned.", "nothing can be completed in %s", failure.Quote(uri)))
	}
	return s.complete(ctx, uri, known, argument, chosen.Arguments)
}

func (s *Server) complete(ctx context.Context, where string, known []namedArgument, argument protocol.CompleteArgument, chosen map[string]string) (out *protocol.Completion, err error) {
	err = s.guarded("completion", func() error {
		of, err := argumentOf(where, known, argument.Name)
		if err != nil || of.values == nil {
			out = &protocol.Completion{}
			return err
		}
		e, err := s.engine(ctx, nil)
		if err != nil {
			return err
		}
		all, err := of.values(ctx, e, chosen)
		out = suggest(all, argument.Value)
		return err
	})
	if err != nil {
		return nil, wire.Refuse(ctx, failure.Of(err))
	}
	return out, nil
}

func argumentOf(where string, known []namedArgument, name string) (*namedArgument, error) {
	var names []string
	for i := range known {
		if known[i].name == name {
			return &known[i], nil
		}
		names = append(names, known[i].name)
	}
	return nil, failure.New(engine.KindInvalid, "", "%s has no argument %s; it has %s", where, failure.Quote(name), strings.Join(names, ", "))
}

// suggest keeps the values that contain the typed text, ignoring case: first those that begin with it, otherwise in their order. Values beyond the limit are counted.
func suggest(all []string, typed string) *protocol.Completion {
	var begin, within []string
	for _, v := range all {
		switch at := strings.Index(strings.ToLower(v), strings.ToLower(typed)); {
		case at == 0:
			begin = append(begin, v)
		case at > 0:
			within = append(within, v)
		}
	}
	found := slices.Concat(begin, within)
	return &protocol.Completion{Values: found[:min(len(found), mostSuggested)], Total: len(found), HasMore: len(found) > mostSuggested}
}
