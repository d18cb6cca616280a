//go:build cuda

package cuda

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/kernels/cuda"
	"asterism/models"
)

func init() {
	tasks["streams"] = answering(streamsInChild)
	tasks["soak"] = answering(soakInChild)
	tasks["lost"] = answering(lostInChild)
}

// TestDriverStreams: what [cuda.Machine] promises of streams, pinned memory, graphs and shared memory, through the driver.
func TestDriverStreams(t *testing.T) {
	for _, wrong := range askChild[[]string](t, "streams", 0, mockGPU(t, largeGPU)...) {
		t.Error(wrong)
	}
}

// found collects what is wrong in a child.
type found []string

func (f *found) want(ok bool, format string, args ...any) {
	if !ok {
		*f = append(*f, fmt.Sprintf(format, args...))
	}
}

func streamsInChild(int) (f found) {
	runtime.LockOSThread()
	root, err := OpenGPU(0)
	if err != nil {
		return found{err.Error()}
	}
	defer func() { f.want(root.Close() == nil, "the GPU is not given back") }()
	f.want(root.Device().Info() == cuda.Info{Major: 9, SMs: 132, SharedPerBlock: 227 << 10}, "the GPU says %+v", root.Device().Info())
	free, total, err := root.Device().Memory()
	f.want(err == nil && free == total && total == 16384<<20, "memory: %d of %d, %v", free, total, err)
	_, err = root.Capture(func() error { return nil })
	f.want(err != nil && !errors.Is(err, cuda.ErrLost), "the GPU itself captures: %v", err)
	m, err := root.Device().Stream(true)
	if err != nil {
		return append(f, err.Error())
	}
	defer func() { f.want(m.Close() == nil, "the stream does not end") }()
	f.copies(m)
	f.graph(m)
	_, err = m.Alloc(17 << 30)
	f.want(errors.Is(err, cuda.ErrMemory) && !errors.Is(err, cuda.ErrLost), "17 GiB: %v", err)
	err = m.Launch(cuda.Launch{Kernel: "no such kernel"})
	f.want(err != nil && !errors.Is(err, cuda.ErrLost), "a kernel that is not there: %v", err)
	l, _ := cuda.Gather(1, 1, 1, 1, 0, 1, 8)
	l.Shared = 228 << 10
	f.want(m.Launch(l) != nil, "more shared memory than a block may have is allowed")
	f.want(m.Wait() == nil, "refused launches end the stream")
	return f
}

// copies checks that pinned memory is read late, other memory at once, and that a download waits.
func (f *found) copies(m cuda.Machine) {
	const n = 1000
	at, err := m.Alloc(n)
	f.want(err == nil && at%alignment == 0, "allocated at %d: %v", at, err)
	pinned, err := m.Pin(n)
	f.want(err == nil && len(pinned) == n, "pinned %d bytes: %v", len(pinned), err)
	own, back := bytes.Repeat([]byte{1}, n), make([]byte, n)
	f.want(m.Upload(at, own) == nil, "upload")
	clear(own)
	f.want(m.Download(back, at) == nil && back[0] == 1 && back[n-1] == 1, "memory of the caller's was not read before Upload returned: %v", back[0])
	fill := func(v byte) {
		for i := range pinned {
			pinned[i] = v
		}
	}
	fill(2)
	f.want(m.Upload(at, pinned) == nil, "upload of pinned memory")
	fill(3) // too early: a pretended GPU reads now at the earliest
	f.want(m.Download(back, at) == nil && back[0] == 3, "the pretended driver reads pinned memory at once, so that nothing shows who changes it too early: %v", back[0])
	fill(4)
	f.want(m.Upload(at, pinned) == nil && m.Wait() == nil, "upload and wait")
	fill(5)
	f.want(m.Download(pinned[:n], at) == nil && pinned[0] == 4 && pinned[n-1] == 4, "after Wait pinned memory is still read: %v", pinned[0])
	f.want(errors.Join(m.Unpin(pinned), m.Free(at)) == nil, "give back")
	f.want(m.Free(at) != nil, "memory is freed twice")
}

// graph checks that a graph is what was captured, that it can be started again on other numbers, and that a capture which is spoilt leaves the stream good.
func (f *found) graph(m cuda.Machine) {
	const width = 8
	table, ids, out := []uint16{}, []int32{0}, make([]byte, 2*width)
	for i := range 4 * width {
		table = append(table, uint16(cuda.ToBF16(float32(i))))
	}
	data := make([]byte, 0)
	for _, v := range table {
		data = append(data, byte(v), byte(v>>8))
	}
	at, err := m.Alloc(4096)
	f.want(err == nil && m.Upload(at, data) == nil && m.Upload(at+1024, bytesOfInts(ids)) == nil, "prepare: %v", err)
	l, err := cuda.Gather(at+2048, at+1024, 0, at, 0, 1, width)
	f.want(err == nil && m.Launch(l) == nil, "launch: %v", err)
	_, err = m.Capture(func() error {
		f.want(m.Launch(l) == nil, "launch while capturing")
		_, err := m.Alloc(16)
		return err
	})
	f.want(err != nil && !errors.Is(err, cuda.ErrLost), "an allocation within a capture: %v", err)
	g, err := m.Capture(func() error { return m.Launch(l) })
	if err != nil {
		f.want(false, "capture: %v", err)
		return
	}
	for id := range int32(4) {
		f.want(m.Upload(at+1024, bytesOfInts([]int32{id})) == nil && g.Launch() == nil && m.Download(out, at+2048) == nil, "start the graph")
		f.want(bytes.Equal(out, data[2*width*int(id):2*width*int(id+1)]), "row %d by the graph is %v", id, out)
	}
	f.want(errors.Join(g.Close(), m.Free(at)) == nil, "give back")
}

// TestDriverSoak: 2,000 mixed batches through the driver leave as much memory free as before, and nothing of the driver's behind (the pretended one says so).
func TestDriverSoak(t *testing.T) {
	for _, wrong := range askChild[[]string](t, "soak", 2000, mockGPU(t, largeGPU)...) {
		t.Error(wrong)
	}
}

func soakInChild(batches int) (f found) {
	spaces := []models.Space{models.Graph, models.Semantic}
	b, err := makeBags(func() (cuda.Machine, error) { return openDriver(0) }, budget{256, 8}, nil, spaces...)
	if err != nil {
		return found{err.Error()}
	}
	before, _, _ := b.Memory()
	if err := soak(b, batches, spaces...); err != nil {
		f = append(f, err.Error())
	}
	after, _, err := b.Memory()
	f.want(err == nil && before == after && before > 0, "%d bytes free, %d before: %v", after, before, err)
	f.want(b.Close() == nil, "it does not close")
	return f
}

// TestDriverLostInFlight: the GPU goes while all lanes are at work through the driver. Every call ends with the driver's cause or with its values, later ones with the
// cause, and Close comes back.
func TestDriverLostInFlight(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lost")
	env := append(slices.Clone(mockGPU(t, largeGPU)), "ASTERISM_MOCK_LOST_FILE="+file)
	for _, wrong := range askChild[[]string](t, "lost", file, env...) {
		t.Error(wrong)
	}
}

func lostInChild(file string) (f found) {
	b, err := makeBags(func() (cuda.Machine, error) { return openDriver(0) }, budget{256, 8}, nil, precedence...)
	if err != nil {
		return found{err.Error()}
	}
	ended := make(chan error)
	for i, s := range precedence {
		for lane := range 4 {
			go func() {
				r := rand.New(rand.NewPCG(uint64(i), uint64(lane)))
				for {
					in := drawBag(r, batch.Role(lane%2), 1+r.IntN(60), 1+r.IntN(60))
					got, err := b.Embed(context.Background(), s, in)
					if err == nil {
						err = bagError(s, in, got)
					}
					if err != nil {
						ended <- err
						return
					}
				}
			}()
		}
	}
	time.Sleep(200 * time.Millisecond) // all are at work
	f.want(os.WriteFile(file, nil, 0o644) == nil, "the GPU is not taken away")
	for range 4 * len(precedence) {
		err := <-ended
		f.want(errors.Is(err, backend.ErrLost), "a call ended with %v", err)
	}
	_, err = b.Embed(context.Background(), models.Graph, drawBag(rand.New(rand.NewPCG(1, 1)), batch.Query, 3))
	f.want(errors.Is(err, backend.ErrLost), "a later call: %v", err)
	f.want(b.Close() == nil, "it does not close")
	return f
}
