package models

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// largeProfile is a profile other than compact whose E1 has weights of just stampBytes, changed an hour ago, and whose E8
// has some of one byte less.
func largeProfile(t *testing.T) *Manifest {
	t.Helper()
	dir, raw := testProfile(t)
	raw["profile"], raw["version"] = "full", 2
	for i, size := range []int{stampBytes - 1, stampBytes} {
		m := raw["models"].([]any)[i].(map[string]any)
		name := m["space"].(string) + "/weights"
		data := make([]byte, size)
		sum := sha256.Sum256(data)
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
		hourAgo := time.Now().Add(-time.Hour)
		if err := os.Chtimes(filepath.Join(dir, name), hourAgo, hourAgo); err != nil {
			t.Fatal(err)
		}
		m["weights"] = []any{map[string]any{"file": name, "sha256": hex.EncodeToString(sum[:]), "bytes": size}}
	}
	writeManifest(t, dir, raw)
	return load(t, dir)
}

// readBy is the files that a check reads.
func readBy(t *testing.T, check func(context.Context, Progress) error) []string {
	t.Helper()
	names := map[string]bool{}
	if err := check(context.Background(), func(file string, _, _ int64) { names[file] = true }); err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(names))
}

func TestStampsSpareLargeFiles(t *testing.T) {
	m := largeProfile(t)
	all := []string{"E1/model.onnx", "E1/weights", "E8/model.onnx", "E8/weights", "wordpiece/tokenizer.json"}
	if got := readBy(t, m.VerifyChanged); !slices.Equal(got, all) {
		t.Errorf("the first check read %q, want all", got)
	}
	small := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == "E1/weights" })
	if got := readBy(t, m.VerifyChanged); !slices.Equal(got, small) {
		t.Errorf("the second check read %q, want all but E1/weights: E8's are a byte below the limit", got)
	}
	if got := readBy(t, m.Verify); !slices.Equal(got, all) {
		t.Errorf("Verify read %q, want all whatever is stamped", got)
	}
}

// TestStampOfAChangedFileIsIgnored: other bytes of the same size are found unless size and time are both those of the check.
func TestStampOfAChangedFileIsIgnored(t *testing.T) {
	path := func(m *Manifest) string { return filepath.Join(m.Dir, "E1", "weights") }
	for name, change := range map[string]func(m *Manifest) error{
		"one byte": func(m *Manifest) error { return os.WriteFile(path(m), append(make([]byte, stampBytes-1), 1), 0o644) },
		"one byte more, old time": func(m *Manifest) error {
			st, err := os.Stat(path(m))
			if err != nil {
				return err
			}
			if err := os.WriteFile(path(m), make([]byte, stampBytes+1), 0o644); err != nil {
				return err
			}
			return os.Chtimes(path(m), st.ModTime(), st.ModTime())
		},
		"gone": func(m *Manifest) error { return os.Remove(path(m)) },
		"another hash in the manifest": func(m *Manifest) error {
			m.Models[0].Weights[0].SHA256 = strings.Repeat("0a", 32)
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := largeProfile(t)
			readBy(t, m.VerifyChanged)
			if err := change(m); err != nil {
				t.Fatal(err)
			}
			if err := m.VerifyChanged(context.Background(), nil); err == nil || !strings.Contains(err.Error(), filepath.Join("E1", "weights")) {
				t.Errorf("error is %v, want one that names the file", err)
			}
		})
	}
}

// TestFreshFileHasNoStamp: right after a change, the time of change cannot distinguish a file from a later one.
func TestFreshFileHasNoStamp(t *testing.T) {
	m := largeProfile(t)
	if err := os.Chtimes(filepath.Join(m.Dir, "E1", "weights"), time.Now(), time.Now()); err != nil {
		t.Fatal(err)
	}
	readBy(t, m.VerifyChanged)
	if got := readBy(t, m.VerifyChanged); !slices.Contains(got, "E1/weights") {
		t.Errorf("the second check read %q, want E1/weights among them", got)
	}
}

func TestDamagedStampsAreNone(t *testing.T) {
	m := largeProfile(t)
	for _, text := range []string{"", "null", "{", `{"E1/weights": 7}`, `{"E1/weights":{"sha256":"x","bytes":16777216,"modified":0}}`} {
		if err := os.WriteFile(filepath.Join(m.Dir, StampsName), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := readBy(t, m.VerifyChanged); !slices.Contains(got, "E1/weights") {
			t.Errorf("with the stamps %q the check read %q, want E1/weights among them", text, got)
		}
	}
	if left, err := filepath.Glob(filepath.Join(m.Dir, "."+StampsName+"*")); err != nil || len(left) > 0 {
		t.Errorf("files %q are left behind (%v)", left, err)
	}
}

// TestStampsAreNotForCompact: a checkout writes nothing into its models' folder.
func TestStampsAreNotForCompact(t *testing.T) {
	m := largeProfile(t)
	m.Profile = "compact"
	readBy(t, m.VerifyChanged)
	if _, err := os.Stat(filepath.Join(m.Dir, StampsName)); !os.IsNotExist(err) {
		t.Errorf("the compact profile has stamps (%v)", err)
	}
}

// FuzzStamps: any content of the file is read as stamps or as none, and stamps are equal after writing and reading.
func FuzzStamps(f *testing.F) {
	f.Add([]byte(`{"E1/weights":{"sha256":"ab","bytes":1,"modified":2}}`))
	f.Add([]byte(`null`))
	f.Add([]byte(`{"E1/weights":null}`))
	f.Add([]byte(`{"E1/weights":{"bytes":1e99}}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m := &Manifest{Profile: "full", Dir: t.TempDir()}
		if err := os.WriteFile(filepath.Join(m.Dir, StampsName), data, 0o644); err != nil {
			t.Fatal(err)
		}
		known := m.readStamps()
		if known == nil {
			t.Fatalf("%q was read as nothing that can be added to", data)
		}
		m.writeStamps(known)
		if again := m.readStamps(); len(known) > 0 && !maps.Equal(again, known) {
			t.Errorf("%q was read as %v, written and read as %v", data, known, again)
		}
	})
}
