package rocks

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"
)

const envRenewal = "ASTERISM_TEST_RENEWAL" // directory and point at which this process kills itself

// TestKilledSwitch kills a process with signal 9 at every point of a switch and of the clearing after it. Before the switch is written the old
// values are served, and the switch can be done again; from then on the new ones are served, all of them.
func TestKilledSwitch(t *testing.T) {
	if dir, point, ok := strings.Cut(os.Getenv(envRenewal), "|"); ok {
		killInRenewal(t, dir, point)
		return
	}
	const n = 5000 // more than one batch of headers
	dir := t.TempDir()
	s, r := mustOpen(t, dir), suite.RenewalOf(graphAndWords, 1)
	if err := s.BeginRenewal(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	fillBare(t, s, r, n)
	s.Close()
	for _, point := range []string{"switching", "switched", "settling", "settled", "clearing"} {
		at := t.TempDir()
		if err := os.CopyFS(at, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		child := exec.Command(os.Args[0], "-test.run", "^TestKilledSwitch$")
		child.Env = append(os.Environ(), envRenewal+"="+at+"|"+point)
		out, err := child.CombinedOutput()
		var ended *exec.ExitError
		if !errors.As(err, &ended) || ended.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("%s: the process was not killed: %v\n%s", point, err, out)
		}
		mustEndSwitch(t, at, point, n, r)
	}
}

// fillBare stores n small memories and their new values.
func fillBare(t *testing.T, s *Store, r store.Renewal, n int) {
	t.Helper()
	var cmds []store.Command
	for i := range n {
		m := crashMemory(i+1, 1)
		for space := range m.Record {
			if !graphAndWords.Has(models.Space(space)) {
				m.Record[space].Int8, m.Record[space].Nibbles, m.Record[space].Scales, m.Record[space].Terms, m.Record[space].Bits = nil, nil, nil, nil, nil
			}
		}
		cmds = append(cmds, suite.Remember(m), suite.Renew(i+1, 1, r))
	}
	for part := range slices.Chunk(cmds, 500) {
		if err := s.Apply(context.Background(), part...); err != nil {
			t.Fatal(err)
		}
	}
}

func mustEndSwitch(t *testing.T, dir, point string, n int, r store.Renewal) {
	t.Helper()
	ctx, s := context.Background(), mustOpen(t, dir)
	defer s.Close()
	mustBeWhole(t, s, n)
	if point == "switching" { // nothing was written
		if now, err := s.Renewal(ctx); err != nil || now == nil || *now != r {
			t.Errorf("%s: renewal %v, error %v, want the one under way", point, now, err)
		}
		if err := s.EndRenewal(ctx); err != nil {
			t.Errorf("%s: end it again: %v", point, err)
		}
	}
	if now, err := s.Renewal(ctx); err != nil || now != nil {
		t.Errorf("%s: renewal %v, error %v", point, now, err)
	}
	err := s.Load(ctx, store.Parts{Spaces: models.All}, 1, store.Each(func(_ int, m *store.Memory) error {
		values := suite.Renew(int(m.Time.Unix()/7), 1, r).Renewed
		for _, space := range r.Spaces.Spaces() {
			if m.Profile != r.Profile || m.Tokens[space] != values.Tokens[space] || !slices.Equal(m.Record[space].Int8, values.Record[space].Int8) {
				t.Fatalf("%s: memory %s does not have its new values", point, m.ID)
			}
		}
		return nil
	}))
	if err != nil {
		t.Errorf("%s: %v", point, err)
	}
	if err := s.ClearRenewal(ctx); err != nil {
		t.Errorf("%s: clear: %v", point, err)
	}
	mustBeWhole(t, s, n)
}

func killInRenewal(t *testing.T, dir, point string) {
	atRenewal = func(at string) {
		if at == point {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	s := mustOpen(t, dir)
	t.Fatalf("it was not killed: %v, %v", s.EndRenewal(context.Background()), s.ClearRenewal(context.Background()))
}

// TestBrokenSwitch: if rewriting headers fails, the store is half switched, so it refuses reads and writes. It can be closed, and the next opening
// completes the switch.
func TestBrokenSwitch(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s, r := renewedStore(t, dir, 3)
	id := suite.ID(2)
	_, kept := rows(t, s, famRenewed)
	atRenewal = func(at string) {
		if at == "switched" {
			change(t, s, op{famRenewed, id[:], nil})
		}
	}
	defer func() { atRenewal = func(string) {} }()
	if err := s.EndRenewal(ctx); !errors.Is(err, store.ErrDamaged) {
		t.Fatalf("error %v, want ErrDamaged", err)
	}
	_, err := s.Get(ctx, suite.Everything, id)
	for what, err := range map[string]error{"get": err, "apply": s.Apply(ctx, suite.Remember(suite.Sample(9))), "end": s.EndRenewal(ctx)} {
		if err == nil || !strings.Contains(err.Error(), "opened again") {
			t.Errorf("%s: error %v, want one that says to open the store again", what, err)
		}
	}
	change(t, s, op{famRenewed, id[:], kept[1]})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = mustOpen(t, dir)
	defer s.Close()
	mustServe(t, s, 3, &r)
}
