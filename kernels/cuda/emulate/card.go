package emulate

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"asterism/kernels/cuda"
)

var _ cuda.Machine = (*Card)(nil)

// Card is an emulated card. It implements [cuda.Machine]; a fault of a kernel (a write outside of a buffer, threads that wait for each other) is the error
// of the call that found it, and of every call after that.
type Card struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr bytes.Buffer
	ended  error
	once   sync.Once
}

// compile builds the program once a process.
var compile = sync.OnceValues(func() (string, error) {
	_, file, _, _ := runtime.Caller(0)
	dir, err := os.MkdirTemp("", "asterism-emulate")
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, "emulate")
	cmd := exec.Command("g++", "-std=c++20", "-O2", "-U_FORTIFY_SOURCE", "-Wall", "-Werror", "-DASTERISM_EMULATE", "-x", "c++", "-I..", "main.cu", "-o", program)
	cmd.Dir = filepath.Dir(file)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("compile the emulation: %w\n%s", err, out)
	}
	return program, nil
})

// Remove deletes the program that the first New of this process built.
func Remove() {
	if program, err := compile(); err == nil {
		_ = os.RemoveAll(filepath.Dir(program))
	}
}

// New starts a card.
func New() (*Card, error) {
	program, err := compile()
	if err != nil {
		return nil, err
	}
	c := &Card{cmd: exec.Command(program)}
	c.cmd.Stderr = &c.stderr
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = bufio.NewReaderSize(stdout, 1<<16)
	return c, c.cmd.Start()
}

// Name implements [cuda.Machine].
func (c *Card) Name() string { return "emulated card" }

// Alloc implements [cuda.Machine]. New memory reads as NaN.
func (c *Card) Alloc(n int) (cuda.Pointer, error) {
	var at [8]byte
	err := c.ask(binary.LittleEndian.AppendUint64([]byte{'A'}, uint64(n)), nil, at[:])
	return cuda.Pointer(binary.LittleEndian.Uint64(at[:])), err
}

// Free implements [cuda.Machine].
func (c *Card) Free(p cuda.Pointer) error {
	return c.ask(binary.LittleEndian.AppendUint64([]byte{'F'}, uint64(p)), nil, nil)
}

// Upload implements [cuda.Machine].
func (c *Card) Upload(p cuda.Pointer, data []byte) error {
	return c.ask(copying('U', p, len(data)), data, nil)
}

// Download implements [cuda.Machine].
func (c *Card) Download(data []byte, p cuda.Pointer) error {
	return c.ask(copying('D', p, len(data)), nil, data)
}

func copying(command byte, p cuda.Pointer, n int) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64([]byte{command}, uint64(p)), uint64(n))
}

// Launch implements [cuda.Machine]; it returns when the kernel is done.
func (c *Card) Launch(l cuda.Launch) error {
	msg := binary.LittleEndian.AppendUint32([]byte{'L'}, uint32(len(l.Kernel)))
	msg = append(msg, l.Kernel...)
	for _, v := range []int{l.GridX, l.GridY, l.Threads, l.Shared, len(l.Args)} {
		msg = binary.LittleEndian.AppendUint32(msg, uint32(v))
	}
	for i, a := range l.Args {
		word := uint64(0)
		switch v := a.(type) {
		case cuda.Pointer:
			word = uint64(v)
		case int32:
			word = uint64(uint32(v))
		case float32:
			word = uint64(math.Float32bits(v))
		default:
			return fmt.Errorf("launch %s: argument %d is a %T", l.Kernel, i, a)
		}
		msg = binary.LittleEndian.AppendUint64(msg, word)
	}
	if err := c.ask(msg, nil, nil); err != nil {
		return fmt.Errorf("launch %s: %w", l.Kernel, err)
	}
	return nil
}

// Wait implements [cuda.Machine].
func (c *Card) Wait() error { return c.ended }

// Close implements [cuda.Machine].
func (c *Card) Close() error {
	c.once.Do(func() {
		c.in.Close()
		_ = c.cmd.Wait()
	})
	return nil
}

// ask sends a command with its data and reads the answer.
func (c *Card) ask(command, data, answer []byte) error {
	if c.ended != nil {
		return c.ended
	}
	_, err := c.in.Write(append(command, data...))
	if err == nil {
		_, err = io.ReadFull(c.out, make([]byte, 1))
	}
	if err == nil {
		_, err = io.ReadFull(c.out, answer)
	}
	if err != nil {
		_ = c.Close() // so that all of what it said is there
		c.ended = fmt.Errorf("the emulation ended (%v): %w: %s", c.cmd.ProcessState, err, strings.TrimSpace(c.stderr.String()))
	}
	return c.ended
}
