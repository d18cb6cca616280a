package clients

import (
	"errors"
	"fmt"
)

// Server says how a client reaches the memory: by starting a program, or at an address.
type Server struct {
	Command string
	Args    []string
	URL     string // instead of Command
	Token   string // with URL: sent as a bearer token; empty: no token
}

// tokenVariable is the variable from which Codex reads the token; it accepts none in its file.
const tokenVariable = "ASTERISM_TOKEN"

// entry is a server in the format of most clients' files.
type entry struct {
	Type    string            `json:"type,omitempty" toml:"type,omitempty"`
	Command string            `json:"command,omitempty" toml:"command,omitempty"`
	Args    []string          `json:"args,omitempty" toml:"args,omitempty"`
	URL     string            `json:"url,omitempty" toml:"url,omitempty"`
	Headers map[string]string `json:"headers,omitempty" toml:"headers,omitempty"`
	Bearer  string            `json:"-" toml:"bearer_token_env_var,omitempty"`
}

// shape is the format of an entry in clients that differ from most.
type shape int

const (
	usual       shape = iota
	httpURL           // an address is httpUrl
	serverURL         // an address is serverUrl
	commandList       // program and arguments are one list, and the type is local or remote
)

// list is an entry in the format commandList.
type list struct {
	Type    string            `json:"type"`
	Command []string          `json:"command,omitempty"`
	URL     string            `json:"url,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
}

// remote is an entry with an address under another name.
type remote struct {
	HTTPURL   string            `json:"httpUrl,omitempty"`
	ServerURL string            `json:"serverUrl,omitempty"`
	Headers   map[string]string `json:"headers,omitempty"`
}

// entry returns a server in the format of the client's file.
func (c Client) entry(s Server) (any, error) {
	switch {
	case (s.Command == "") == (s.URL == ""):
		return nil, errors.New("a server is a command or an address, one of them")
	case s.URL == "" && c.shape == commandList:
		return list{Type: "local", Command: append([]string{s.Command}, s.Args...)}, nil
	case s.URL == "":
		return entry{Type: c.kind("stdio"), Command: s.Command, Args: s.Args}, nil
	case !c.url:
		return nil, fmt.Errorf("%s starts its servers itself and takes no address: leave --http out", c.Title)
	}
	e := entry{Type: c.kind("http"), URL: s.URL}
	switch {
	case s.Token == "":
	case c.toml:
		e.Bearer = tokenVariable
	default:
		e.Headers = map[string]string{"Authorization": "Bearer " + s.Token}
	}
	switch c.shape {
	case httpURL:
		return remote{HTTPURL: s.URL, Headers: e.Headers}, nil
	case serverURL:
		return remote{ServerURL: s.URL, Headers: e.Headers}, nil
	case commandList:
		return list{Type: "remote", URL: s.URL, Headers: e.Headers}, nil
	}
	return e, nil
}

func (c Client) kind(v string) string {
	if !c.typed {
		return ""
	}
	return v
}
