package clients

import "testing"

func TestAssistantsByName(t *testing.T) {
	for name, want := range map[string]bool{
		"claude-code": true, "claude-ai": true, "Claude Code": true, "codex-mcp-client": true, "cursor-vscode": true, "Visual Studio Code": true, "Visual Studio Code - Insiders": true,
		"github-copilot-developer": true, "gemini-cli-mcp-client": true, "opencode": true, "Zed": true, "windsurf-client": true, "Cline": true, "Roo Code": true, "continue-client": true,
		"kimi-code": true,
		"":          false, "mcp": false, "asterism": false, "inspector-client": false, "mcp-inspector": false, "python-sdk": false, "example-client": false, "test": false,
		"continuous-integration": false, "visual-studio": false, "precursor": false, "amplify": false, "zedboard": false, "code": false, "gemini": false, "to be continued": false,
	} {
		if got := IsAssistant(name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}

// TestAssistantsThatSetUpKnows: IsAssistant recognises every assistant that setup configures.
func TestAssistantsThatSetUpKnows(t *testing.T) {
	for _, c := range All() {
		if name := c.Name; !IsAssistant(name) && !IsAssistant(name+"-client") {
			t.Errorf("%s is none", name)
		}
	}
}
