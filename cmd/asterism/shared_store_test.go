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
	"sync"
	"syscall"
	"testing"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/engine/store/rocks"
)

// holds fails unless a store without a server contains exactly these texts.
func holds(t *testing.T, data string, want ...string) {
	t.Helper()
	there := stored(t, data)
	for _, text := range want {
		if there[text] == "" {
			t.Errorf("%q was acknowledged and is not there", text)
		}
	}
	if len(there) != len(want) {
		t.Errorf("%d memories are there, want %d", len(there), len(want))
	}
}

// TestAssistantsShareAStore: each starts its own server on the same store, finds what the others stored, and continues when the owner of the store leaves.
func TestAssistantsShareAStore(t *testing.T) {
	data := filepath.Join(t.TempDir(), "s")
	first := assist(t, data)
	first.mustRemember("the lamp of the first is green")
	second := assist(t, data)
	second.mustRemember("the lamp of the second is blue")
	if !first.finds("the lamp of the second is blue") || !second.finds("the lamp of the first is green") {
		t.Error("they do not find each other's memories")
	}
	if out, errs, code := run(t, data, "search", "which lamp is blue?"); code != 0 || !strings.Contains(out, "the lamp of the second is blue") || !strings.Contains(errs, "owns the store; asking it") {
		t.Errorf("a command beside them: exit code %d\n%s%s", code, out, errs)
	}
	t.Setenv("CLAUDE_PROJECT_DIR", "/home/ada/lamps")
	if out, errs := hooked(t, data, `{"cwd":"/x"}`, "session-start", "--within", "1m"); !strings.Contains(out, "the lamp of the second is blue") || errs != "" {
		t.Errorf("a hook beside them says %q and complains %q", out, errs)
	}
	first.leaves()
	if first.errs.Len() > 0 {
		t.Errorf("the first said %s", first.errs)
	}
	second.mustRemember("the lamp of the second is on")
	if !second.finds("the lamp of the first is green") {
		t.Error("what the first stored is not found by the second")
	}
	third := assist(t, data)
	third.mustRemember("the lamp of the third is red")
	second.leaves()
	third.leaves()
	holds(t, data, "the lamp of the first is green", "the lamp of the second is blue", "the lamp of the second is on", "the lamp of the third is red")
	for _, name := range []string{owner.RunFolder, owner.AnnounceFile} {
		if _, err := os.Stat(filepath.Join(data, name)); !os.IsNotExist(err) {
			t.Errorf("%s is left behind: %v", name, err)
		}
	}
}

// TestAKilledAssistantTakesNobodyWithIt: the others continue, one of them as the owner of the store. A call that was running there gets an error, and every acknowledged memory is
// there.
func TestAKilledAssistantTakesNobodyWithIt(t *testing.T) {
	data := filepath.Join(t.TempDir(), "s")
	first := assist(t, data)
	first.mustRemember("before the fall")
	others := []*assistant{assist(t, data), assist(t, data), assist(t, data)}
	all := []string{"before the fall"}
	for i, a := range others {
		text := fmt.Sprintf("other %d knew it", i)
		a.mustRemember(text)
		all = append(all, text)
	}
	if err := first.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	var together sync.WaitGroup
	for i, a := range others {
		text := fmt.Sprintf("other %d went on", i)
		all = append(all, text)
		together.Go(func() {
			failure := a.remember(text)
			if failure != nil && failure["name"] == "STORAGE" { // it was sent before the death was noticed
				failure = a.remember(text)
			}
			if failure != nil {
				t.Errorf("other %d: %v", i, failure)
			}
			if !a.finds("before the fall") {
				t.Errorf("other %d does not find what was there before", i)
			}
		})
	}
	together.Wait()
	for _, a := range others {
		a.leaves()
	}
	holds(t, data, all...)
}

// TestASearchOutlivesTheOwner: a search sent to the owner of the store, which can no longer answer, is still answered.
func TestASearchOutlivesTheOwner(t *testing.T) {
	data := filepath.Join(t.TempDir(), "s")
	first := assist(t, data)
	first.mustRemember("the ferry leaves at noon")
	second := assist(t, data)
	if !second.finds("the ferry leaves at noon") {
		t.Fatal("the second does not go through the first")
	}
	if err := first.cmd.Process.Signal(syscall.SIGSTOP); err != nil { // it never answers what it gets now
		t.Fatal(err)
	}
	second.begin("tools/call", `{"name":"search_graph","arguments":{"query":"when does the ferry leave?"}}`)
	if err := first.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if said := fmt.Sprint(second.answer()); !strings.Contains(said, "the ferry leaves at noon") || strings.Contains(said, "may or may not") {
		t.Errorf("the search was answered %s", said)
	}
	second.leaves()
}

// TestAssistantsThatStartTogether: the first one owns the store.
func TestAssistantsThatStartTogether(t *testing.T) {
	data := filepath.Join(t.TempDir(), "s")
	const n = 5
	all := make([]*assistant, n)
	var together sync.WaitGroup
	for i := range all {
		together.Go(func() { all[i] = assist(t, data) })
	}
	together.Wait()
	var want []string
	for i, a := range all {
		want = append(want, fmt.Sprintf("assistant %d was there", i))
		a.mustRemember(want[i])
	}
	for _, a := range all {
		together.Go(a.leaves)
	}
	together.Wait()
	holds(t, data, want...)
}

// TestAnAssistantBesideAServerOverHTTP goes through it, and takes its place when it ends.
func TestAnAssistantBesideAServerOverHTTP(t *testing.T) {
	data := filepath.Join(t.TempDir(), "s")
	_, server := serving(t, data)
	a := assist(t, data)
	a.mustRemember("through the server over HTTP")
	if err := server.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait()
	a.mustRemember("after its end")
	a.leaves()
	holds(t, data, "through the server over HTTP", "after its end")
}

// TestASignalWhileNobodyServes: an assistant's server that waits for an owner ends at a signal.
func TestASignalWhileNobodyServes(t *testing.T) {
	data := filepath.Join(t.TempDir(), "s")
	at, err := owner.TryLock(data)
	if err != nil || at == nil {
		t.Fatal(at, err)
	}
	defer at.Release()
	l, tidy, err := owner.ListenSocket(data, owner.SocketName)
	if err != nil {
		t.Fatal(err)
	}
	defer tidy()
	withdraw, err := owner.Announce(data, owner.Announcement{PID: os.Getpid(), Socket: l.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	defer withdraw()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	waits := program(ctx, data, "serve")
	in, err := waits.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := waits.Start(); err != nil {
		t.Fatal(err)
	}
	if err := l.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	for range 2 { // a server that closes the connection is about to end: ask again
		conn, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.Close()
	}
	_ = l.Close()
	if err := waits.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := waits.Wait(); err != nil {
		t.Errorf("it ended with %v, want exit code 0", err)
	}
}

// TestServeWaitsForACommand that has opened the store itself when it starts.
func TestServeWaitsForACommand(t *testing.T) {
	data := filepath.Join(t.TempDir(), "s")
	ok(t, data, "remember", "there from the beginning", "--why", "test")
	s, err := rocks.Open(t.Context(), rocks.Options{Dir: data})
	if err != nil {
		t.Fatal(err)
	}
	a := assist(t, data)
	a.begin("tools/call", `{"name":"search_graph","arguments":{"query":"there from the beginning","include_content":true},"_meta":{"progressToken":"t"}}`)
	for { // until it says why it waits
		if line, err := a.out.ReadString('\n'); err != nil {
			t.Fatal(err)
		} else if strings.Contains(line, "waiting for another process to be done with the store") {
			break
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for {
		line, err := a.out.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(line, `"method"`) { // no more progress messages
			if !strings.Contains(line, "there from the beginning") || strings.Contains(line, `"isError":true`) {
				t.Errorf("got %s", line)
			}
			break
		}
	}
	a.leaves()
}

// TestADeepStoreIsShared: the path of a socket has a short limit.
func TestADeepStoreIsShared(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	data := filepath.Join(t.TempDir(), strings.Repeat("deep/", 30), "s")
	first := assist(t, data)
	first.mustRemember("deep down")
	second := assist(t, data)
	if !second.finds("deep down") {
		t.Error("not found")
	}
	second.leaves()
	first.leaves()
	if left, err := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "asterism-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// TestAnnouncementsOfServers: a command uses the address if there is one, else the socket. A dashboard and a backup need an address.
func TestAnnouncementsOfServers(t *testing.T) {
	data := filepath.Join(t.TempDir(), "s")
	a := assist(t, data)
	a.mustRemember("a note")
	found, err := owner.FindServer(data)
	if err != nil || found == nil || found.URL != "" || found.Socket == "" || found.PID != a.cmd.Process.Pid {
		t.Fatalf("announced: %+v %v", found, err)
	}
	if info, err := os.Stat(found.Socket); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket: %v %v, want 0600", info.Mode(), err)
	}
	if _, errs, code := run(t, data, "serve", "--http", "127.0.0.1:0"); code == 0 || !strings.Contains(errs, "end the assistant, start this server") {
		t.Errorf("serve --http beside it: exit code %d, %s", code, errs)
	}
	if _, errs, code := run(t, data, "serve", "--backups", t.TempDir()); code == 0 || !strings.Contains(errs, "--http") {
		t.Errorf("serve --backups: exit code %d, %s", code, errs)
	}
	var b owner.Announcement
	if err := json.Unmarshal([]byte(`{"url":"http://localhost:1/mcp","pid":3}`), &b); err != nil || b.Where() != "http://localhost:1/mcp" {
		t.Errorf("an announcement without a socket: %+v %v", b, err)
	}
	a.leaves()
}

// TestACommandWaitsForAnother that has opened the store itself, and says what it waits for; then it does its work.
func TestACommandWaitsForAnother(t *testing.T) {
	data := filepath.Join(t.TempDir(), "s")
	ok(t, data, "remember", "there from the beginning", "--why", "test")
	for _, args := range [][]string{{"list"}, {"backup", "create", filepath.Join(t.TempDir(), "kept")}, {"purge", "--yes"}} {
		s, err := rocks.Open(t.Context(), rocks.Options{Dir: data})
		if err != nil {
			t.Fatal(err)
		}
		cmd := program(t.Context(), data, args...)
		var out bytes.Buffer
		cmd.Stdout = &out
		errs, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		said, err := bufio.NewReader(errs).ReadString('\n')
		if want := fmt.Sprintf("in use by process %d", os.Getpid()); err != nil || !strings.Contains(said, want) || !strings.Contains(said, "waiting") {
			t.Errorf("%v said %q, error %v; want %q", args, said, err, want)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v, %s", args, err, out.String())
		}
	}
}
