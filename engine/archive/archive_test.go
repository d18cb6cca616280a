package archive

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC)

// folder writes files, path → text, and returns the argument for Create.
func folder(t *testing.T, texts map[string]string) (files []File) {
	t.Helper()
	dir := t.TempDir()
	for path, text := range texts {
		from := filepath.Join(dir, filepath.FromSlash(path))
		if err := errors.Join(os.MkdirAll(filepath.Dir(from), 0o755), os.WriteFile(from, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
		files = append(files, File{path, from})
	}
	return files
}

// create makes a backup of the texts, n minutes after noon.
func create(t *testing.T, dir string, n int, texts map[string]string) *Backup {
	t.Helper()
	b, err := Create(t.Context(), dir, folder(t, texts), About{Version: "v1", Profile: "compact", Memories: n}, noon.Add(time.Duration(n)*time.Minute), nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// texts returns the content of a folder, by path.
func texts(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, rerr := filepath.Rel(dir, path)
		out[filepath.ToSlash(name)] = string(data)
		return errors.Join(err, rerr)
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func same(a, b map[string]string) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

// size returns the size of an archive's files.
func size(t *testing.T, dir string) (sum int) {
	for _, text := range texts(t, filepath.Join(dir, filesName)) {
		sum += len(text)
	}
	return sum
}

func TestWhatIsBackedUpIsRestored(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "archive")
	first := map[string]string{"CURRENT": "MANIFEST-1", "000001.sst": strings.Repeat("x", 3<<20), "pins/one.json": "{}", "empty": ""}
	second := map[string]string{"CURRENT": "MANIFEST-2", "000001.sst": first["000001.sst"], "000002.sst": "y"}
	a := create(t, dir, 0, first)
	before := size(t, dir)
	b := create(t, dir, 1, second)
	if grown := size(t, dir) - before; grown != len("MANIFEST-2")+1 {
		t.Errorf("the second backup takes %d bytes", grown)
	}
	list, err := List(dir)
	if err != nil || len(list) != 2 || list[0].ID != a.ID || list[1].ID != b.ID || list[1].About != (About{Version: "v1", Profile: "compact", Memories: 1}) || list[0].Bytes() != 3<<20+12 {
		t.Fatalf("%+v %v", list, err)
	}
	for id, want := range map[string]map[string]string{a.ID: first, b.ID: second, "latest": second, "": second} {
		found, err := Find(dir, id)
		if err != nil {
			t.Fatal(err)
		}
		var calls []int64
		if err := Verify(t.Context(), dir, found, func(done, total int64) { calls = append(calls, done, total) }); err != nil {
			t.Error(err)
		}
		if n := len(calls); n < 2 || calls[n-2] != found.Bytes() || calls[n-1] != found.Bytes() {
			t.Errorf("progress %v of %d bytes", calls, found.Bytes())
		}
		to := filepath.Join(t.TempDir(), "deep", "store")
		if err := Restore(t.Context(), dir, found, to, nil); err != nil {
			t.Fatal(err)
		}
		if got := texts(t, to); !same(got, want) {
			t.Errorf("%s: restored %v", id, got)
		}
	}
}

func TestNothingIsOverwritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "archive")
	b := create(t, dir, 0, map[string]string{"a": "1"})
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "mine"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Restore(t.Context(), dir, b, full, nil); err == nil || !strings.Contains(err.Error(), "mine") {
		t.Errorf("restored into a folder with a file: %v", err)
	}
	if err := Restore(t.Context(), dir, b, t.TempDir(), nil); err != nil { // an empty folder is allowed
		t.Error(err)
	}
	if _, err := Create(t.Context(), full, nil, About{}, noon, nil); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("an archive in a folder of other things: %v", err)
	}
}

// TestRestoredWhereItIsWanted: behind a link, readable only by its owner; a link to a missing path stays.
func TestRestoredWhereItIsWanted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "archive")
	b := create(t, dir, 0, map[string]string{"a": "1", "pins/b": "2"})
	at := t.TempDir()
	behind, link, nowhere := filepath.Join(at, "disk"), filepath.Join(at, "link"), filepath.Join(at, "nowhere")
	for _, err := range []error{os.Mkdir(behind, 0o755), os.Symlink(behind, link), os.Symlink(filepath.Join(at, "gone"), nowhere)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := Restore(t.Context(), dir, b, link, nil); err != nil {
		t.Fatal(err)
	}
	if got := texts(t, behind); len(got) != 2 {
		t.Errorf("behind the link is %v", got)
	}
	if to, err := os.Readlink(link); err != nil || to != behind {
		t.Errorf("the link names %q, %v", to, err)
	}
	for _, folder := range []string{behind, filepath.Join(behind, "pins")} {
		if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v, want it for its owner alone", folder, info.Mode(), err)
		}
	}
	if err := Restore(t.Context(), dir, b, nowhere, nil); err == nil || !strings.Contains(err.Error(), "leads nowhere") {
		t.Errorf("restored behind a link that leads nowhere: %v", err)
	}
}

// TestDamage: every changed byte of a backup's text, and every file that is changed, shortened or removed, is detected before
// anything is restored.
func TestDamage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "archive")
	b := create(t, dir, 0, map[string]string{"a": "some text", "b": "other"})
	name := filepath.Join(dir, backupsName, b.ID)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range text {
		bad := slices.Clone(text)
		bad[i] ^= 1
		if _, err := decode(bad); err == nil {
			t.Fatalf("byte %d changed and not noticed", i)
		}
	}
	file := at(dir, b.Files[0].SHA256)
	for what, change := range map[string]func() error{
		"changed": func() error { return os.WriteFile(file, []byte("some tezt"), 0o600) },
		"cut":     func() error { return os.WriteFile(file, []byte("some"), 0o600) },
		"gone":    func() error { return os.Remove(file) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(t.TempDir(), "to")
		if err := Verify(t.Context(), dir, b, nil); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "damaged: a") || strings.Count(err.Error(), "damaged") != 1 {
			t.Errorf("%s: verified: %v", what, err)
		}
		if err := Restore(t.Context(), dir, b, to, nil); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: restored: %v", what, err)
		}
		if left := texts(t, filepath.Dir(to)); len(left) != 0 {
			t.Errorf("%s: left %v", what, left)
		}
	}
	if err := os.WriteFile(name, []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := create(t, dir, 1, map[string]string{"a": "again"})
	for _, id := range []string{"", "latest"} {
		if _, err := Find(dir, id); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), b.ID) {
			t.Errorf("the newest of which one cannot be read: %v", err)
		}
	}
	if _, err := Remove(dir, "latest"); !errors.Is(err, ErrDamaged) {
		t.Errorf("removed the newest of which one cannot be read: %v", err)
	}
	if list, err := List(dir); !errors.Is(err, ErrDamaged) || len(list) != 1 {
		t.Errorf("%v %v", list, err)
	}
	if _, err := Remove(dir, c.ID); !errors.Is(err, ErrDamaged) || size(t, dir) == 0 {
		t.Errorf("files were removed although it is unknown which backup names them: %v", err)
	}
	if _, err := Remove(dir, b.ID); err != nil {
		t.Errorf("the damaged one itself: %v", err)
	}
}

func TestRemove(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "archive")
	a := create(t, dir, 0, map[string]string{"x": "shared", "y": "only a"})
	b := create(t, dir, 1, map[string]string{"x": "shared"})
	for _, ids := range [][]string{{""}, {a.ID, ""}, {a.ID, "nobody"}} {
		if _, err := Remove(dir, ids...); !errors.Is(err, ErrNone) {
			t.Errorf("removed %q: %v", ids, err)
		}
		if list, err := List(dir); err != nil || len(list) != 2 {
			t.Fatalf("a refused removal of %q leaves %d backups, %v", ids, len(list), err)
		}
	}
	freed, err := Remove(dir, a.ID, a.ID)
	if err != nil || freed != 6 {
		t.Fatalf("freed %d: %v", freed, err)
	}
	if err := Verify(t.Context(), dir, b, nil); err != nil {
		t.Error(err)
	}
	for _, id := range []string{a.ID, "../backups/" + b.ID, ".new-1"} {
		if _, err := Remove(dir, id); !errors.Is(err, ErrNone) {
			t.Errorf("removed %s: %v", id, err)
		}
	}
	if freed, err := Remove(dir, "latest"); err != nil || freed != 6 {
		t.Errorf("freed %d: %v", freed, err)
	}
}

func TestOneWriterAtATime(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "archive")
	create(t, dir, 0, map[string]string{"x": "1"})
	lock, err := claim(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if _, err := Create(t.Context(), dir, nil, About{}, noon, nil); !errors.Is(err, ErrBusy) {
		t.Errorf("a second writer: %v", err)
	}
	if _, err := List(dir); err != nil {
		t.Errorf("a reader during a write: %v", err)
	}
}

func TestStrangeArchives(t *testing.T) {
	empty := t.TempDir()
	if _, err := List(empty); !errors.Is(err, ErrNone) {
		t.Errorf("an empty folder: %v", err)
	}
	for text, want := range map[string]error{"asterism archive, format 2\n": ErrNewer, "something": nil} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, formatName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Create(t.Context(), dir, nil, About{}, noon, nil)
		if _, lerr := List(dir); err == nil || lerr == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%q: %v, %v", text, err, lerr)
		}
	}
}

func FuzzDecode(f *testing.F) {
	good, err := encode(&Backup{ID: "x", Created: noon, Files: []Piece{{"a/b", 3, strings.Repeat("0a", 32)}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, d := range [][]byte{data, sealed(data)} { // with the correct hash, otherwise most inputs would be refused at once
			b, err := decode(d)
			if err != nil {
				continue
			}
			for _, p := range b.Files {
				if !filepath.IsLocal(filepath.FromSlash(p.Path)) || len(p.SHA256) != 64 {
					t.Errorf("%q leads out, or %q is no hash", p.Path, p.SHA256)
				}
			}
			again, err := encode(b)
			if err != nil {
				t.Fatal(err)
			}
			if c, err := decode(again); err != nil || c.ID != b.ID || !c.Created.Equal(b.Created) || len(c.Files) != len(b.Files) {
				t.Errorf("%+v became %+v, %v", b, c, err)
			}
		}
	})
}

// sealed appends the hash to a text.
func sealed(text []byte) []byte {
	text = append(bytes.TrimRight(slices.Clone(text), "\n"), '\n')
	return fmt.Appendf(text, "%x\n", sha256.Sum256(text))
}

func TestManyFilesAnyOrder(t *testing.T) {
	r, want := rand.New(rand.NewPCG(1, 2)), map[string]string{}
	for i := range 200 {
		want[fmt.Sprintf("d%d/f%d", i%7, i)] = strings.Repeat(string(rune('a'+r.IntN(3))), r.IntN(5))
	}
	dir, to := filepath.Join(t.TempDir(), "archive"), filepath.Join(t.TempDir(), "to")
	b := create(t, dir, 0, want)
	if !slices.IsSortedFunc(b.Files, func(a, b Piece) int { return strings.Compare(a.Path, b.Path) }) {
		t.Error("files are not in order")
	}
	if err := Restore(t.Context(), dir, b, to, nil); err != nil || !same(texts(t, to), want) {
		t.Errorf("not restored: %v", err)
	}
}
