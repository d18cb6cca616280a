package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/models"
)

// otherModels is a folder of models of the profile full: the compact ones with windows that overlap by one more token, so that all hashes differ.
func otherModels(t *testing.T) string {
	t.Helper()
	from, err := models.FindDir("compact", "")
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "full")
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(to, models.ManifestName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var manifest map[string]any
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	manifest["profile"] = "full"
	for _, m := range manifest["models"].([]any) {
		m := m.(map[string]any)
		m["overlap"] = m["overlap"].(float64) + 1
	}
	if text, err = json.Marshal(manifest); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return to
}

// manyNotes makes a store of n short notes.
func manyNotes(t *testing.T, data string, n int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notes.jsonl")
	var lines bytes.Buffer
	for i := range n {
		fmt.Fprintf(&lines, "{\"content\": \"Note %d: service %d was deployed after its certificate was renewed for %d days.\"}\n", i, i*31%97, i%400)
	}
	if err := os.WriteFile(path, lines.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := asJSON(t, ok(t, data, "--json", "ingest", path)); r["stored"].(float64) != float64(n) {
		t.Fatalf("ingest: %v", r)
	}
}

// TestReembedWhileOthersSearch: a command during reembed is answered by that process, from the old vectors, or waits while it plans or switches. None gets the error that the store
// is in use. What such a command stores is kept, and at the end the store has the new models.
func TestReembedWhileOthersSearch(t *testing.T) {
	data, folder := filepath.Join(t.TempDir(), "store"), otherModels(t)
	const notes = 4000
	manyNotes(t, data, notes)
	plan := asJSON(t, ok(t, data, "--json", "--profile", "full", "--models", folder, "reembed", "--dry-run"))
	if plan["left"].(float64) != notes || plan["from"] != "compact" || plan["to"] != "full" || plan["bytes_needed"].(float64) <= 0 {
		t.Errorf("plan: %v", plan)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	cmd := program(ctx, data, "--json", "--profile", "full", "--models", folder, "reembed")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	answered, asked, stored, last := 0, 0, 0, ""
	for running := true; running; {
		select {
		case err := <-ended:
			if running = false; err != nil {
				t.Fatalf("reembed: %v\n%s", err, errs.String())
			}
		default:
			_, said, code := run(t, data, "remember", "--why", "it smiled", fmt.Sprintf("the quokka number %d smiled", stored))
			last = said
			if code == 0 {
				stored++
			} else if !strings.Contains(said, "asterism reembed --profile compact") { // it has switched, and the models of that time are named
				t.Errorf("a command while it works: exit code %d, %s", code, said)
			}
			if code == 0 && strings.Contains(said, "asking it") { // a command between the end of serving and the switch opens the store itself
				asked++
			}
			if found, said, code := run(t, data, "--json", "search", "quokka that smiled"); code == 0 && strings.Contains(said, "asking it") && strings.Contains(found, "quokka") {
				answered++
			}
		}
	}
	if t.Logf("%d searches and %d writes were answered while it worked", answered, asked); answered == 0 || asked == 0 {
		t.Errorf("%d searches and %d writes were answered while it worked: %s%s", answered, asked, errs.String(), last)
	}
	report := asJSON(t, out.String())
	if report["memories"].(float64) != float64(notes+stored) || report["old_vectors_removed"] != true || report["embedded"].(float64) < notes {
		t.Errorf("report: %v", report)
	}
	if _, said, code := run(t, data, "search", "x"); code != 1 || !strings.Contains(said, "asterism reembed --profile compact") {
		t.Errorf("with the old models: exit code %d, %s", code, said)
	}
	found := asJSON(t, ok(t, data, "--json", "--profile", "full", "--models", folder, "search", "quokka that smiled"))
	if hits := found["hits"].([]any); len(hits) == 0 || !strings.Contains(fmt.Sprint(hits[0]), "quokka") {
		t.Errorf("after the switch: %.300v", found)
	}
	if said := ok(t, data, "--profile", "full", "--models", folder, "reembed"); !strings.Contains(said, "nothing to do") {
		t.Errorf("once more: %s", said)
	}
}

// TestReembedStopsAndGoesOn: when interrupted it says how to continue, the store serves with its old models, and --abort drops the new vectors.
func TestReembedStopsAndGoesOn(t *testing.T) {
	data, folder := filepath.Join(t.TempDir(), "store"), otherModels(t)
	manyNotes(t, data, 1500)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cmd := program(ctx, data, "--profile", "full", "--models", folder, "reembed")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(5 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if found, _ := owner.FindServer(data); found != nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal("it does not say that it has the store")
		}
	}
	cancel()
	_ = cmd.Wait()
	if said := errs.String(); cmd.ProcessState.ExitCode() != 1 || !strings.Contains(said, "run it again to go on") || strings.Contains(said, "nothing was stored") {
		t.Errorf("interrupted: exit code %d, %s", cmd.ProcessState.ExitCode(), errs.String())
	}
	if out := ok(t, data, "search", "certificate"); !strings.Contains(out, "certificate") {
		t.Errorf("the old vectors do not serve: %s", out)
	}
	for _, want := range []string{"dropped", "nothing to drop"} {
		if out := ok(t, data, "reembed", "--abort"); !strings.Contains(out, want) {
			t.Errorf("abort: %s, want %q", out, want)
		}
	}
	if out := ok(t, data, "--profile", "full", "--models", folder, "reembed", "--offline"); !strings.Contains(out, "profile full") {
		t.Errorf("from the beginning, serving nobody: %s", out)
	}
}

// TestReembedRefuses: if the store is not available, the error says what to do.
func TestReembedRefuses(t *testing.T) {
	data, folder, empty := filepath.Join(t.TempDir(), "store"), otherModels(t), t.TempDir()
	address, _ := serving(t, data)
	through(t, address, data, "list") // from then on it owns the store
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--profile", "full", "--models", folder, "reembed"}, "answers in its place"},
		{[]string{"reembed", "--abort"}, "answers in its place"},
		{[]string{"--connect", "http://127.0.0.1:1", "reembed"}, "stop that server"},
		{[]string{"--data", filepath.Join(data, "nowhere"), "reembed"}, "--data"},
		{[]string{"--data", empty, "reembed", "--dry-run"}, "holds no store"},
		{[]string{"reembed", "--abort", "--dry-run"}, "none of the others can be"},
		{[]string{"reembed", "--offline", "--http", "127.0.0.1:0"}, "none of the others can be"},
		{[]string{"serve", "--old-models", folder}, "goes with --reembed"},
		{[]string{"--connect", "http://127.0.0.1:1", "serve"}, "`asterism setup ASSISTANT --http --connect URL`"},
	} {
		if _, said, code := run(t, data, c.args...); code != 1 || !strings.Contains(said, c.says) {
			t.Errorf("%v: exit code %d, %s", c.args, code, said)
		}
	}
	if made, err := os.ReadDir(empty); err != nil || len(made) > 0 {
		t.Errorf("a folder without a store has now %v, error %v", made, err)
	}
}

// TestOtherModelsCanBeCopied: before a store is embedded again, the new program, with other models, can read and back it up.
func TestOtherModelsCanBeCopied(t *testing.T) {
	data, folder, archive := filepath.Join(t.TempDir(), "store"), otherModels(t), filepath.Join(t.TempDir(), "archive")
	ok(t, data, "remember", "--why", "it smiled", "a quokka came by")
	ok(t, data, "goal", "set", "keep quokkas fed")
	id, _ := asJSON(t, ok(t, data, "--json", "list"))["memories"].([]any)[0].(map[string]any)["id"].(string)
	other := func(args ...string) []string {
		return append([]string{"--profile", "full", "--models", folder}, args...)
	}
	_, said, code := run(t, data, other("search", "quokka")...)
	if want := "--data " + data; code != 1 || strings.Count(said, want) != 2 || strings.Index(said, "backup create ARCHIVE") > strings.Index(said, "asterism reembed") {
		t.Errorf("search with other models: exit code %d, %s; want a backup before reembed, both with %q", code, said, want)
	}
	for _, args := range [][]string{{"list"}, {"get", id}, {"export", "-"}} {
		if out := ok(t, data, other(args...)...); !strings.Contains(out, "a quokka came by") {
			t.Errorf("%v with other models: %s", args, out)
		}
	}
	if out := ok(t, data, other("goal", "list")...); !strings.Contains(out, "keep quokkas fed") {
		t.Errorf("goals with other models: %s", out)
	}
	ok(t, data, other("namespaces")...)
	ok(t, data, other("backup", "create", archive)...)
	back := filepath.Join(t.TempDir(), "back")
	ok(t, back, "backup", "restore", archive)
	for _, at := range []string{data, back} { // with its own models it has everything that it had
		if out := ok(t, at, "search", "quokka"); !strings.Contains(out, "a quokka came by") {
			t.Errorf("search in %s with its own models: %s", at, out)
		}
	}
}

// TestReembedWithoutOldModels: if the store's old models have been replaced, searches only work after the end. A server, which needs them, says what to do.
func TestReembedWithoutOldModels(t *testing.T) {
	data, folder := filepath.Join(t.TempDir(), "store"), otherModels(t)
	manifest := filepath.Join(folder, models.ManifestName)
	text, err := os.ReadFile(manifest)
	if err == nil {
		err = os.WriteFile(manifest, bytes.Replace(text, []byte(`"profile":"full"`), []byte(`"profile":"compact"`), 1), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	manyNotes(t, data, 300)
	ok(t, data, "--models", folder, "reembed", "--offline")
	const again = "embed it again with"
	_, said, code := run(t, data, "serve", "--http", "127.0.0.1:0", "--reembed") // restored, with no record of where its models are
	if code != 1 || !strings.Contains(said, "--old-models") || !strings.Contains(said, "reembed --offline") || strings.Contains(said, again) {
		t.Errorf("serve --reembed: exit code %d, %s", code, said)
	}
	_, said, code = run(t, data, "reembed")
	if code != 0 || !strings.Contains(said, "nothing can be searched until the end") || !strings.Contains(said, "than those found for profile compact") || strings.Contains(said, again) {
		t.Errorf("reembed: exit code %d, %s", code, said)
	}
}

// TestServeReembed: a server embeds again while it works, answers from the old vectors meanwhile, and switches at its next start.
func TestServeReembed(t *testing.T) {
	data, folder := filepath.Join(t.TempDir(), "store"), otherModels(t)
	manyNotes(t, data, 300)
	address, stop := reembedServer(t, data, folder, "the next start with --reembed switches")
	if found := asJSON(t, through(t, address, data, "--json", "search", "certificate")); len(found["hits"].([]any)) != 10 {
		t.Errorf("the old vectors do not serve: %.300v", found)
	}
	through(t, address, data, "remember", "--why", "it came late", "a quokka came after all were done")
	stop()
	if out := ok(t, data, "search", "quokka"); !strings.Contains(out, "quokka") {
		t.Errorf("before the switch the store does not open with its old models: %s", out)
	}
	address, stop = reembedServer(t, data, folder, "has the models of profile full now")
	if found := through(t, address, data, "search", "quokka"); !strings.Contains(found, "quokka") {
		t.Errorf("what came late is not found: %s", found)
	}
	stop()
	if _, said, code := run(t, data, "search", "x"); code != 1 || !strings.Contains(said, "reembed --profile compact") {
		t.Errorf("with the old models: exit code %d, %s", code, said)
	}
}

// reembedServer runs `asterism serve --reembed` until it has printed the words and listens.
func reembedServer(t *testing.T, data, folder, words string) (address string, stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	cmd := program(ctx, data, "--profile", "full", "--models", folder, "serve", "--http", "127.0.0.1:0", "--reembed")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := ""
	for lines := bufio.NewScanner(errs); (address == "" || !strings.Contains(said, words)) && lines.Scan(); {
		said += lines.Text() + "\n"
		if _, v, ok := strings.Cut(lines.Text(), "serves MCP at "); ok {
			address = v
		}
	}
	if !strings.Contains(said, words) {
		t.Fatalf("it did not say %q: %s", words, said)
	}
	return address, func() {
		cancel()
		if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 0 {
			t.Errorf("the server ended with %v", err)
		}
	}
}
