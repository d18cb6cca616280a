package processes

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"
)

// CPU is the processor time that a node's process has used since it was started.
func (c *Cluster) CPU(node int) (time.Duration, error) { return c.nodes[node].cpu() }

// CPU is the processor time that the server has used since it was started.
func (a *Alone) CPU() (time.Duration, error) { return a.n.cpu() }

func (n *node) cpu() (time.Duration, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.cmd == nil {
		return 0, fmt.Errorf("node %s does not run", n.name)
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", n.cmd.Process.Pid)) // ip executes the program in its place, under the same number
	if err != nil {
		return 0, err
	}
	return cpuIn(stat)
}

// tick is in what Linux counts processor time, whatever the machine: USER_HZ of proc(5).
const tick = time.Second / 100

// cpuIn reads /proc/PID/stat: fields 14 and 15, of the process itself in user and kernel mode. The name, field 2, may hold spaces and braces.
func cpuIn(stat []byte) (time.Duration, error) {
	at := bytes.LastIndexByte(stat, ')')
	if at < 0 {
		return 0, errors.New("read processor time: the process has no name")
	}
	fields := bytes.Fields(stat[at+1:])
	if len(fields) < 13 {
		return 0, fmt.Errorf("read processor time: %d fields behind the name, want 13 at least", len(fields))
	}
	var ticks int64
	for _, f := range fields[11:13] {
		v, err := strconv.ParseInt(string(f), 10, 64)
		if err != nil {
			return 0, fmt.Errorf("read processor time: %w", err)
		}
		ticks += v
	}
	return time.Duration(ticks) * tick, nil
}
