package tooldrift

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// maxLine bounds one message of a server or a client. It is many times the length of a list of thousands of tools.
const maxLine = 64 << 20

// noise counts lines on a server's standard output that are not messages. They are skipped, as most clients do, and reported, since some clients fail on them.
type noise struct {
	mu    sync.Mutex
	lines int
	first string
	fault error // why reading stopped before the end
}

// filter copies messages, one a line, from in to out until in ends or a line is too long. If out cannot be written, it reads and drops the rest.
func (n *noise) filter(in io.Reader, out io.Writer) {
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := readLine(r)
		if errors.Is(err, errLongLine) {
			n.mu.Lock()
			n.fault = fmt.Errorf("the server sent %w", err)
			n.mu.Unlock()
			return
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if isMessage(line) {
				_, _ = out.Write(append(line, '\n'))
			} else {
				n.add(line)
			}
		}
		if err != nil {
			return
		}
	}
}

var errLongLine = fmt.Errorf("a line of more than %d bytes", maxLine)

func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return nil, errLongLine
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

func isMessage(line []byte) bool {
	var head struct {
		JSONRPC string `json:"jsonrpc"`
	}
	return line[0] == '{' && json.Unmarshal(line, &head) == nil && head.JSONRPC == "2.0"
}

func (n *noise) add(line []byte) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.lines++; n.lines == 1 {
		n.first = string(line[:min(len(line), 200)])
	}
}

// String describes what came in addition to messages; empty if nothing did.
func (n *noise) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.fault != nil {
		return n.fault.Error()
	}
	if n.lines == 0 {
		return ""
	}
	return fmt.Sprintf("%d lines on standard output are no messages, the first is %q", n.lines, n.first)
}
