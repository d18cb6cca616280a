package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/engine/background"
	"asterism/engine/store"
	"asterism/engine/store/rocks"
)

func TestLoopsInWords(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	well := background.State{Name: "tidying", Failures: 3, LastError: "earlier"}
	ill := background.State{Name: "dreaming", InARow: 2, Since: at, LastError: "namespace a: odd", NextTry: at.Add(time.Minute)}
	for name, c := range map[string]struct {
		loops []background.State
		want  string
	}{
		"well": {[]background.State{well, {Name: "learning"}}, "ok   loops     background work: all is well: tidying, learning\n"},
		"ill": {[]background.State{well, ill}, "BAD  loops     background work: 1 of 2 fail: dreaming\n" +
			"               dreaming has failed 2 times in a row since 2026-03-01T09:00:00Z and is tried again at 2026-03-01T09:01:00Z: namespace a: odd\n" +
			"               → `asterism check` says whether the store is sound, and the log of the process that owns it says more\n"},
	} {
		if got := loopFinding(c.loops).text(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// damageDream makes the record of a namespace's last dream unreadable.
func damageDream(t *testing.T, data, namespace string) {
	t.Helper()
	s, err := rocks.Open(t.Context(), rocks.Options{Dir: data})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Put(context.Background(), store.Entry{Shelf: store.ShelfState, Key: []byte("dream\x00" + namespace), Value: []byte("{")}); err != nil {
		t.Fatal(err)
	}
}

// metricsOf returns a server's metrics, or why there are none.
func metricsOf(address string) string {
	resp, err := http.Get(strings.TrimSuffix(address, "/mcp") + "/metrics")
	if err != nil {
		return err.Error()
	}
	defer func() { _ = resp.Body.Close() }()
	said, err := io.ReadAll(resp.Body)
	return fmt.Sprintln(string(said), err)
}

// TestBackgroundWorkThatFailsIsShown: a namespace of a server cannot dream. status, doctor and metrics name it, with the error and the next try, until it works.
func TestBackgroundWorkThatFailsIsShown(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	id := asJSON(t, ok(t, data, "--json", "remember", "Slugs eat lettuce", "--why", "garden", "--namespace", "garden"))["id"].(string)
	if out := ok(t, data, "doctor"); !strings.Contains(out, "ok   loops     background work: all is well: tidying, aligning, workspace, learning\n") {
		t.Errorf("doctor with an engine of its own says\n%s", out)
	}
	damageDream(t, data, "garden")
	address, _ := serving(t, data, "--dream-every", "1h", "--no-token")
	until := func(what string, done func() (string, bool)) {
		t.Helper()
		for end := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
			said, well := done()
			if well {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%s: not within 2 min\n%s", what, said)
			}
		}
	}
	until("the dream fails", func() (string, bool) {
		said := metricsOf(address)
		return said, strings.Contains(said, `asterism_background_failures_total{loop="dreaming"}`) && !strings.Contains(said, `asterism_background_failures_total{loop="dreaming"} 0`)
	})
	said := metricsOf(address)
	for _, line := range []string{`asterism_background_failures_total{loop="tidying"} 0`, `asterism_background_last_success_timestamp_seconds{loop="tidying"} `} {
		if !strings.Contains(said, "\n"+line) {
			t.Errorf("no line %s in the metrics:\n%s", line, said)
		}
	}
	const words, cause = "dreaming has failed ", ": namespace garden: read the last dream: "
	out, _, code := run(t, data, "doctor")
	if code != 2 || !strings.Contains(out, "BAD  loops     background work: 1 of 5 fail: dreaming\n") || !strings.Contains(out, words) || !strings.Contains(out, cause) || !strings.Contains(out, "tried again") {
		t.Errorf("doctor: exit code %d\n%s", code, out)
	}
	out = through(t, address, data, "status")
	if !strings.Contains(out, "background 1 of 5 fail: dreaming\n") || !strings.Contains(out, "→          background work fails: "+words) || !strings.Contains(out, cause) {
		t.Errorf("status:\n%s", out)
	}
	loops := asJSON(t, through(t, address, data, "--json", "status"))["background"].([]any)
	if len(loops) != 5 || !strings.Contains(fmt.Sprint(loops), "consecutive_failures") {
		t.Errorf("status as JSON: %v", loops)
	}
	through(t, address, data, "forget", id, "--hard", "--yes")
	until("all is well", func() (string, bool) { out, _, code := run(t, data, "doctor"); return out, code == 0 })
	if out := through(t, address, data, "status"); !strings.Contains(out, "background all is well: ") || strings.Contains(out, words) {
		t.Errorf("status when all is well:\n%s", out)
	}
}

// TestStatusNamesADamagedRecord: status says which record cannot be read, and shows the rest.
func TestStatusNamesADamagedRecord(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "remember", "Slugs eat lettuce", "--why", "garden")
	damageDream(t, data, "default")
	out := ok(t, data, "status")
	for _, line := range []string{"store      1 memory", "dreams     the record of the last one cannot be read\n", "→          the record of the last dream of namespace default cannot be read: "} {
		if !strings.Contains(out, line) {
			t.Errorf("status does not say %q:\n%s", line, out)
		}
	}
}
