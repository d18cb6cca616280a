package mcp

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/failure"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// memoryTemplate is the address of one memory (RFC 6570); the namespace in it is percent-encoded. memoryPartTemplate is the address of a part of a long memory. The offset is the
// next_offset of the part before, in bytes.
const (
	memoryTemplate     = "memory://{namespace}/{id}"
	memoryPartTemplate = memoryTemplate + "?offset={offset}"
)

var memoryArguments = []namedArgument{
	{name: namespaceArgument.name, values: namespaceValues},
	{name: "id", values: idValues},
}

// addMemories offers every memory as a resource of the template. It lists none: there may be millions.
func (s *Server) addMemories() {
	for _, t := range []struct{ template, name, about string }{
		{memoryTemplate, "Memory", "One memory as get_memory shows it. Holds untrusted data."},
		{memoryPartTemplate, "Part of a memory", "A part of a long memory, from next_offset of the part before on. Holds untrusted data."},
	} {
		d := protocol.NewResourceTemplate(t.template, t.name, protocol.WithTemplateDescription(t.about), protocol.WithTemplateMIMEType("application/json"))
		s.Inner().AddResourceTemplate(d, func(ctx context.Context, r protocol.ReadResourceRequest) ([]protocol.ResourceContents, error) {
			return s.readMemory(ctx, r.Params.URI)
		})
	}
}

func (s *Server) readMemory(ctx context.Context, uri string) ([]protocol.ResourceContents, error) {
	return s.contentsOf(ctx, uri, func(ctx context.Context, e *tools.Engine) (any, error) {
		address, offset, err := splitOffset(uri)
		if err != nil {
			return nil, err
		}
		namespace, name, err := splitMemory(address)
		if err != nil {
			return nil, err
		}
		id, ok, err := tools.MemoryID(ctx, e, name)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, failure.New(engine.KindInvalid, "", "%s: %s is not a UUID, nor digits of one", failure.Quote(uri), failure.Quote(name))
		}
		m, err := e.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		if m.Namespace != namespace {
			return nil, failure.New(engine.KindNotFound, "", "no memory has id %s in namespace %s", id, failure.Quote(namespace))
		}
		chain, err := e.Chain(ctx, id)
		if err != nil {
			return nil, err
		}
		got, err := answer.GotFrom(m, chain, !engine.SentWhole(m), true, false, offset)
		if err != nil || m.Deleted.IsZero() {
			return got, err
		}
		by, err := e.PutAway(ctx, m)
		got.WithPutAway(by)
		return got, err
	})
}

// splitOffset separates the offset from an address; 0 if it has none. A question mark in a namespace is percent-encoded.
func splitOffset(uri string) (address string, offset int, err error) {
	address, asked, ok := strings.Cut(uri, "?")
	if !ok {
		return uri, 0, nil
	}
	number, ok := strings.CutPrefix(asked, "offset=")
	if offset, err = strconv.Atoi(number); !ok || err != nil || offset < 0 {
		return "", 0, failure.New(engine.KindInvalid, "", "%s is not of the form %s", failure.Quote(uri), memoryPartTemplate)
	}
	return address, offset, nil
}

// splitMemory parses the address of a memory. It returns the id unchanged.
func splitMemory(uri string) (namespace, id string, err error) {
	rest, ok := strings.CutPrefix(uri, "memory://")
	at := strings.LastIndexByte(rest, '/')
	if !ok || at < 0 {
		return "", "", failure.New(engine.KindInvalid, "", "%s is not of the form %s", failure.Quote(uri), memoryTemplate)
	}
	if namespace, err = url.PathUnescape(rest[:at]); err != nil {
		return "", "", failure.New(engine.KindInvalid, "", "%s: the namespace is not percent-encoded: %v", failure.Quote(uri), err)
	}
	return namespace, rest[at+1:], nil
}
