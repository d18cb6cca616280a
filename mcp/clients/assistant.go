package clients

import (
	"slices"
	"strings"
	"unicode"
)

// IsAssistant reports whether a client, by the name that it gives itself in its handshake (clientInfo.name), is a program that puts the answers of tools before a language
// model. The words of a name count, not their case: "claude-code", "codex-mcp-client" and "Visual Studio Code - Insiders" are such names.
func IsAssistant(name string) bool {
	said := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.ContainsFunc(assistants, func(words []string) bool { return holds(said, words) })
}

// assistants are words that stand in the names of assistants. A name that is missing costs tokens, and a name too many takes JSON from a program; so a word that other programs
// have in their names stands with another one beside it.
var assistants = func() (out [][]string) {
	for _, name := range []string{
		"amazon q", "amp", "antigravity", "augment code", "claude", "cline", "codex", "copilot", "crush", "cursor", "factory cli", "gemini cli", "goose", "hermes agent",
		"jetbrains ai", "junie", "kilo code", "kimi", "kiro", "opencode", "openhands", "q dev cli", "qwen code", "roo code", "trae", "visual studio code", "vscode", "warp", "windsurf",
		"zed",
	} {
		out = append(out, strings.Fields(name))
	}
	// The one name of Continue: the word is too common by itself.
	return append(out, []string{"continue", "client"})
}()

// holds reports whether words stand one behind the other in what was said.
func holds(said, words []string) bool {
	for i := range said {
		if i+len(words) <= len(said) && slices.Equal(said[i:i+len(words)], words) {
			return true
		}
	}
	return false
}
