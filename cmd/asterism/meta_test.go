package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// lessonStore is a data directory with twelve memories that were injected and rated, as data to learn from.
func lessonStore(t *testing.T) (data string) {
	t.Helper()
	data = filepath.Join(t.TempDir(), "store")
	address, server := serving(t, data)
	for n, text := range []string{"The heron waits", "Bread rises in an hour", "The lathe hums", "Rain at noon", "Ada likes tea", "The pump leaks",
		"Trains run late", "Bicycles are heavy", "The press is idle", "Ink is dear", "Basil drowns", "The weir is high"} {
		id := asJSON(t, through(t, address, data, "--json", "remember", text, "--why", "test"))["id"].(string)
		through(t, address, data, "meta", "outcome", id, []string{"0", "0.9"}[n%2])
	}
	end(t, server)
	return data
}

// TestMetaHereAndThroughTheServer: the commands show the same as the tools, with the store open here and through its server.
func TestMetaHereAndThroughTheServer(t *testing.T) {
	data := lessonStore(t)
	ok(t, data, "meta", "recalibrate", "--bayesian")
	commands := [][]string{
		{"meta", "status", "--history", "--embedders"},
		{"meta", "recalibrate", "--bayesian", "--dry-run"},
		{"meta", "log", "--limit", "2", "--offset", "0", "--from", "2020-01-01", "--type", "lambda_adjustment"},
	}
	here := make([]map[string]any, len(commands))
	words := make([]string, len(commands))
	for i, args := range commands {
		here[i] = asJSON(t, ok(t, data, append([]string{"--json"}, args...)...))
		words[i] = ok(t, data, args...)
	}
	address, _ := serving(t, data, "--tools", "all")
	for i, args := range commands {
		there := asJSON(t, through(t, address, data, append([]string{"--json"}, args...)...))
		for _, v := range []map[string]any{here[i], there} {
			delete(v, "query_time_ms")
		}
		if weights, _ := here[i]["search_weights"].(map[string]any); i == 0 && (weights == nil || there["search_weights"] != nil) {
			t.Errorf("the weights of search are told where the store is, and only there: %v, %v", weights, there["search_weights"])
		}
		delete(here[i], "search_weights")
		if !alike(here[i], there) {
			t.Errorf("%v here:\n%v\nthrough the server:\n%v", args, here[i], there)
		}
		if shown := through(t, address, data, args...); i > 0 && shown != words[i] || !strings.HasPrefix(shown, strings.Split(words[i], "search ")[0]) {
			t.Errorf("%v here:\n%s\nthrough the server:\n%s", args, words[i], shown)
		}
	}
	if here[0]["adjustment_count"].(float64) < 1 || len(here[0]["embedder_accuracy"].([]any)) != 13 || here[1]["method"] != "bayesian" || here[2]["total_count"].(float64) < 1 {
		t.Errorf("status %v\nrecalibration %v\nlog %v", here[0], here[1], here[2])
	}
	for i, want := range [][]string{{"accuracy", "λ", "escalation", "E1 semantic", "history"}, {"λ would be moved (bayesian)", "of the optimiser"}, {"lambda_adjustment", "→"}} {
		for _, w := range want {
			if !strings.Contains(words[i], w) {
				t.Errorf("%v does not say %q:\n%s", commands[i], w, words[i])
			}
		}
	}
}

// TestOutcomesByCommand: a search through a server says how to record its outcome, and that can be done once.
func TestOutcomesByCommand(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	address, server := serving(t, data)
	id := asJSON(t, through(t, address, data, "--json", "remember", "The heron waits", "--why", "test"))["id"].(string)
	found := asJSON(t, through(t, address, data, "--json", "search", "heron"))
	query, _ := found["query_id"].(string)
	if shown := through(t, address, data, "search", "heron"); query == "" || !strings.Contains(shown, "asterism meta outcome ID 0…1 --query ") {
		t.Errorf("search does not say how its worth is told: %v\n%s", found, shown)
	}
	if out := asJSON(t, through(t, address, data, "--json", "meta", "outcome", id, "1", "--query", query)); out["recorded"] != true || out["query_id"] != query {
		t.Errorf("outcome: %v", out)
	}
	if _, errs, code := run(t, data, "meta", "outcome", id, "1", "--query", query); code != 1 || !strings.Contains(errs, "already recorded") {
		t.Errorf("a second time: exit code %d: %s", code, errs)
	}
	end(t, server)
	if found := asJSON(t, ok(t, data, "--json", "search", "heron")); found["query_id"] != nil {
		t.Errorf("an answer that is forgotten with its process has query_id %v", found["query_id"])
	}
	if out := ok(t, data, "meta", "outcome", id, "0.5", "--namespace", "default"); !strings.Contains(out, "recorded: "+id+" was worth 0.5; 2 outcomes") {
		t.Errorf("without a server: %s", out)
	}
}

// TestMetaOfTheStoreItself: switch, reset, clear, export and import, each visible in status and log.
func TestMetaOfTheStoreItself(t *testing.T) {
	controls(t, lessonStore(t))
}

// TestMetaBesideAnAssistant does the same while an assistant's server owns the store.
func TestMetaBesideAnAssistant(t *testing.T) {
	data := lessonStore(t)
	assist(t, data)
	if weights := asJSON(t, ok(t, data, "--json", "meta", "status"))["search_weights"]; weights == nil {
		t.Error("the learned weights of search are not told")
	}
	controls(t, data)
}

func controls(t *testing.T, data string) {
	t.Helper()
	status := func() map[string]any { return asJSON(t, ok(t, data, "--json", "meta", "status")) }
	ok(t, data, "meta", "recalibrate", "--bayesian")
	if asJSON(t, ok(t, data, "--json", "meta", "disable"))["enabled"] != false || status()["enabled"] != false {
		t.Error("corrections are not switched off")
	}
	if _, errs, code := run(t, data, "meta", "recalibrate", "--bayesian"); code != 1 || !strings.Contains(errs, "switched off") || !strings.Contains(errs, "`asterism meta enable`") {
		t.Errorf("recalibrate while λ is left alone: exit code %d: %s", code, errs)
	}
	ok(t, data, "meta", "recalibrate", "--bayesian", "--dry-run")
	taught := status()
	file := filepath.Join(t.TempDir(), "learned")
	if out := ok(t, data, "meta", "export", file); !strings.Contains(out, file) {
		t.Errorf("export: %s", out)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("exported: %v %v, want 0600", info, err)
	}
	if _, errs, code := run(t, data, "meta", "export", file); code != 1 || !strings.Contains(errs, "is there already") {
		t.Errorf("export over a file: exit code %d: %s", code, errs)
	}
	if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v %v", left, err)
	}
	if ok(t, data, "meta", "enable"); status()["enabled"] != true {
		t.Error("corrections are not switched on")
	}
	if ok(t, data, "meta", "reset"); !alike(status()["current_lambdas"], status()["base_lambdas"]) || alike(taught["current_lambdas"], taught["base_lambdas"]) {
		t.Errorf("reset: %v, before %v", status(), taught)
	}
	for _, args := range [][]string{{"meta", "clear"}, {"meta", "reset", "--weights"}} {
		if _, errs, code := run(t, data, args...); code != 1 || !strings.Contains(errs, "for good") || !strings.Contains(errs, "--yes") {
			t.Errorf("%v: nobody was asked: exit code %d, %s", args, code, errs)
		}
	}
	events := asJSON(t, ok(t, data, "--json", "meta", "log"))["total_count"]
	if cleared := asJSON(t, ok(t, data, "--json", "meta", "clear", "--yes"))["cleared"]; cleared != events || cleared == 0. || asJSON(t, ok(t, data, "--json", "meta", "log"))["total_count"] != 0. {
		t.Errorf("cleared %v of %v events", cleared, events)
	}
	ok(t, data, "meta", "acknowledge") // no person was asked: nothing happens
	ok(t, data, "meta", "import", file)
	if !alike(status(), taught) {
		t.Errorf("imported %v, want %v", status(), taught)
	}
	damage(t, file)
	if _, errs, code := run(t, data, "meta", "import", file); code != 1 || !strings.Contains(errs, "damaged") || !alike(status(), taught) {
		t.Errorf("a damaged export: exit code %d: %s", code, errs)
	}
}

// damage flips one bit in the middle of a file.
func damage(t *testing.T, path string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestMetaMistakes: exit code 1 and a text that says what to do.
func TestMetaMistakes(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	address, _ := serving(t, data)
	const nobody = "01890a5d-ac96-774b-bcce-b302099a8057"
	for says, args := range map[string][]string{
		`USEFUL "very"`:                          {"meta", "outcome", nobody, "very"},
		`USEFUL "NaN"`:                           {"meta", "outcome", nobody, "NaN"},
		`USEFUL "-inf"`:                          {"meta", "outcome", "--", nobody, "-inf"},
		"useful is 2; it must be in 0…1":         {"meta", "outcome", nobody, "2"},
		"no memory has id":                       {"meta", "outcome", nobody, "1"},
		"an answer with the id":                  {"meta", "outcome", asJSON(t, ok(t, data, "--json", "remember", "x", "--why", "y"))["id"].(string), "1", "--query", nobody},
		"Invalid domain 'law'. Valid domains:":   {"meta", "recalibrate", "--domain", "law"},
		"0 outcomes can be replayed":             {"meta", "recalibrate", "--bayesian"},
		"Invalid event type 'x'. Valid types:":   {"meta", "log", "--type", "x"},
		"Invalid timestamp format 'soon'":        {"meta", "log", "--from", "soon"},
		"Pagination offset 100000 exceeds total": {"meta", "log", "--offset", "100000"},
		"limit is 0; it must be in 1…1000":       {"meta", "log", "--limit", "0"},
		"domain is blank":                        {"meta", "log", "--domain", ""},
		"in use by another process":              {"meta", "disable", "--connect", "off"},
		"commands of its own user alone":         {"meta", "reset", "--connect", address},
		"no such file":                           {"meta", "import", filepath.Join(t.TempDir(), "x")},
	} {
		if out, errs, code := run(t, data, args...); code != 1 || !strings.Contains(errs, says) {
			t.Errorf("%v: exit code %d, want words that say %q: %s%s", args, code, says, out, errs)
		}
	}
}

// end stops a server like Ctrl-C.
func end(t *testing.T, server *exec.Cmd) {
	t.Helper()
	if err := server.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("after Ctrl-C: %v", err)
	}
}
