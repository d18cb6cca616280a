package clients

import (
	"slices"
	"strings"
	"unicode"
)

// IsAssistant reports whether a client, by the name in its handshake (clientInfo.name), passes the answers of tools to a language model. The words of the name are compared,
// ignoring case: "claude-code", "codex-mcp-client" and "Visual Studio Code - Insiders" are such names.
func IsAssistant(name string) bool {
	said := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.ContainsFunc(assistants, func(words []string) bool { return holds(said, words) })
}

// assistants are words in the names of assistants. A missing name costs tokens, and a wrong one takes the JSON away from a program. So a word that occurs in other programs' names
// is only listed together with another word.
var assistants = func() (out [][]string) {
	for _, name := range []string{
		"amazon q", "amp", "antigravity", "augment code", "claude", "cline", "codex", "copilot", "crush", "cursor", "factory cli", "gemini cli", "goose", "hermes agent",
		"jetbrains ai", "junie", "kilo code", "kimi", "kiro", "opencode", "openhands", "q dev cli", "qwen code", "roo code", "trae", "visual studio code", "vscode", "warp", "windsurf",
		"zed",
	} {
		out = append(out, strings.Fields(name))
	}
	// The only name of Continue: the word alone is too common.
	return append(out, []string{"continue", "client"})
}()

// holds reports whether said contains words in sequence.
func holds(said, words []string) bool {
	for i := range said {
		if i+len(words) <= len(said) && slices.Equal(said[i:i+len(words)], words) {
			return true
		}
	}
	return false
}
