package cuda

import (
	"errors"
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
