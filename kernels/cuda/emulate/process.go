package emulate

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"

	"asterism/kernels/cuda"
)

// memoryBytes is the memory that an emulated GPU reports; only what is requested is allocated.
const memoryBytes = 80 << 30

// process is the program that emulates, for one GPU and all its streams. It is safe for concurrent use.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr bytes.Buffer
	once   sync.Once

	mu    sync.Mutex
	ended error
	bytes map[cuda.Pointer]uint64 // of what is allocated
	used  uint64
}

func startProcess(program string) (p *process, err error) {
	p = &process{cmd: exec.Command(program), bytes: map[cuda.Pointer]uint64{}}
	p.cmd.Stderr = &p.stderr
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReaderSize(stdout, 1<<16)
	return p, p.cmd.Start()
}

func (p *process) memory() (free, total uint64, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return memoryBytes - p.used, memoryBytes, p.ended
}

func (p *process) alloc(n int) (cuda.Pointer, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n < 0 || uint64(n) > memoryBytes-p.used {
		return 0, fmt.Errorf("%w: %d bytes, %d are free", cuda.ErrMemory, n, memoryBytes-p.used)
	}
	var answer [8]byte
	err := p.exchange(binary.LittleEndian.AppendUint64([]byte{'A'}, uint64(n)), nil, answer[:])
	at := cuda.Pointer(binary.LittleEndian.Uint64(answer[:]))
	if err == nil {
		p.bytes[at] = uint64(n)
		p.used += uint64(n)
	}
	return at, err
}

func (p *process) free(at cuda.Pointer) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used -= p.bytes[at]
	delete(p.bytes, at)
	return p.exchange(binary.LittleEndian.AppendUint64([]byte{'F'}, uint64(at)), nil, nil)
}

// fault is why the program has ended; nil while it runs.
func (p *process) fault() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended
}

// ask sends a command with its data and reads the answer.
func (p *process) ask(command, data, answer []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.exchange(command, data, answer)
}

// exchange is ask for callers that hold the lock.
func (p *process) exchange(command, data, answer []byte) error {
	if p.ended != nil {
		return p.ended
	}
	_, err := p.in.Write(append(command, data...))
	if err == nil {
		_, err = io.ReadFull(p.out, make([]byte, 1))
	}
	if err == nil {
		_, err = io.ReadFull(p.out, answer)
	}
	if err != nil {
		p.close() // so that all of its output is there
		p.ended = fmt.Errorf("%w: the emulation ended (%v): %w: %s", cuda.ErrLost, p.cmd.ProcessState, err, strings.TrimSpace(p.stderr.String()))
	}
	return p.ended
}

func (p *process) close() {
	p.once.Do(func() {
		p.in.Close()
		_ = p.cmd.Wait()
	})
}
