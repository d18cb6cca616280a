package tooldrift

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Target is the address of a server: its command or its URL. That is its identity, not the name that it reports.
type Target struct {
	Command []string `json:"command,omitempty"`
	URL     string   `json:"url,omitempty"`
}

// ParseTarget reads the arguments after NAME on a command line: one http(s) URL, or a command with its arguments.
func ParseTarget(words []string) (Target, error) {
	if len(words) == 0 || words[0] == "" {
		return Target{}, errors.New("no server: give a command after --, or a URL")
	}
	if !isURL(words[0]) {
		return Target{Command: slices.Clone(words)}, nil
	}
	if len(words) > 1 {
		return Target{}, fmt.Errorf("server URL %q is followed by %q: give the URL alone", words[0], words[1])
	}
	u, err := url.Parse(words[0])
	if err != nil {
		return Target{}, fmt.Errorf("read server URL: %w", err)
	}
	if u.Host == "" {
		return Target{}, fmt.Errorf("server URL %q names no host", u.Redacted())
	}
	return Target{URL: words[0]}, nil
}

func isURL(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}

// Same reports whether both are the same server.
func (t Target) Same(o Target) bool { return t.URL == o.URL && slices.Equal(t.Command, o.Command) }

// String returns a text for people; it hides a password in a URL.
func (t Target) String() string {
	if t.URL == "" {
		return strings.Join(t.Command, " ")
	}
	u, err := url.Parse(t.URL)
	if err != nil {
		return t.URL
	}
	return u.Redacted()
}
