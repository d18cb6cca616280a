package hub

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"asterism/models"
	"asterism/models/drawn/fakehub"
)

// TestTheTokenStaysWithItsHub: it goes to the hub alone, never to the store that the hub redirects to.
func TestTheTokenStaysWithItsHub(t *testing.T) {
	h := startHub(t)
	h.Token, h.Repos["team/one"].Gated = "hf_secret", true
	t.Setenv(MirrorTokenVariable, "hf_secret")
	t.Setenv(TokenVariable, "hf_other")
	dir := filepath.Join(t.TempDir(), "full")
	if _, err := pull(options(web(t, h.URL), dir, models.Semantic)); err != nil {
		t.Fatal(err)
	}
	stores := 0
	for _, r := range h.Requests() {
		switch {
		case r.Part == fakehub.Store:
			stores++
			if r.Authorisation != "" {
				t.Errorf("the store was sent %q", r.Authorisation)
			}
		case r.Authorisation != "Bearer hf_secret":
			t.Errorf("the hub was sent %q", r.Authorisation)
		}
	}
	if stores == 0 {
		t.Error("nothing came from the store")
	}
	for name, s := range snapshot(t, dir) {
		if strings.Contains(s, "hf_secret") {
			t.Errorf("%s holds the token", name)
		}
	}
}

// TestWhichTokenIsSent: the default hub's to no mirror, and none in the clear.
func TestWhichTokenIsSent(t *testing.T) {
	for _, c := range []struct{ hub, own, mirrors, want string }{
		{DefaultHub, "a", "", "a"},
		{DefaultHub, "a", "b", "b"},
		{DefaultHub, "", "", ""},
		{"https://mirror.example", "a", "", ""},
		{"https://mirror.example", "a", "b", "b"},
		{"http://mirror.example", "a", "b", ""},
		{"http://127.0.0.1:9", "a", "b", "b"},
		{"http://localhost:9", "a", "b", "b"},
		{DefaultHub + ".evil.example", "a", "", ""},
	} {
		t.Setenv(TokenVariable, c.own)
		t.Setenv(MirrorTokenVariable, c.mirrors)
		if w := web(t, c.hub); w.token != c.want {
			t.Errorf("%s is sent %q, want %q", c.hub, w.token, c.want)
		}
	}
}

func TestHubAddresses(t *testing.T) {
	t.Setenv(HubVariable, "https://mirror.example/base/")
	if w := web(t, ""); w.String() != "https://mirror.example/base" {
		t.Errorf("got %s", w)
	}
	for _, bad := range []string{"ftp://x", "https://", "https://u:p@x", "https://x?y=z", "mirror.example", "https://x/%zz"} {
		_, err := NewWeb(bad)
		says(t, err, "hub address")
	}
}

// TestAMirrorWithoutDigests: sizes and digests are then asked of every file's own head.
func TestAMirrorWithoutDigests(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	h.NoDigests = true
	if _, err := pull(options(web(t, h.URL), dir, models.Semantic)); err != nil {
		t.Fatal(err)
	}
	whole(t, dir, models.Semantic)
	asked := map[string]bool{}
	for _, r := range h.Requests() {
		if r.Method == "HEAD" && r.Part == fakehub.Resolve {
			asked[r.Path] = true
		}
	}
	if len(asked) != 5 {
		t.Errorf("asked for the heads of %v, want those of 5 files", asked)
	}
}

// TestADigestIsNeeded: where a hub states none, nobody could say whether a file came whole.
func TestADigestIsNeeded(t *testing.T) {
	h := startHub(t)
	h.NoDigests, h.Fault = true, at(fakehub.Resolve, 0, status(200, "Content-Length", "12"))
	_, err := MakePlan(context.Background(), options(web(t, h.URL), filepath.Join(t.TempDir(), "full"), models.Semantic))
	says(t, err, "no size or no digest")
}

// TestRevisionsAreQuoted: a pull request's branch has slashes in its name.
func TestRevisionsAreQuoted(t *testing.T) {
	h := startHub(t)
	o := options(web(t, h.URL), filepath.Join(t.TempDir(), "full"), models.Semantic)
	o.Wants[0].Revision = "refs/pr/2"
	_, err := MakePlan(context.Background(), o)
	says(t, err, "refs/pr/2", "no such revision")
	if r := h.Requests(); r[0].Path != "/api/models/team/one/revision/refs/pr/2" {
		t.Errorf("asked for %q", r[0].Path)
	}
}

// writeRepo lays a repository out in a folder.
func writeRepo(t *testing.T, dir string, r *fakehub.Repo) {
	t.Helper()
	for name, b := range r.Files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPullFromAFolder: what the source does not say is pinned at the first pull, and held to at the next.
func TestPullFromAFolder(t *testing.T) {
	from, dir := t.TempDir(), filepath.Join(t.TempDir(), "full")
	repo := someRepo(1, "")
	writeRepo(t, filepath.Join(from, "team", "one"), repo)
	if err := os.MkdirAll(filepath.Join(from, "team", "one", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	o := options(Folder{Dir: from}, dir, models.Semantic)
	if _, err := pull(o); err != nil {
		t.Fatal(err)
	}
	whole(t, dir, models.Semantic)
	before := snapshot(t, dir)
	if changed, err := pull(o); changed || err != nil {
		t.Errorf("changed %v: %v", changed, err)
	}
	other := content(8, 300_001)
	if err := os.WriteFile(filepath.Join(from, "team", "one", "model.safetensors"), other, 0o644); err != nil {
		t.Fatal(err)
	}
	damage(t, filepath.Join(dir, "E1", "model.safetensors"))
	_, err := pull(o)
	says(t, err, "model.safetensors", fakehub.SHA256(other), fakehub.SHA256(repo.Files["model.safetensors"]))
	before["E1/model.safetensors"] = snapshot(t, dir)["E1/model.safetensors"]
	same(t, dir, before)
	o.Wants[0].Revision = "main"
	_, err = MakePlan(context.Background(), o)
	says(t, err, "does not say what revision")
}

// TestAFolderThatChanged: a plain folder states no digests, so nothing that an interrupted pull left can be compared with what it has now, whole files
// or parts, and all is copied again.
func TestAFolderThatChanged(t *testing.T) {
	const half = 123_456
	for name, leave := range map[string]func(t *testing.T, weights string){
		"a whole file": func(*testing.T, string) {},
		"half a file": func(t *testing.T, weights string) {
			if err := errors.Join(os.Truncate(weights, half), os.Rename(weights, weights+".300001.part")); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			from, dir := t.TempDir(), filepath.Join(t.TempDir(), "full")
			writeRepo(t, filepath.Join(from, "team", "one"), someRepo(1, ""))
			o := options(Folder{Dir: from}, dir, models.Semantic)
			p, err := MakePlan(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			broken := errors.New("broken off")
			if _, err := p.Run(context.Background(), func(context.Context, string, []Item, []models.Model, map[string]Pin) error { return broken }, nil); !errors.Is(err, broken) {
				t.Fatal(err)
			}
			leave(t, filepath.Join(stageOf(dir), "E1", "model.safetensors"))
			other := someRepo(2, "")
			writeRepo(t, filepath.Join(from, "team", "one"), other)
			if _, err := pull(o); err != nil {
				t.Fatal(err)
			}
			whole(t, dir, models.Semantic)
			for _, file := range []string{"config.json", "model.safetensors"} {
				if snapshot(t, dir)["E1/"+file] != string(other.Files[file]) {
					t.Errorf("%s is not the one that the folder has now", file)
				}
			}
		})
	}
}

// TestALockIsHeldTo: the same revision with other bytes is refused before anything is fetched.
func TestALockIsHeldTo(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	if _, err := pull(options(web(t, h.URL), dir, models.Semantic)); err != nil {
		t.Fatal(err)
	}
	h.Repos["team/one"] = someRepo(3, commitA)
	_, err := MakePlan(context.Background(), options(web(t, h.URL), dir, models.Semantic))
	says(t, err, LockName, fakehub.SHA256(content(1, 300_001)), fakehub.SHA256(content(3, 300_001)), "models remove --space E1")
}

// writeCache adds a revision of team/one to a hub's cache, as its main, and returns the repository's folder there.
func writeCache(t *testing.T, dir string, r *fakehub.Repo) (root string) {
	t.Helper()
	root = filepath.Join(dir, "models--team--one")
	for name, b := range r.Files {
		blob, link := fakehub.SHA256(b), filepath.Join(root, "snapshots", r.Revision, filepath.FromSlash(name))
		if !strings.HasSuffix(name, ".safetensors") {
			blob = fakehub.GitBlob(b)
		}
		for _, d := range []string{filepath.Join(root, "blobs"), filepath.Join(root, "refs"), filepath.Dir(link)} {
			if err := os.MkdirAll(d, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(root, "blobs", blob), b, 0o644); err != nil {
			t.Fatal(err)
		}
		to, _ := filepath.Rel(filepath.Dir(link), filepath.Join(root, "blobs", blob))
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "refs", "main"), []byte(r.Revision+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return root
}

// TestACacheThatMovedOn: a pinned space stays at its revision, from a cache too, until another is asked for or the cache has it no more.
func TestACacheThatMovedOn(t *testing.T) {
	from, dir := t.TempDir(), filepath.Join(t.TempDir(), "full")
	root := writeCache(t, from, someRepo(1, commitA))
	o := options(Folder{Dir: from}, dir, models.Semantic)
	if _, err := pull(o); err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, dir)
	writeCache(t, from, someRepo(2, commitB))
	if changed, err := pull(o); changed || err != nil {
		t.Errorf("changed %v: %v", changed, err)
	}
	same(t, dir, before)
	if err := os.RemoveAll(filepath.Join(root, "snapshots", commitA)); err != nil {
		t.Fatal(err)
	}
	_, err := pull(o)
	says(t, err, "no snapshot", commitA, "--revision")
	same(t, dir, before)
	o.Wants[0].Revision = "main"
	if _, err := pull(o); err != nil {
		t.Fatal(err)
	}
	whole(t, dir, models.Semantic)
	if l, _ := ReadLock(dir); l.Spaces["E1"].Revision != commitB {
		t.Errorf("revision %q, want the one that main has moved to", l.Spaces["E1"].Revision)
	}
}

// TestPullFromACache: a hub's cache knows its revisions, and its links name the digests.
func TestPullFromACache(t *testing.T) {
	from, dir := t.TempDir(), filepath.Join(t.TempDir(), "full")
	repo := someRepo(1, commitA)
	root := writeCache(t, from, repo)
	o := options(Folder{Dir: from}, dir, models.Semantic)
	if _, err := pull(o); err != nil {
		t.Fatal(err)
	}
	whole(t, dir, models.Semantic)
	if l, _ := ReadLock(dir); l.Spaces["E1"].Revision != commitA {
		t.Errorf("revision %q", l.Spaces["E1"].Revision)
	}
	if st, err := os.Lstat(filepath.Join(dir, "E1", "config.json")); err != nil || !st.Mode().IsRegular() {
		t.Errorf("a link was copied as a link: %v", err)
	}
	damage(t, filepath.Join(root, "blobs", fakehub.SHA256(repo.Files["model.safetensors"])))
	_, err := pull(options(Folder{Dir: from}, filepath.Join(t.TempDir(), "full"), models.Semantic))
	says(t, err, "model.safetensors", "sha256", fakehub.SHA256(repo.Files["model.safetensors"]))
	o.Wants[0].Revision = commitB
	_, err = MakePlan(context.Background(), o)
	says(t, err, "no snapshot", commitB)
	if err := os.WriteFile(filepath.Join(root, "refs", "evil"), []byte("../snapshots/"+commitA), 0o644); err != nil {
		t.Fatal(err)
	}
	o.Wants[0].Revision = "evil"
	_, err = MakePlan(context.Background(), o)
	says(t, err, "no snapshot")
	o.Wants[0].Revision = "../../x"
	_, err = MakePlan(context.Background(), o)
	says(t, err, "no name of a branch")
}

func TestAFolderWithoutTheRepository(t *testing.T) {
	from := t.TempDir()
	_, err := MakePlan(context.Background(), options(Folder{Dir: from}, filepath.Join(t.TempDir(), "full"), models.Semantic))
	says(t, err, filepath.Join(from, "team", "one"), "models--team--one")
}

// TestNoRoom: what the disk cannot hold, fetched or converted, is refused before the first byte.
func TestNoRoom(t *testing.T) {
	h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
	free, err := freeSpace(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, large := range map[string]func(it *Item){
		"the weights":       func(it *Item) { it.Files[len(it.Files)-1].Bytes = free + 1<<30 },
		"f32 of 16-bit":     func(it *Item) { it.Repo.Halves = free/4 + 1<<30 },
		"int8 beside these": func(it *Item) { it.Precision, it.Repo.Halves = models.PrecisionInt8, free/4+1<<30 },
	} {
		p, err := MakePlan(context.Background(), options(web(t, h.URL), dir, models.Semantic))
		if err != nil {
			t.Fatal(err)
		}
		large(&p.Items[0])
		h.Requests()
		_, err = p.Run(context.Background(), pretend, nil)
		says(t, err, "needs", "GiB more", "are free", "--to")
		if r := h.Requests(); len(r) > 0 {
			t.Errorf("%s: something was fetched: %v", name, r)
		}
	}
}

// TestHalvesAreCounted: a folder's from the headers of its weights, a hub's from what it states.
func TestHalvesAreCounted(t *testing.T) {
	from := t.TempDir()
	repo := someRepo(1, "")
	header := `{"a":{"dtype":"BF16","shape":[2,3],"data_offsets":[0,12]},"b":{"dtype":"F32","shape":[1],"data_offsets":[12,16]}}`
	repo.Files["model.safetensors"] = append(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), header+strings.Repeat("x", 16)...)
	writeRepo(t, filepath.Join(from, "team", "one"), repo)
	if r, err := (Folder{Dir: from}).Resolve(context.Background(), "team/one", ""); err != nil || r.Halves != 6 {
		t.Errorf("%+v, %v", r, err)
	}
	info := `{"id":"a/b","sha":"` + commitA + `","safetensors":{"parameters":{"F32":5,"BF16":7,"F16":2}}}`
	if r, err := parseInfo([]byte(info), "a/b"); err != nil || r.Halves != 9 {
		t.Errorf("%+v, %v", r, err)
	}
	_, err := parseInfo([]byte(strings.Replace(info, "7", "-7", 1)), "a/b")
	says(t, err, "-7 parameters")
}
