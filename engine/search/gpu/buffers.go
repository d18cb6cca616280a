package gpu

import (
	"errors"
	"fmt"
	"weak"

	"asterism/kernels/cuda"
)

// maxSearches is how many searches may use the GPU at a time: as many as one scan takes. Others wait.
const maxSearches = cuda.MostScanQuestions

// bufferPool holds the buffers that no search uses. Allocated ones are taken first, so that no more memory is allocated
// than there are searches at a time.
type bufferPool struct{ allocated, empty chan *buffers }

func newBufferPool() bufferPool {
	k := bufferPool{make(chan *buffers, maxSearches), make(chan *buffers, maxSearches)}
	for range maxSearches {
		k.empty <- &buffers{}
	}
	return k
}

// buffers are the memory of one search: device memory, and pinned host memory for copies to and from it. They are
// allocated when a search needs them and are kept for the next search. Buffers that are too small are allocated again,
// at least twice as large.
//
// The memory has two parts. rowMemory grows with the number of rows and keeps its content for the whole search.
// submissionMemory holds what one submission uploads and downloads; its content lasts for that submission, so it can be
// reallocated between two of them.
type buffers struct {
	chunks    int // capacity of rowMemory
	rowMemory cuda.Pointer
	filter    []byte // pinned: allowed rows and seats

	size             submissionSize // capacity of submissionMemory
	submissionMemory cuda.Pointer
	uploads          []byte // pinned
	downloads        []byte // pinned

	// layout is the one whose seats are in rowMemory. It is a weak pointer: otherwise unused buffers would keep the chunks
	// of the last search in host memory, even those that the index has dropped since.
	layout weak.Pointer[layout]
}

// submissionSize is the memory of a submission in bytes: uploaded, downloaded, and device-only scratch.
type submissionSize struct{ uploaded, downloaded, scratch int }

func (s submissionSize) within(o submissionSize) bool {
	return s.uploaded <= o.uploaded && s.downloaded <= o.downloaded && s.scratch <= o.scratch
}

func (s submissionSize) bytes() int { return s.uploaded + s.downloaded + s.scratch }

// minSubmission is the least capacity for a submission. It is enough for most questions.
var minSubmission = submissionSize{uploaded: 128 << 10, downloaded: 256 << 10, scratch: 512 << 10}

// filterBytes is what one chunk takes in the filter: a seat and a bitmap of allowed rows. rowBytes is what it takes in
// rowMemory: that, an estimate and two scores a row, and two records of sums.
const (
	filterBytes = 4 + cuda.SeatRows/8
	rowBytes    = filterBytes + 3*4*cuda.SeatRows + 2*cuda.TermsSumsBytes
)

// maxBufferBytes is the most device memory that all buffers take if this many chunks are on the GPU.
func maxBufferBytes(chunks int) uint64 {
	return maxSearches * uint64(2*chunks*rowBytes+2*minSubmission.bytes()+4096)
}

// Layout of rowMemory: allowed u32 [chunks][32]; seats int32 [chunks], up to a multiple of 256 bytes; estimates and scores in E6 and E13, float32 [chunks·1024] each; sums.
func (r *buffers) seats() cuda.Pointer { return r.rowMemory + cuda.Pointer(r.chunks*cuda.SeatRows/8) }

func (r *buffers) column(i int) cuda.Pointer {
	return r.rowMemory + cuda.Pointer(aligned(r.chunks*filterBytes)+i*4*cuda.SeatRows*r.chunks)
}

func (r *buffers) estimates() cuda.Pointer   { return r.column(0) }
func (r *buffers) scores(i int) cuda.Pointer { return r.column(1 + i) }
func (r *buffers) termSums() cuda.Pointer    { return r.column(3) }
func (r *buffers) look(table cuda.Pointer, v *layout) cuda.Look {
	return cuda.Look{Table: table, Seats: r.seats(), Allowed: r.rowMemory, Chunks: len(v.slots)}
}

// aligned rounds up to the alignment of device allocations.
func aligned(n int) int { return (n + 255) / 256 * 256 }

// fits reports whether there is capacity for a search of this many chunks and a submission of this size.
func (r *buffers) fits(chunks int, s submissionSize) bool {
	return chunks <= r.chunks && s.within(r.size)
}

// grow allocates larger buffers where needed. The search must have nothing in flight. The content of submissionMemory is
// lost, and that of rowMemory if it was too small.
func (r *buffers) grow(m cuda.Machine, chunks int, s submissionSize) error {
	if chunks > r.chunks {
		if err := r.growRows(m, max(chunks, 2*r.chunks, 16)); err != nil {
			return fmt.Errorf("make room for a search of %d chunks: %w", chunks, err)
		}
	}
	if s.within(r.size) {
		return nil
	}
	grow := func(need, have, first int) int {
		if need <= have {
			return have
		}
		return aligned(max(need, 2*have, first))
	}
	s.uploaded = grow(s.uploaded, r.size.uploaded, minSubmission.uploaded)
	s.downloaded = grow(s.downloaded, r.size.downloaded, minSubmission.downloaded)
	s.scratch = grow(s.scratch, r.size.scratch, minSubmission.scratch)
	if err := r.growSubmission(m, s); err != nil {
		return fmt.Errorf("make room for %d bytes of a search: %w", s.bytes(), err)
	}
	return nil
}

func (r *buffers) growRows(m cuda.Machine, chunks int) error {
	if err := r.freeRows(m); err != nil {
		return err
	}
	at, err := m.Alloc(aligned(chunks*filterBytes) + chunks*(rowBytes-filterBytes))
	if err != nil {
		return err
	}
	if r.filter, err = m.Pin(chunks * filterBytes); err != nil {
		return errors.Join(err, m.Free(at))
	}
	r.rowMemory, r.chunks = at, chunks
	return nil
}

func (r *buffers) growSubmission(m cuda.Machine, s submissionSize) error {
	if err := r.freeSubmission(m); err != nil {
		return err
	}
	at, err := m.Alloc(s.bytes())
	if err != nil {
		return err
	}
	if r.uploads, err = m.Pin(s.uploaded); err == nil {
		r.downloads, err = m.Pin(s.downloaded)
	}
	r.submissionMemory = at
	if err != nil {
		return errors.Join(err, r.freeSubmission(m))
	}
	r.size = s
	return nil
}

func (r *buffers) freeRows(m cuda.Machine) error {
	err := errors.Join(unpin(m, r.filter), free(m, r.rowMemory))
	r.chunks, r.rowMemory, r.filter, r.layout = 0, 0, nil, weak.Pointer[layout]{}
	return err
}

func (r *buffers) freeSubmission(m cuda.Machine) error {
	err := errors.Join(unpin(m, r.uploads), unpin(m, r.downloads), free(m, r.submissionMemory))
	r.size, r.submissionMemory, r.uploads, r.downloads = submissionSize{}, 0, nil, nil
	return err
}

// bytes is the device memory that is allocated.
func (r *buffers) bytes() uint64 { return uint64(r.chunks*rowBytes + r.size.bytes()) }

func unpin(m cuda.Machine, data []byte) error {
	if data == nil {
		return nil
	}
	return m.Unpin(data)
}

func free(m cuda.Machine, at cuda.Pointer) error {
	if at == 0 {
		return nil
	}
	return m.Free(at)
}
