package clients

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Client is an assistant whose configuration can hold MCP servers.
type Client struct {
	Name    string // "claude-code"
	Title   string // "Claude Code"
	Project string // path of the file inside a project; empty: it has none
	Then    string // what to do so that a change is seen

	user  func(m Machine) string // the user's file
	key   string                 // the object, or the table, that holds the servers
	toml  bool
	typed bool // an entry says whether it is stdio or http
	url   bool // an entry may name an address with headers
}

// Machine is what decides where a user's files lie.
type Machine struct {
	OS     string // as Go names it
	Home   string
	Getenv func(string) string
}

// support is the folder where desktop programs keep what belongs to a user.
func (m Machine) support() string {
	switch m.OS {
	case "darwin":
		return filepath.Join(m.Home, "Library", "Application Support")
	case "windows":
		if v := m.Getenv("APPDATA"); v != "" {
			return v
		}
		return filepath.Join(m.Home, "AppData", "Roaming")
	}
	if v := m.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(v) {
		return v
	}
	return filepath.Join(m.Home, ".config")
}

// All lists the clients, by name.
func All() []Client {
	return []Client{
		{Name: "claude-code", Title: "Claude Code", Project: ".mcp.json", key: "mcpServers", typed: true, url: true, Then: "start a new session; /mcp shows it",
			user: func(m Machine) string {
				if v := m.Getenv("CLAUDE_CONFIG_DIR"); v != "" {
					return filepath.Join(v, ".claude.json")
				}
				return filepath.Join(m.Home, ".claude.json")
			}},
		{Name: "claude-desktop", Title: "Claude Desktop", key: "mcpServers", Then: "quit it wholly and start it again",
			user: func(m Machine) string { return filepath.Join(m.support(), "Claude", "claude_desktop_config.json") }},
		{Name: "codex", Title: "Codex", Project: ".codex/config.toml", key: "mcp_servers", toml: true, url: true, Then: "start a new session; /mcp shows it",
			user: func(m Machine) string {
				if v := m.Getenv("CODEX_HOME"); v != "" {
					return filepath.Join(v, "config.toml")
				}
				return filepath.Join(m.Home, ".codex", "config.toml")
			}},
		{Name: "cursor", Title: "Cursor", Project: ".cursor/mcp.json", key: "mcpServers", url: true, Then: "it sees the change by itself",
			user: func(m Machine) string { return filepath.Join(m.Home, ".cursor", "mcp.json") }},
		{Name: "vscode", Title: "VS Code", Project: ".vscode/mcp.json", key: "servers", typed: true, url: true, Then: "start the server from the file, or reload the window",
			user: func(m Machine) string { return filepath.Join(m.support(), "Code", "User", "mcp.json") }},
	}
}

// Find returns the client of that name.
func Find(name string) (Client, error) {
	var names []string
	for _, c := range All() {
		if c.Name == name {
			return c, nil
		}
		names = append(names, c.Name)
	}
	return Client{}, fmt.Errorf("no client is called %q: there are %s", name, strings.Join(names, ", "))
}

// UserFile is the client's configuration for all of a user's projects.
func (c Client) UserFile(m Machine) string { return c.user(m) }
