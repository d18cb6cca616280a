package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// notPlayed are the beginnings of commands on pages that are not run, with the reason.
var notPlayed = map[string]string{
	"serve":                  "serves until it is told to end; TestServe… and TestHTTP… do that",
	"dashboard":              "wants a server over HTTP; TestDashboard… has one",
	"health":                 "wants a server over HTTP; TestHealth… has one",
	"setup claude-code":      "asks at a terminal; TestSetup answers",
	"meta recalibrate":       "fails as long as too little was foretold; meta_test.go tells enough",
	"mcp":                    "starts a server of others, from the network; mcp_test.go pins servers of its own",
	"models pull":            "asks the hub; models_test.go pulls from one of its own",
	"sync notes --watch":     "goes on until it is told to end; TestSyncWatch does that",
	"reembed --profile full": "wants the full profile's models; reembed_test.go has small ones",
	"remember --image":       "wants the full profile; image_test.go has it",
	"update ID --image":      "wants the full profile; image_test.go has it",
	"search --image":         "wants the full profile; image_test.go has it",
	"search a whiteboard with arrows --modality image": "wants the full profile; image_test.go has it",
	"doctor --check-gpu": "wants a GPU; doctor_gpu_test.go has a pretended one",
	"meta outcome 01890a5d-ac96-774b-bcce-b302099a8057": "has ids of nobody; TestMeta… tells outcomes",
}

// played are the pages whose commands are run one after the other, each page in its own home. bare pages begin with an empty store, the others with the notes that ship.
var played = map[string]struct{ bare bool }{"README.md": {bare: true}, "docs/search.md": {}, "docs/namespaces.md": {}, "docs/goals-and-drift.md": {}, "docs/operate.md": {}, "docs/sync.md": {bare: true}, "docs/models.md": {}, "docs/gpu.md": {}, "docs/first-ten-minutes.md": {}, "docs/languages.md": {}}

// playedElsewhere are pages whose commands are not run here, with the reason.
var playedElsewhere = map[string]string{"docs/cluster.md": "wants several machines; cluster_test.go and TestClusterOfThreeProcesses start as many processes"}

// TestPagesArePlayed runs the commands of the pages. A failing command is a defect of the page or of the program.
func TestPagesArePlayed(t *testing.T) {
	for page, lines := range toPlay(t) {
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			home := newHome(t)
			if !played[page].bare {
				home.play(t, "bin/asterism ingest examples/notes")
				home.play(t, `bin/asterism remember "Orders of the depot in Lyon came late today" --why "the reason of three complaints"`)
				home.play(t, `bin/asterism remember "Couriers in Lyon waited because the depot opened late" --why "the cause of it"`)
			}
			for _, line := range lines {
				home.play(t, line)
			}
		})
	}
}

// toPlay returns the lines to run, by page. A command of ours that is neither among them nor in notPlayed fails the test.
func toPlay(t *testing.T) map[string][]string {
	t.Helper()
	lines, used, seen := map[string][]string{}, map[string]bool{}, map[string]bool{}
	for _, c := range pageCommands(t) {
		for _, words := range calls(c.text) {
			if words[0] != "bin/asterism" && words[0] != "asterism" {
				continue
			}
			_, play := played[c.page]
			switch why := unplayed(words[1:]); {
			case playedElsewhere[c.page] != "":
				seen[c.page] = true
			case why != "":
				used[why] = true
			case play:
				lines[c.page] = append(lines[c.page], c.text)
			default:
				t.Errorf("%s is not among the pages that are played, and notPlayed has no reason for: %s", c.page, c.text)
			}
		}
	}
	for page := range played {
		if len(lines[page]) == 0 {
			t.Errorf("nothing on %s is played", page)
		}
	}
	for page := range playedElsewhere {
		if !seen[page] {
			t.Errorf("playedElsewhere names %s, which has no command", page)
		}
	}
	for begin := range notPlayed {
		if !used[begin] {
			t.Errorf("notPlayed names %q, which stands on no page", begin)
		}
	}
	return lines
}

// unplayed returns the entry of notPlayed with which a command begins; "" if it is run.
func unplayed(words []string) string {
	text := strings.Join(words, " ") + " "
	for begin := range notPlayed {
		if strings.HasPrefix(text, begin+" ") {
			return begin
		}
	}
	return ""
}

// home is a folder for trying the program, which looks like a built checkout.
type home struct{ dir string }

func newHome(t *testing.T) home {
	t.Helper()
	h := home{t.TempDir()}
	root, err := filepath.Abs(checkout)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	program := "#!/bin/sh\n" + asProgram + "=1 exec '" + exe + "' \"$@\"\n"
	graph := `{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea"]}` + "\n"
	for name, text := range map[string]string{"bin/asterism": program, "memory.json": graph} {
		path := filepath.Join(h.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"examples", "models"} {
		if err := os.Symlink(filepath.Join(root, name), filepath.Join(h.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// play runs a line of shell. ID, FROM and TO stand for existing memories.
func (h home) play(t *testing.T, line string) {
	t.Helper()
	for i, place := range []string{" ID", " FROM", " TO"} {
		if strings.Contains(line+" ", place+" ") {
			line = strings.TrimSuffix(strings.ReplaceAll(line+" ", place+" ", " "+h.id(t, i)+" "), " ")
		}
	}
	if out, code := h.shell(t, line); code != 0 {
		t.Errorf("%s: exit code %d\n%s", line, code, out)
	}
}

// id returns the id of a memory by its position in the list.
func (h home) id(t *testing.T, i int) string {
	t.Helper()
	out, code := h.shell(t, "bin/asterism list")
	var ids []string
	for line := range strings.Lines(out) {
		if word, _, ok := strings.Cut(line, " "); ok && len(word) == 36 {
			ids = append(ids, word)
		}
	}
	if code != 0 || i >= len(ids) {
		t.Fatalf("exit code %d, %d memories: %s", code, len(ids), out)
	}
	return ids[i]
}

func (h home) shell(t *testing.T, line string) (said string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", line)
	cmd.Dir = h.dir
	cmd.Env = append(os.Environ(), "HOME="+h.dir, "PATH="+filepath.Join(h.dir, "bin")+":"+os.Getenv("PATH"), "ASTERISM_HOME="+filepath.Join(h.dir, ".asterism"), "ASTERISM_MODELS="+filepath.Join(h.dir, "models"), "CLAUDE_CONFIG_DIR=", "CODEX_HOME=")
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}
