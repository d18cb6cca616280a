package cuda

import (
	"errors"
	"strings"
	"testing"

	"asterism/engine/backend"
	"asterism/kernels/cuda"
)

// TestShare: others get a stream of the backend's GPU, which works and ends by itself, and none of a GPU that is lost.
func TestShare(t *testing.T) {
	b := &Backend{root: newBench(t).gpu, lost: newLatch()}
	m, err := b.Share()
	if err != nil {
		t.Fatal(err)
	}
	at, err := m.Alloc(4)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 4)
	if err := errors.Join(m.Upload(at, []byte("data")), b.root.Download(got, at), m.Free(at), m.Close()); err != nil || string(got) != "data" {
		t.Errorf("what the stream wrote is %q to the GPU: %v", got, err)
	}
	if _, err := b.root.Alloc(4); err != nil {
		t.Errorf("the GPU ended with a stream of it: %v", err)
	}
	b.lost.lose(cuda.ErrLost)
	if m, err := b.Share(); m != nil || !errors.Is(err, backend.ErrLost) {
		t.Errorf("a lost GPU is shared: %v", err)
	}
}

func TestEarlyBy(t *testing.T) {
	h, ada := cuda.Info{Major: 9}, cuda.Info{Major: 8, Minor: 9}
	for name, c := range map[string]struct {
		value  string
		info   cuda.Info
		driver int
		want   bool
		words  string
	}{
		"not set":              {"", h, 12040, false, ""},
		"off":                  {"0", ada, 11000, false, ""},
		"on":                   {"1", h, 12030, true, ""},
		"a word":               {"yes", h, 12040, false, "want 1 or 0"},
		"a GPU that cannot":    {"1", ada, 12040, false, "8.9"},
		"a driver that cannot": {"1", h, 12020, false, "for 12.2"},
	} {
		got, err := earlyBy(c.value, "a GPU", c.info, c.driver)
		if got != c.want || (err == nil) != (c.words == "") || err != nil && !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
