package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/store/rocks"
)

// vault is a folder of files.
func vault(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		put(t, filepath.Join(dir, name), text)
	}
	return dir
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func text(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// tree returns the files of a folder with their times, including hidden ones.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		out[strings.TrimPrefix(path, dir+"/")] = fmt.Sprint(info.ModTime().UnixNano(), info.Size())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// edit changes a file with a time some seconds from now, so that it is the newer side, or some hours ago.
func edit(t *testing.T, path, old, new string, at time.Duration) {
	t.Helper()
	was := text(t, path)
	if !strings.Contains(was, old) {
		t.Fatalf("%s does not say %q: %s", path, old, was)
	}
	put(t, path, strings.Replace(was, old, new, 1))
	when := time.Now().Add(at)
	if err := os.Chtimes(path, when, when); err != nil {
		t.Fatal(err)
	}
}

// TestSync runs a day of changes in a folder and a namespace, next to a server that owns the store.
func TestSync(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	serving(t, data)
	kiln := asJSON(t, ok(t, data, "--json", "remember", "# The kiln's clock\nIt lost its time.", "--why", "root cause", "--tag", "kiln"))["id"].(string)
	dir := vault(t, map[string]string{
		"oven.md": "---\naliases: [Old oven]\ntags: \"#oven, fire\" # mine\n---\n# Oven\n\nThe oven is warm by eight.\n", "sub/plain.md": "No front matter here.\n",
		".obsidian/x.md": "hidden", "empty.md": "", "notes.txt": "not Markdown",
	})
	if err := os.Symlink(filepath.Join(dir, "notes.txt"), filepath.Join(dir, "link.md")); err != nil {
		t.Fatal(err)
	}
	before := tree(t, dir)
	if said := ok(t, data, "sync", dir, "--dry-run"); !strings.Contains(said, "it would have: stored 2, wrote 1") || len(stored(t, data)) != 1 {
		t.Errorf("a dry run: %s", said)
	}
	if now := tree(t, dir); fmt.Sprint(now) != fmt.Sprint(before) {
		t.Errorf("a dry run writes: %v, was %v", now, before)
	}
	if said := ok(t, data, "sync", dir); !strings.Contains(said, "stored 2, wrote 1, equal 0, empty 1") {
		t.Errorf("the first run: %s", said)
	}
	file := filepath.Join(dir, "the-kiln-s-clock-"+kiln[len(kiln)-8:]+".md")
	if got := text(t, file); !strings.Contains(got, "id: "+kiln+"\n") || !strings.Contains(got, "rationale: root cause\n") || !strings.HasSuffix(got, "---\n\n# The kiln's clock\nIt lost its time.\n") {
		t.Errorf("the memory's file: %s", got)
	}
	if got := text(t, filepath.Join(dir, "oven.md")); !strings.HasPrefix(got, "---\naliases: [Old oven]\ntags: \"#oven, fire\" # mine\nid: ") {
		t.Errorf("the file's own keys: %s", got)
	}
	if all := stored(t, data); len(all) != 3 || all["No front matter here."] == "" || all["# Oven\n\nThe oven is warm by eight."] == "" {
		t.Errorf("stored: %v", all)
	}
	before = tree(t, dir)
	stateBefore := tree(t, filepath.Join(data, "sync"))
	if said := ok(t, data, "sync", dir); !strings.Contains(said, "nothing to do, equal 3") {
		t.Errorf("a second run: %s", said)
	}
	if now := tree(t, dir); fmt.Sprint(now) != fmt.Sprint(before) {
		t.Errorf("a second run writes: %v, was %v", now, before)
	}
	if now := tree(t, filepath.Join(data, "sync")); fmt.Sprint(now) != fmt.Sprint(stateBefore) {
		t.Errorf("a second run writes its state: %v, was %v", now, stateBefore)
	}

	// An edit on each side, and a moved file.
	edit(t, filepath.Join(dir, "oven.md"), "by eight", "by nine", 0)
	ok(t, data, "update", kiln, "--content", "# The kiln's clock\nIt gets its time from the network.", "--tag", "clock")
	if err := os.Rename(filepath.Join(dir, "sub/plain.md"), filepath.Join(dir, "moved.md")); err != nil {
		t.Fatal(err)
	}
	if said := ok(t, data, "sync", dir); !strings.Contains(said, "changed 1, rewrote 1, equal 1") {
		t.Errorf("an edit on each side: %s", said)
	}
	if got := text(t, file); !strings.Contains(got, "from the network") || !strings.Contains(got, "  - clock\n") || strings.Contains(got, "  - kiln\n") {
		t.Errorf("the rewritten file: %s", got)
	}
	if all := stored(t, data); len(all) != 3 || all["# Oven\n\nThe oven is warm by nine."] == "" {
		t.Errorf("stored: %v", all)
	}

	// Both sides change: the newer one wins, and the other is kept. First the memory is newer, then the file.
	edit(t, file, "from the network", "from the radio", -time.Hour)
	ok(t, data, "update", kiln, "--content", "# The kiln's clock\nIt gets its time from the sun.")
	ok(t, data, "sync", dir)
	if got := text(t, file); !strings.Contains(got, "from the sun") {
		t.Errorf("the memory was newer: %s", got)
	}
	if got := text(t, onlyConflict(t, dir)); !strings.Contains(got, "from the radio") || !strings.Contains(got, "conflict_of: "+kiln) {
		t.Errorf("the file's side: %s", got)
	}
	if said := ok(t, data, "sync", dir); !strings.Contains(said, "nothing to do, equal 3, empty 1, conflict files to look at 1") {
		t.Errorf("with a conflict to look at: %s", said)
	}
	if err := os.Remove(onlyConflict(t, dir)); err != nil {
		t.Fatal(err)
	}
	ok(t, data, "update", kiln, "--content", "# The kiln's clock\nIt gets its time from a bell.")
	edit(t, file, "from the sun", "from the moon", time.Minute)
	ok(t, data, "sync", dir)
	if all := stored(t, data); all["# The kiln's clock\nIt gets its time from the moon."] != kiln {
		t.Errorf("the file was newer: %v", all)
	}
	if got := text(t, onlyConflict(t, dir)); !strings.Contains(got, "from a bell") {
		t.Errorf("the memory's side: %s", got)
	}
	if err := os.Remove(onlyConflict(t, dir)); err != nil {
		t.Fatal(err)
	}

	// Deletes are soft on both sides, and reported.
	if err := os.Remove(filepath.Join(dir, "moved.md")); err != nil {
		t.Fatal(err)
	}
	if said := ok(t, data, "sync", dir); !strings.Contains(said, "forgot    moved.md: its file is gone; `asterism restore ") || len(stored(t, data)) != 2 {
		t.Errorf("a file that was deleted: %s", said)
	}
	ok(t, data, "forget", kiln)
	if said := ok(t, data, "sync", dir); !strings.Contains(said, "the file is now .trash/the-kiln") {
		t.Errorf("a memory that was forgotten: %s", said)
	}
	trashed := filepath.Join(dir, ".trash", filepath.Base(file))
	if got := text(t, trashed); !strings.Contains(got, "from the moon") {
		t.Errorf("the trash: %s", got)
	}
	if err := os.Rename(trashed, file); err != nil {
		t.Fatal(err)
	}
	if said := ok(t, data, "sync", dir); !strings.Contains(said, "restored  the-kiln") || len(stored(t, data)) != 2 {
		t.Errorf("a file that came back: %s", said)
	}
}

// onlyConflict returns the only file of a conflict.
func onlyConflict(t *testing.T, dir string) string {
	t.Helper()
	found, _ := filepath.Glob(filepath.Join(dir, "*.conflict-*.md"))
	if len(found) != 1 {
		t.Fatalf("files of conflicts: %v, want one", found)
	}
	return found[0]
}

// TestKilledSync: whenever it is killed, the next run loses nothing and duplicates nothing.
func TestKilledSync(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	serving(t, data)
	const each = 12
	files, want := map[string]string{}, []string{}
	for i := range each {
		files[fmt.Sprintf("f%d.md", i)] = fmt.Sprintf("File number %d says this.", i)
		want = append(want, fmt.Sprintf("File number %d says this.", i), fmt.Sprintf("Memory number %d says that.", i))
	}
	dir := vault(t, files)
	for i := range each {
		ok(t, data, "remember", fmt.Sprintf("Memory number %d says that.", i), "--why", "a test")
	}
	killed := 0
	for i := range 12 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(40+35*i)*time.Millisecond)
		if program(ctx, data, "sync", dir).Run() != nil { // SIGKILL
			killed++
		}
		cancel()
	}
	if killed == 0 {
		t.Error("no run was killed: nothing was tested")
	}
	ok(t, data, "sync", dir)
	if said := ok(t, data, "sync", dir); !strings.Contains(said, fmt.Sprintf("nothing to do, equal %d", 2*each)) {
		t.Errorf("the run after the last: %s", said)
	}
	var got []string
	for _, m := range asJSON(t, ok(t, data, "--json", "list", "--limit", "200"))["memories"].([]any) {
		got = append(got, m.(map[string]any)["content"].(string))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("memories after %d kills: %q", killed, got)
	}
	if there := tree(t, dir); len(there) != 2*each {
		t.Errorf("files after %d kills: %v", killed, there)
	}
}

// TestSyncWatch applies changes of either side while it runs.
func TestSyncWatch(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	serving(t, data)
	dir := vault(t, nil)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := program(ctx, data, "sync", dir, "--watch", "--every", "1s")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	until := func(what string, done func() bool) {
		t.Helper()
		for !done() {
			if ctx.Err() != nil {
				t.Fatalf("never: %s", what)
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	put(t, filepath.Join(dir, "deep/down/a.md"), "A file in a new folder.")
	until("a file becomes a memory", func() bool { return stored(t, data)["A file in a new folder."] != "" })
	ok(t, data, "remember", "A memory that comes while it watches", "--why", "a test")
	until("a memory becomes a file", func() bool {
		found, _ := filepath.Glob(filepath.Join(dir, "a-memory-that-comes-while-it-watches-*.md"))
		return len(found) == 1
	})
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended by Ctrl-C: %v", err)
	}
}

// TestSyncWatchBesideCommands: it waits for a command that has the store for a moment, without an error message.
func TestSyncWatchBesideCommands(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	dir := vault(t, map[string]string{"a.md": "A file that is there."})
	held, err := rocks.Open(t.Context(), rocks.Options{Dir: data})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := program(ctx, data, "sync", dir, "--watch")
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * time.Second)
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	for !strings.Contains(text(t, filepath.Join(dir, "a.md")), "id: ") && ctx.Err() == nil {
		time.Sleep(50 * time.Millisecond)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || strings.Contains(said.String(), "asterism:") || !strings.Contains(said.String(), "stored    a.md") {
		t.Errorf("%v: %s", err, said.String())
	}
}
