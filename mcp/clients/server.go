package clients

import (
	"errors"
	"fmt"
)

// Server is how a client reaches the memory: by starting a program, or at an address.
type Server struct {
	Command string
	Args    []string
	URL     string // instead of Command
	Token   string // with URL: sent as a bearer token; empty: none is needed
}

// tokenVariable is where Codex, which accepts no token in its file, reads it.
const tokenVariable = "ASTERISM_TOKEN"

// entry is a server as the client's file holds it.
type entry struct {
	Type    string            `json:"type,omitempty" toml:"type,omitempty"`
	Command string            `json:"command,omitempty" toml:"command,omitempty"`
	Args    []string          `json:"args,omitempty" toml:"args,omitempty"`
	URL     string            `json:"url,omitempty" toml:"url,omitempty"`
	Headers map[string]string `json:"headers,omitempty" toml:"headers,omitempty"`
	Bearer  string            `json:"-" toml:"bearer_token_env_var,omitempty"`
}

func (c Client) entry(s Server) (entry, error) {
	switch {
	case (s.Command == "") == (s.URL == ""):
		return entry{}, errors.New("a server is a command or an address, one of them")
	case s.URL == "":
		return entry{Type: c.kind("stdio"), Command: s.Command, Args: s.Args}, nil
	case !c.url:
		return entry{}, fmt.Errorf("%s starts its servers itself and takes no address: leave --http out", c.Title)
	}
	e := entry{Type: c.kind("http"), URL: s.URL}
	switch {
	case s.Token == "":
	case c.toml:
		e.Bearer = tokenVariable
	default:
		e.Headers = map[string]string{"Authorization": "Bearer " + s.Token}
	}
	return e, nil
}

func (c Client) kind(v string) string {
	if !c.typed {
		return ""
	}
	return v
}
