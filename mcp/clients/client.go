package clients

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Client is an assistant whose configuration can contain MCP servers.
type Client struct {
	Name    string // "claude-code"
	Title   string // "Claude Code"
	Project string // path of the file inside a project; empty: none
	Then    string // what to do for a change to take effect

	// Rules is the path, inside a project, of a file with instructions that the client reads in every session; empty: none.
	Rules string
	// Hooks is the path, inside a project, of the file with hooks; empty: none. For the user's file see UserHooks.
	Hooks string
	// HooksThen is what to do for new hooks to run; empty: nothing.
	HooksThen string

	user  func(m Machine) string // the user's file; nil: there is none, or none that can be written
	hooks func(m Machine) string // the user's file of hooks
	aside []string               // members of the object of hooks that are not events
	key   string                 // the object or table with the servers; a/b is an object in an object
	shape shape
	toml  bool
	typed bool // an entry has a type: stdio or http
	url   bool // an entry may have an address with headers
}

// agents is the file of instructions that several clients read: https://agents.md.
const agents = "AGENTS.md"

// All returns the clients, sorted by name. The facts come from their own documentation pages.
func All() []Client {
	return []Client{
		// https://code.claude.com/docs/en/mcp, …/hooks, …/memory
		{Name: "claude-code", Title: "Claude Code", Project: ".mcp.json", Rules: "CLAUDE.md", Hooks: ".claude/settings.json", key: "mcpServers", typed: true, url: true, Then: "start a new session; /mcp shows it",
			user: func(m Machine) string { return filepath.Join(m.claude(m.Home), ".claude.json") },
			hooks: func(m Machine) string {
				return filepath.Join(m.claude(filepath.Join(m.Home, ".claude")), "settings.json")
			}},
		{Name: "claude-desktop", Title: "Claude Desktop", key: "mcpServers", Then: "quit it wholly and start it again",
			user: func(m Machine) string { return filepath.Join(m.support(), "Claude", "claude_desktop_config.json") }},
		// https://developers.openai.com/codex/mcp, …/codex/hooks
		{Name: "codex", Title: "Codex", Project: ".codex/config.toml", Rules: agents, Hooks: ".codex/hooks.json", key: "mcp_servers", toml: true, url: true, Then: "start a new session; /mcp shows it",
			HooksThen: "open /hooks in it and trust them, since it runs no hook before that",
			user:      func(m Machine) string { return filepath.Join(m.codex(), "config.toml") },
			hooks:     func(m Machine) string { return filepath.Join(m.codex(), "hooks.json") }},
		// https://docs.continue.dev/customize/deep-dives/mcp: it reads JSON files in the format of other clients from .continue/mcpServers of a project. The user's own file is a
		// list in YAML, which this package does not write.
		{Name: "continue", Title: "Continue", Project: ".continue/mcpServers/asterism.json", Rules: ".continue/rules/asterism.md", key: "mcpServers", Then: "it sees the change by itself, in agent mode"},
		// https://cursor.com/docs/context/mcp, …/docs/rules
		{Name: "cursor", Title: "Cursor", Project: ".cursor/mcp.json", Rules: agents, key: "mcpServers", url: true, Then: "it sees the change by itself",
			user: func(m Machine) string { return filepath.Join(m.Home, ".cursor", "mcp.json") }},
		// https://geminicli.com/docs/tools/mcp-server, …/docs/hooks
		{Name: "gemini-cli", Title: "Gemini CLI", Project: ".gemini/settings.json", Rules: "GEMINI.md", Hooks: ".gemini/settings.json", key: "mcpServers", shape: httpURL, url: true, Then: "start a new session; /mcp shows it",
			HooksThen: "start a new session; /hooks panel shows them, and whether hooks are switched on in its settings",
			aside:     []string{"disabled", "enabled", "notifications"},
			user:      func(m Machine) string { return filepath.Join(m.Home, ".gemini", "settings.json") },
			hooks:     func(m Machine) string { return filepath.Join(m.Home, ".gemini", "settings.json") }},
		// https://opencode.ai/v2/docs/mcp-servers
		{Name: "opencode", Title: "opencode", Project: "opencode.json", Rules: agents, key: "mcp/servers", shape: commandList, url: true, Then: "start a new session; `opencode mcp list` shows it",
			user: func(m Machine) string { return filepath.Join(m.config(), "opencode", "opencode.json") }},
		// https://code.visualstudio.com/docs/copilot/chat/mcp-servers, …/customization/custom-instructions
		{Name: "vscode", Title: "VS Code", Project: ".vscode/mcp.json", Rules: ".github/copilot-instructions.md", key: "servers", typed: true, url: true, Then: "start the server from the file, or reload the window",
			user: func(m Machine) string { return filepath.Join(m.support(), "Code", "User", "mcp.json") }},
		// https://docs.windsurf.com/windsurf/cascade/mcp, …/cascade/agents-md
		{Name: "windsurf", Title: "Windsurf", Rules: agents, key: "mcpServers", shape: serverURL, url: true, Then: "press refresh in the list of MCP servers",
			user: func(m Machine) string { return filepath.Join(m.Home, ".codeium", "windsurf", "mcp_config.json") }},
		// https://zed.dev/docs/ai/mcp, …/docs/configuring-zed, …/docs/ai/rules
		{Name: "zed", Title: "Zed", Rules: agents, key: "context_servers", url: true, Then: "it sees the change by itself; a green dot in the agent panel's settings shows it",
			user: func(m Machine) string {
				if m.OS == "windows" {
					return filepath.Join(m.support(), "Zed", "settings.json")
				}
				return filepath.Join(m.config(), "zed", "settings.json")
			}},
	}
}

// Names returns the names of the clients.
func Names() (names []string) {
	for _, c := range All() {
		names = append(names, c.Name)
	}
	return names
}

// Find returns the client of that name.
func Find(name string) (Client, error) {
	for _, c := range All() {
		if c.Name == name {
			return c, nil
		}
	}
	return Client{}, fmt.Errorf("no client is called %q: there are %s", name, strings.Join(Names(), ", "))
}

// UserFile returns the path of the configuration for all of a user's projects; "" if there is none that can be written.
func (c Client) UserFile(m Machine) string {
	if c.user == nil {
		return ""
	}
	return c.user(m)
}

// UserHooks returns the path of the hooks for all of a user's projects; "" if there is none.
func (c Client) UserHooks(m Machine) string {
	if c.hooks == nil {
		return ""
	}
	return c.hooks(m)
}
