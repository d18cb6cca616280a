package assistants

import "testing"

func TestOurHook(t *testing.T) {
	for command, want := range map[string]bool{
		"asterism hook session-start":                                                                       true,
		"/opt/a/asterism --data /home/ada/.asterism hook user-prompt":                                       true,
		"'/opt/my tools/asterism' --data '/home/ada b/store' --connect http://x/mcp hook post-tool --top 3": true,
		"/opt/a/asterism --data /home/ada/.asterism hook session-start --for codex":                         true,
		"asterism hook other":                             false,
		"cd /srv/asterism && mine hook session-start":     false,
		"/opt/asterism/mine.sh hook session-start":        false,
		"mine.sh 'asterism hook session-start'":           false,
		"echo asterism hook session-start":                false,
		"asterism search hook && mine hook session-start": false,
	} {
		if got := ourHook(command); got != want {
			t.Errorf("%s: %v, want %v", command, got, want)
		}
	}
	words := []string{"/opt/my tools/asterism", "--data", "/it's", "hook", "session-end"}
	if got := shellLine(words); got != `'/opt/my tools/asterism' --data '/it'\''s' hook session-end` {
		t.Error(got)
	}
}
