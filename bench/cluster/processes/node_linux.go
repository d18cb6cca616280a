package processes

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"asterism/bench/cluster/trial"
	"asterism/bench/toolcall"
)

// node is a process on a host, while it runs.
type node struct {
	cluster *Cluster
	number  int
	name    string
	data    string
	at      string // where it serves clients
	left    bool   // it was taken out of the cluster for good

	mu     sync.Mutex
	cmd    *exec.Cmd // nil: it does not run
	ended  chan struct{}
	called *toolcall.Caller
}

// address is where a node serves clients: on the loopback of its host, which no fault of the network touches.
const address = "127.0.0.1:7737"

const (
	startWithin = 2 * time.Minute // until a process answers health checks
	dialWithin  = 5 * time.Second
	connections = 64
)

// start starts the process, unless it runs, and returns when it answers.
func (n *node) start(ctx context.Context) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.cmd != nil {
		return nil
	}
	return n.begin(ctx, "serve", "--cluster", n.data)
}

// begin starts the process with the program's arguments, and returns when it answers. The caller holds mu, or no other goroutine has the node yet.
func (n *node) begin(ctx context.Context, args ...string) error {
	log, err := os.OpenFile(n.data+".log", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	cmd := exec.Command(n.cluster.Program, append(args, "--http", n.at, "--rate", "0", "--log-level", "info")...)
	cmd.Env = append(os.Environ(), "ASTERISM_NAMESPACE=default")
	cmd.Stderr = log
	cmd = n.cluster.net.Command(n.number, cmd)
	err = cmd.Start()
	_ = log.Close()
	if err != nil {
		return fmt.Errorf("start node %s: %w", n.name, err)
	}
	n.cmd, n.ended = cmd, make(chan struct{})
	go func() { _ = cmd.Wait(); close(n.ended) }()
	ctx, stop := context.WithTimeoutCause(ctx, startWithin, fmt.Errorf("node %s does not answer after %v: see %s", n.name, startWithin, log.Name()))
	defer stop()
	return n.answers(ctx)
}

// answers returns when the process answers health checks.
func (n *node) answers(ctx context.Context) error {
	web := &http.Client{Transport: &http.Transport{DialContext: n.dial, DisableKeepAlives: true}, Timeout: dialWithin}
	for {
		ask, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+n.at+"/healthz", nil)
		if err != nil {
			return err
		}
		if resp, err := web.Do(ask); err == nil {
			_ = resp.Body.Close()
			return nil
		}
		select {
		case <-n.ended:
			return fmt.Errorf("node %s ended before it answered: see %s.log", n.name, n.data)
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// dial connects to the node as a client on its host.
func (n *node) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ctx, stop := context.WithTimeout(ctx, dialWithin)
	defer stop()
	conn, err := n.cluster.net.Dial(ctx, n.number, n.at)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", trial.ErrNotReached, err)
	}
	return conn, nil
}

// caller calls tools of the node. Its token is in the folder since the first start.
func (n *node) caller() *toolcall.Caller {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.called == nil {
		token, _ := os.ReadFile(filepath.Join(n.data, "token")) // without one every call returns an error that says so
		n.called = toolcall.New("http://"+n.at+"/mcp", strings.TrimSpace(string(token)), connections, n.dial)
	}
	return n.called
}

// kill ends the process with SIGKILL, also one that is stopped.
func (n *node) kill() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.cmd == nil {
		return nil
	}
	err := n.cmd.Process.Kill()
	if errors.Is(err, os.ErrProcessDone) {
		err = fmt.Errorf("node %s had ended by itself: see %s.log", n.name, n.data)
	}
	<-n.ended
	n.cmd = nil
	return err
}

// Pause implements [trial.Cluster].
func (c *Cluster) Pause(node int) error { return c.nodes[node].signal(syscall.SIGSTOP) }

// Resume implements [trial.Cluster].
func (c *Cluster) Resume(node int) error { return c.nodes[node].signal(syscall.SIGCONT) }

func (n *node) signal(s os.Signal) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.cmd == nil {
		return fmt.Errorf("node %s does not run", n.name)
	}
	return n.cmd.Process.Signal(s)
}
