package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"asterism/kernels"
)

// bandwidth reads an array far beyond the cache, and scans one as long as codes, in turn, with one goroutine and with two. The read is the
// fastest of plain loops in Go, and in C where there is a compiler; the scan is of codes of the widths that the spaces have, counted by the bytes that each takes of a memory.
func (b *bench) bandwidth(ctx context.Context) ([]Row, error) {
	array := filled(b.readBytes / 8)
	reader, err := b.compile(ctx, "read.c", "read", "gcc", "-O3", "-march=native", "-pthread")
	if err != nil {
		say("bandwidth: only Go's loops read: %v", err)
	}
	var rows []Row
	for _, workers := range []int{1, 2} {
		var reads, scans, shares []float64
		for range b.rounds + 1 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			read := fastestRead(array, workers)
			if reader != "" {
				other, err := b.readInC(ctx, reader, workers)
				if err != nil {
					return nil, err
				}
				read = max(read, other)
			}
			scan, err := scanRate(array, workers)
			if err != nil {
				return nil, err
			}
			reads, scans, shares = append(reads, read), append(scans, scan), append(shares, scan/read)
		}
		name, goal := "scan_share_of_bandwidth", 0.7
		if workers == 1 {
			name, goal = name+"_1", noGoal
		}
		rows = append(rows, higher(fmt.Sprintf("read_%d_gb_per_s", workers), "GB/s", noGoal, reads[1:]...),
			higher(fmt.Sprintf("scan_%d_gb_per_s", workers), "GB/s", noGoal, scans[1:]...), higher(name, "1", goal, shares[1:]...))
	}
	return rows, nil
}

// codes are the widths that codes have, in words, and how many bytes of that width a memory has: E1 and E7; E5 each way, E8, E9, E10
// and E11. A test holds them to what search says its codes take.
var codes = []struct{ words, bytes int }{{6, 96}, {4, 192}}

// scanRate is what the coarse scan's kernel reads in a second, in GB: the bytes of all widths by the time that they take. Of each width
// the best of as many passes counts as of a read.
func scanRate(array []uint64, workers int) (float64, error) {
	bytes, seconds := 0.0, 0.0
	for _, c := range codes {
		scan, err := newCodeScan(c.words, workers)
		if err != nil {
			return 0, err
		}
		rate := 0.0
		for range readPasses {
			rate = max(rate, gigabytesPerSecond(array, workers, func(worker int, part []uint64) { scan.over(worker, asBytes(part)) }))
		}
		if err := errors.Join(scan.failed...); err != nil {
			return 0, err
		}
		bytes, seconds = bytes+float64(c.bytes), seconds+float64(c.bytes)/rate
	}
	return bytes / seconds, nil
}

func fastestRead(array []uint64, workers int) (best float64) {
	for _, loop := range readLoops {
		best = max(best, gigabytesPerSecond(array, workers, func(_ int, part []uint64) { sink.Store(loop(part)) }))
	}
	return best
}

// readPasses is how often the reader in C reads the array, and the scan scans it; the best time counts, as the fastest of Go's three loops does.
const readPasses = 3

// readInC runs read.c over an array as long, and returns GB/s.
func (b *bench) readInC(ctx context.Context, program string, workers int) (rate float64, err error) {
	out, err := exec.CommandContext(ctx, program, fmt.Sprint(b.readBytes), fmt.Sprint(workers), fmt.Sprint(readPasses)).Output()
	if err != nil {
		return 0, fmt.Errorf("read memory in C: %w", err)
	}
	if _, err := fmt.Sscan(string(out), &rate); err != nil || !(rate > 0) {
		return 0, fmt.Errorf("read memory in C: it says %q, want GB/s above 0", out)
	}
	return rate, nil
}

// sink keeps the compiler from leaving the loops out.
var sink atomic.Uint64

// filled is an array of n random words without a zero byte: every page of it is really there, and looking for a zero reads it all.
func filled(n int) []uint64 {
	r := rand.New(rand.NewPCG(7, 8))
	out := make([]uint64, n)
	for i := range out {
		out[i] = r.Uint64() | 0x0101010101010101
	}
	return out
}

// wholeCodes is a number of words that whole blocks of codes of every width divide.
const wholeCodes = 12 * kernels.CodeRows

// gigabytesPerSecond runs fn over equal parts of the array at once, one a worker, whole blocks of codes of every width.
func gigabytesPerSecond(array []uint64, workers int, fn func(worker int, part []uint64)) float64 {
	each := len(array) / workers / wholeCodes * wholeCodes
	start := time.Now()
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() { fn(w, array[w*each:(w+1)*each]) })
	}
	all.Wait()
	return float64(8*each*workers) / 1e9 / time.Since(start).Seconds()
}

// readLoops read every byte and do as little as they can with it: in Go, and by the vector code of Go's runtime.
var readLoops = []func([]uint64) uint64{
	func(v []uint64) uint64 {
		var a, b, c, d uint64
		for len(v) >= 8 {
			a, b, c, d = a|v[0]|v[4], b|v[1]|v[5], c|v[2]|v[6], d|v[3]|v[7]
			v = v[8:]
		}
		return a | b | c | d
	},
	func(v []uint64) uint64 { return uint64(bytes.IndexByte(asBytes(v), 0)) }, // there is none: see filled
	func(v []uint64) uint64 { return uint64(bytes.Count(asBytes(v), []byte{1})) },
}

func asBytes(v []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), 8*len(v))
}
