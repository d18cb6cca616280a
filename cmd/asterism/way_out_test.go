package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTheOfferedCommandWorks as it is printed: what one new memory may replace is named in the command, and so is where earlier texts are shown.
func TestTheOfferedCommandWorks(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "remember", "Our CI is CircleCI.", "--why", "ci")
	said := ok(t, data, "remember", "Our CI is Buildkite.", "--why", "ci")
	offer := regexp.MustCompile(`(?m)asterism (update \S+ --supersedes \S+)$`).FindStringSubmatch(said)
	if offer == nil {
		t.Fatalf("no command is offered:\n%s", said)
	}
	ok(t, data, strings.Fields(offer[1])...)
	id := strings.Fields(offer[1])[1]
	if got := ok(t, data, "get", id); !strings.Contains(got, "CircleCI") {
		t.Errorf("after the offered command get says\n%s", got)
	}
	ok(t, data, "update", id, "--content", "Our CI is Jenkins.")
	_, errs, code := run(t, data, "restore", id, "--version", "99")
	shows := regexp.MustCompile("`asterism (get \\S+ --versions)`").FindStringSubmatch(errs)
	if code != 1 || shows == nil {
		t.Fatalf("a version that is not kept: exit code %d, %s", code, errs)
	}
	if got := ok(t, data, strings.Fields(shows[1])...); !strings.Contains(got, "Buildkite") {
		t.Errorf("what is named says\n%s", got)
	}
}

// TestNamedPathsAreRead, or the command fails: nothing stored would look like an empty folder.
func TestNamedPathsAreRead(t *testing.T) {
	data, none := filepath.Join(t.TempDir(), "store"), filepath.Join(t.TempDir(), "nots")
	for _, args := range [][]string{{"ingest", none}, {"ingest", "--dry-run", none}, {"import", "--from", "jsonl", none}} {
		if _, errs, code := run(t, data, args...); code != 1 || !strings.Contains(errs, "there is no file or folder "+none+"\n") {
			t.Errorf("%v: exit code %d, %s", args, code, errs)
		}
	}
	loop := filepath.Join(t.TempDir(), "loop") // not even an administrator can read it
	if err := os.Symlink(loop, loop); err != nil {
		t.Fatal(err)
	}
	if _, errs, code := run(t, data, "ingest", loop); code != 1 || !strings.Contains(errs, "read "+loop) {
		t.Errorf("a link to itself: exit code %d, %s", code, errs)
	}
	if os.Geteuid() != 0 { // an administrator reads every folder; TestNamedFoldersAreRead of engine/ingest has this error for any user
		if err := os.Mkdir(none, 0o000); err != nil {
			t.Fatal(err)
		}
		if _, errs, code := run(t, data, "ingest", none); code != 1 || !strings.Contains(errs, "permission denied") {
			t.Errorf("a folder that may not be read: exit code %d, %s", code, errs)
		}
	}
}

// TestOldNotesDriftToo: notes that are all older than a day are outside the default timeframe, and what is printed says how to measure them.
func TestOldNotesDriftToo(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "ingest", samples)
	ok(t, data, "goal", "set", "Breed sheep with fine wool")
	if _, errs, code := run(t, data, "drift"); code != 1 || !strings.Contains(errs, "--timeframe all") {
		t.Errorf("drift of no memories: exit code %d, %s", code, errs)
	}
	ok(t, data, "drift", "--timeframe", "all")
	if said := ok(t, data, "status"); !strings.Contains(said, "`asterism drift --timeframe all` names those that stray most") {
		t.Errorf("status says\n%s", said)
	}
}

// TestSpacesWithoutARank: a space in which nothing was in common ranks nothing, and 0 would read as better than 1.
func TestSpacesWithoutARank(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "ingest", samples)
	said := ok(t, data, "search", "retry with backoff", "--weights", "code", "--explain")
	if strings.Contains(said, "rank 0\n") || !strings.Contains(said, "rank –\n") || !strings.Contains(said, "rank 1\n") {
		t.Errorf("%s", said)
	}
}
