//go:build cuda

package gpu

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	cudabackend "asterism/engine/backend/cuda"
	"asterism/engine/search"
	"asterism/kernels/cuda"
	"asterism/kernels/cuda/emulate"
)

func init() { childTask = searchThroughTheDriver }

// TestThroughTheDriver: the driver's calls, its streams and its pinned memory behave like the emulated GPU. The driver is a fake with the kernels linked in.
func TestThroughTheDriver(t *testing.T) {
	lib, err := emulate.Driver(t.Context())
	if err != nil {
		t.Fatalf("build the mock driver: %v", err)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"=1", "ASTERISM_CUDA_LIB="+lib, "ASTERISM_MOCK_DEVICES=Mock H,143771,9,0,132")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// searchThroughTheDriver runs a trial on a GPU, fills it, searches it, and shares it with a second replica.
func searchThroughTheDriver() error {
	var root cuda.Machine
	m, err := Open(Options{MinMemories: 1, Tokens: drawn(), Open: func() (_ cuda.Machine, err error) {
		root, err = cudabackend.OpenGPU(0)
		return root, err
	}})
	if err != nil {
		return err
	}
	first, err := searched(m)
	if err != nil {
		return err
	}
	other, err := Open(Options{MinMemories: 1, Tokens: drawn(), SkipTrial: true, Open: func() (cuda.Machine, error) { return root.Device().Stream(false) }})
	if err != nil {
		return err
	}
	second, err := searched(other)
	if err != nil {
		return err
	}
	if fmt.Sprint(first.Hits) != fmt.Sprint(second.Hits) {
		return errors.New("a shared GPU gives another answer")
	}
	return errors.Join(other.Close(), m.Close())
}

// searched searches an index whose copy is on a replica's GPU.
func searched(m *Replica) (*search.Ranking, error) {
	s := drawn()
	ix := search.New(s)
	ix.SetReplica(m)
	for i := range 1024 + 1 {
		if err := ix.Add(&s.memories[i]); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if err := m.Sync(ctx); err != nil {
		return nil, err
	}
	q := s.questions()[1]
	r, err := ix.Search(ctx, &q)
	if st := m.Stats(); err == nil && (st.Searches == 0 || st.Failed > 0 || m.State().OnGPU != 1024) {
		err = fmt.Errorf("the GPU has %d memories, was looked at %d times, and %d errands failed: %s", m.State().OnGPU, st.Searches, st.Failed, m.State().Reason)
	}
	return r, err
}
