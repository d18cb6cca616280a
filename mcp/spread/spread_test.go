package spread

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"asterism/engine"
	"asterism/engine/fingerprint"
	"asterism/engine/ingest"
	"asterism/engine/secrets"
	"asterism/engine/store"
	"asterism/models"
)

// folder has the cases of an ingest: pages, code, lines with ids, times and namespaces of their own, a line that links to another, secrets, repeats, and errors.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var pages, lines strings.Builder
	for i := range 60 {
		fmt.Fprintf(&pages, "## Gate %d\n\nThe lantern of gate %d hangs at hook %d, and is lit at %d o'clock.\n\n", i, i, 3*i, i%12)
		fmt.Fprintf(&lines, `{"content":"barrel %d stands in hall %d","timestamp":"2026-02-03T04:05:%02dZ","session_id":"count"}`+"\n", i, i%7, i)
	}
	lines.WriteString(`{"content":"barrel 1 stands in hall 1","timestamp":"2026-02-03T04:05:01Z","session_id":"count"}
{"id":"0192f0c0-0000-7000-8000-000000000001","content":"the kettle is in the lab","rationale":"tea","importance":0.9,"tags":["lab"],"times_seen":3,"last_seen":"2026-02-03T04:05:06Z"}
{"id":"0192f0c0-0000-7000-8000-000000000002","content":"the kettle is in the hall","links":["0192f0c0-0000-7000-8000-000000000001"],"supersedes":["0192f0c0-0000-7000-8000-000000000001"]}
{"content":"the ladder leans on the barn","modality":"smell"}
{"content":"   "}
{"content":"the token is ghp_0123456789abcdefghijABCDEFGHIJ012345 now","rationale":"login"}
not a line
{"content":"a note that names nothing there is","links":["0192f0c0-0000-7000-8000-0000000000ff"]}
`)
	for name, text := range map[string]string{"gates.md": pages.String(), "count.jsonl": lines.String(),
		"retry.go": "package retry\n\n// Backoff waits twice as long after each failed upload.\nfunc Backoff(n int) {}\n", "binary.txt": "a\x00b"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func plan(t *testing.T, dir string) *ingest.Plan {
	t.Helper()
	p, err := ingest.NewPlan([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sameMemories compares the memories of two namespaces. Ids that the notes do not bring are random.
func sameMemories(t *testing.T, got, want map[string]*store.Memory) {
	t.Helper()
	if len(got) != len(want) || len(want) == 0 {
		t.Errorf("%d memories, want %d", len(got), len(want))
	}
	for key, w := range want {
		g := got[key]
		if g == nil {
			t.Errorf("it is missing: %s", key)
			continue
		}
		for s := range w.Record { // embedding a text in another batch changes it by rounding errors
			a, b := fingerprint.Unpack(models.Space(s), &g.Record[s]), fingerprint.Unpack(models.Space(s), &w.Record[s])
			if g.Record[s].Absent() != w.Record[s].Absent() || !w.Record[s].Absent() && fingerprint.Similarity(models.Space(s), &a, &b) < .999 {
				t.Errorf("space %d differs: %s", s, key)
			}
		}
		if g.Tokens != w.Tokens || g.Rationale != w.Rationale || g.Modality != w.Modality || g.Importance != w.Importance || !slices.Equal(g.Tags, w.Tags) || !g.Time.Equal(w.Time) && !(w.Time.Equal(w.Created) && g.Time.Equal(g.Created)) || g.SessionID != w.SessionID || g.Version != w.Version ||
			g.Repeats != w.Repeats || !g.LastRepeat.Equal(w.LastRepeat) || len(g.Links) != len(w.Links) || len(g.Supersedes) != len(w.Supersedes) || g.Profile != w.Profile || g.ModelHashes != w.ModelHashes {
			t.Errorf("%s:\n%+v\nwant\n%+v", key, g, w)
		}
	}
}

// counts returns the counts of a report, and its problems and secrets.
func counts(r ingest.Report) string {
	slices.Sort(r.Problems)
	slices.Sort(r.Secrets)
	return fmt.Sprint(r.Files, r.Bytes, r.Stored, r.Skipped, r.Failed, r.Redacted, r.Refused, "\n", strings.Join(r.Problems, "\n"), "\n", strings.Join(r.Secrets, "\n"))
}

// TestASpreadIngestIsAPlainOne: it stores the same memories with the same values, and reports the same counts and problems, for every policy of secrets. All nodes embed, each note
// once, and a second run stores nothing.
func TestASpreadIngestIsAPlainOne(t *testing.T) {
	for _, policy := range []secrets.Policy{secrets.Redact, secrets.Refuse, secrets.Allow} {
		t.Run(string(policy), func(t *testing.T) {
			f, p := newFleet(t), plan(t, folder(t))
			o := ingest.Options{Secrets: policy, SessionID: "run", Tags: []string{"spread"}}
			o.Namespace = namespaceOf(0, "plain") // note ids are unique in a store, so the two use different ones
			plain, err := ingest.Run(f.ctx, f.leader(o.Namespace), p, o)
			if err != nil {
				t.Fatal(err)
			}
			want := f.memories(o.Namespace)
			o.Namespace = namespaceOf(1, "spread")
			spread, err := ingest.Run(f.ctx, f.nodes[2], p, o)
			if err != nil {
				t.Fatal(err)
			}
			sameMemories(t, f.memories(o.Namespace), want)
			if counts(spread) != counts(plain) || spread.Failed == 0 || spread.Skipped == 0 {
				t.Errorf("%s\nwant\n%s", counts(spread), counts(plain))
			}
			total := 0
			for _, n := range f.nodes {
				n.mu.Lock()
				total += n.packed
				n.mu.Unlock()
			}
			if total < spread.Stored { // notes in one piece with a wrong one are tried again
				t.Errorf("%d notes were embedded by the nodes, %d are stored", total, spread.Stored)
			}
			again, err := ingest.Run(f.ctx, f.nodes[0], p, o)
			if err != nil || again.Stored != 0 || again.Skipped != spread.Stored+spread.Skipped {
				t.Errorf("a second run: %s, %v", counts(again), err)
			}
		})
	}
}

// goodNotes are of several namespaces, and so of several shards.
func goodNotes(n int) []engine.Note {
	notes := make([]engine.Note, n)
	for i := range notes {
		notes[i] = engine.Note{Content: fmt.Sprintf("barrel %d stands in hall %d", i, i%7), Namespace: namespaceOf(i%shards, "space")}
	}
	return notes
}

// TestANodeThatStopsInTheMiddle gives its pieces back: the others do them, and every note is stored once. The same is true for a node that is only cut off from the others, although
// it goes on embedding.
func TestANodeThatStopsInTheMiddle(t *testing.T) {
	for name, stop := range map[string]func(n *node){
		"ended":   func(n *node) { n.spreader.Close() },
		"cut off": func(n *node) { n.conn.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			f, victim := newFleet(t), 2
			begun, all := make(chan struct{}), make(chan struct{})
			var once sync.Once
			lost := f.nodes[victim]
			lost.before = func(ctx context.Context) error {
				once.Do(func() { close(begun) })
				<-ctx.Done() // it never finishes what it has taken
				return ctx.Err()
			}
			for _, n := range f.nodes[:victim] {
				n.before = func(ctx context.Context) error { // so that the victim gets some
					select {
					case <-begun:
						return nil
					case <-ctx.Done():
						return ctx.Err()
					}
				}
			}
			go func() {
				defer close(all)
				<-begun
				stop(lost)
			}()
			var notes []engine.Note
			for _, n := range goodNotes(400) {
				if cl := f.leader(n.Namespace); !slices.Contains(lost.engines[:], cl) { // what it leads has no other leader here
					notes = append(notes, n)
				}
			}
			out, err := f.nodes[0].spreader.Remember(f.ctx, notes)
			if err != nil {
				t.Fatal(err)
			}
			<-all
			seen := map[store.ID]bool{}
			for i, o := range out {
				m, err := f.leader(notes[i].Namespace).Get(f.ctx, o.ID)
				if err != nil || m.Content != notes[i].Content || seen[o.ID] {
					t.Errorf("note %d: %+v, %v", i, o, err)
				}
				seen[o.ID] = true
			}
			stored := 0
			for s := range shards {
				if name := namespaceOf(s, "space"); s%3 != victim {
					stored += len(f.memories(name))
				}
			}
			if stored != len(notes) {
				t.Errorf("%d memories, want %d", stored, len(notes))
			}
		})
	}
}

// TestADeviceThatFails: its pieces go to other nodes. If no device works, or if a note is wrong, the caller gets an error.
func TestADeviceThatFails(t *testing.T) {
	f := newFleet(t)
	broken := func(context.Context) error {
		return &engine.Error{Kind: engine.KindDevice, Message: "the device is lost"}
	}
	f.nodes[1].before = broken
	if _, err := f.nodes[0].spreader.Remember(f.ctx, goodNotes(300)); err != nil {
		t.Errorf("with one broken device: %v", err)
	}
	for _, n := range f.nodes {
		n.mu.Lock()
		n.before = broken
		n.mu.Unlock()
	}
	_, err := f.nodes[0].spreader.Remember(f.ctx, []engine.Note{{Content: "the kettle is in the lab"}})
	var e *engine.Error
	if !errors.As(err, &e) || e.Kind != engine.KindDevice || e.Message != "the device is lost" {
		t.Errorf("with three: %v", err)
	}
	for _, n := range f.nodes {
		n.mu.Lock()
		n.before = nil
		n.mu.Unlock()
	}
	_, err = f.nodes[0].spreader.Remember(f.ctx, []engine.Note{{Content: "the kettle is in the lab"}, {Content: "x", Modality: "smell"}})
	if !errors.As(err, &e) || e.Kind != engine.KindInvalid || !strings.Contains(e.Message, "smell") || e.Hint == "" {
		t.Errorf("with a wrong note: %v", err)
	}
}

// TestACallerThatLeaves removes the pieces that no node has begun.
func TestACallerThatLeaves(t *testing.T) {
	f := newFleet(t)
	ctx, leave := context.WithCancel(f.ctx)
	defer leave()
	for _, n := range f.nodes {
		n.before = func(ctx context.Context) error { // nothing is ever finished
			leave()
			<-ctx.Done()
			return ctx.Err()
		}
	}
	if _, err := f.nodes[0].spreader.Remember(ctx, goodNotes(2000)); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	q, err := f.nodes[0].spreader.open(f.ctx)
	if err != nil {
		t.Fatal(err)
	}
	if left, err := q.Len(f.ctx); err != nil || left != 0 {
		t.Errorf("%d pieces are left, %v", left, err)
	}
	f.nodes[0].spreader.mu.Lock()
	defer f.nodes[0].spreader.mu.Unlock()
	if len(f.nodes[0].spreader.waiting) != 0 {
		t.Errorf("%d pieces are waited for", len(f.nodes[0].spreader.waiting))
	}
}
