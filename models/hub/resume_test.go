package hub

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"asterism/models"
	"asterism/models/drawn/fakehub"

	"pgregory.net/rapid"
)

// breakOff pulls until the store has sent so many bytes of the weights, and leaves a part of them.
func breakOff(t testing.TB, h *fakehub.Hub, o Options, n int) (part string) {
	t.Helper()
	body := h.Repos["team/one"].Files["model.safetensors"]
	var begun atomic.Bool
	h.Change(func() {
		h.Fault = at(fakehub.Store, 0, func(p fakehub.Part, w http.ResponseWriter, r *http.Request) bool {
			if begun.Swap(true) {
				w.WriteHeader(http.StatusBadGateway)
				return true
			}
			return truncate(body, n)(p, w, r)
		})
	})
	_, err := pull(o)
	says(t, err, "502")
	h.Change(func() { h.Fault = nil })
	parts, _ := filepath.Glob(filepath.Join(stageOf(o.Dir), "E1", "model.safetensors.*.part"))
	if len(parts) != 1 {
		t.Fatalf("parts: %v", parts)
	}
	if st, err := os.Stat(parts[0]); err != nil || st.Size() != int64(n) {
		t.Fatalf("the part has %d bytes, want %d: %v", st.Size(), n, err)
	}
	h.Requests()
	return parts[0]
}

// fromStore lists the ranges that the store was asked for.
func fromStore(h *fakehub.Hub) (out []string) {
	for _, r := range h.Requests() {
		if r.Part == fakehub.Store {
			out = append(out, r.Range)
		}
	}
	return out
}

// TestResume is what happens to a part of an earlier run.
func TestResume(t *testing.T) {
	const n = 123_456
	all, rest := "", fmt.Sprintf("bytes=%d-", n)
	for name, c := range map[string]struct {
		meanwhile func(h *fakehub.Hub, part string) error
		ranges    []string
	}{
		"it goes on": {func(*fakehub.Hub, string) error { return nil }, []string{rest}},
		"the range is ignored": {func(h *fakehub.Hub, _ string) error {
			h.Fault = at(fakehub.Store, 0, send(content(1, 300_001)))
			return nil
		}, []string{rest}},
		"the range is refused":     {func(h *fakehub.Hub, _ string) error { h.Fault = at(fakehub.Store, 1, status(416)); return nil }, []string{rest, all}},
		"the part has rotted":      {func(_ *fakehub.Hub, part string) error { b := content(3, n); return os.WriteFile(part, b, 0o644) }, []string{rest, all}},
		"the part is too long":     {func(_ *fakehub.Hub, part string) error { return os.WriteFile(part, content(1, 300_002), 0o644) }, []string{all}},
		"the part is all, wrong":   {func(_ *fakehub.Hub, part string) error { return os.WriteFile(part, content(4, 300_001), 0o644) }, []string{all}},
		"the part is all, right":   {func(_ *fakehub.Hub, part string) error { return os.WriteFile(part, content(1, 300_001), 0o644) }, nil},
		"the hub has another file": {func(h *fakehub.Hub, _ string) error { h.Repos["team/one"] = someRepo(5, commitB); return nil }, []string{all}},
		"another range comes": {func(h *fakehub.Hub, _ string) error {
			h.Fault = at(fakehub.Store, 1, status(206, "Content-Range", "bytes 5-9/300001"))
			return nil
		}, nil},
		"a range of another file": {func(h *fakehub.Hub, _ string) error {
			h.Fault = at(fakehub.Store, 1, status(206, "Content-Range", fmt.Sprintf("bytes %d-400000/400001", n)))
			return nil
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			h, dir := startHub(t), filepath.Join(t.TempDir(), "full")
			o := options(web(t, h.URL), dir, models.Semantic)
			part := breakOff(t, h, o, n)
			h.Change(func() {
				if err := c.meanwhile(h, part); err != nil {
					t.Fatal(err)
				}
			})
			_, err := pull(o)
			switch name {
			case "another range comes":
				says(t, err, "from byte 123456", "bytes 5-9/300001")
				return
			case "a range of another file":
				says(t, err, "400001 bytes now", "300001")
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			whole(t, dir, models.Semantic)
			if got := fromStore(h); fmt.Sprint(got) != fmt.Sprint(c.ranges) {
				t.Errorf("the store was asked for %q, want %q", got, c.ranges)
			}
		})
	}
}

// TestBreaksAnywhere: connections that break at drawn places, runs that give up, and old parts all end in the right bytes, and until then
// the profile that is there does not change.
func TestBreaksAnywhere(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		h, dir := fakehub.New(), filepath.Join(t.TempDir(), "full")
		defer h.Close()
		h.Repos["team/one"], h.Repos["team/two"] = someRepo(1, commitA), someRepo(2, commitA)
		if _, err := pull(options(web(t, h.URL), dir, models.Graph)); err != nil {
			rt.Fatal(err)
		}
		before := snapshot(t, dir)
		breaks := rapid.SliceOfN(rapid.IntRange(-1, 300_000), 0, 5).Draw(rt, "bytes until each break, −1: an error 500")
		var asked atomic.Int64
		h.Fault = at(fakehub.Store, 0, func(p fakehub.Part, w http.ResponseWriter, r *http.Request) bool {
			i := int(asked.Add(1)) - 1
			if i >= len(breaks) {
				return false
			}
			n := breaks[i]
			if n < 0 {
				return status(500)(p, w, r)
			}
			return truncate(content(1, 300_001), n)(p, w, r)
		})
		for range len(breaks) + 1 {
			if _, err := pull(options(web(t, h.URL), dir, models.Semantic)); err == nil {
				break
			}
			same(t, dir, before)
		}
		whole(t, dir, models.Semantic, models.Graph)
		if got := snapshot(t, dir)["E1/model.safetensors"]; got != string(content(1, 300_001)) {
			rt.Error("the weights are others")
		}
	})
}
