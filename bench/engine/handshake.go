package engine

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// handshake is the time from starting the program to its answer to initialize over stdio, as a client sees it.
func (b *bench) handshake(ctx context.Context) ([]Row, error) {
	var ms []float64
	for i := range 15 {
		d, err := b.shakeHands(ctx, filepath.Join(b.dir, fmt.Sprintf("shake%d", i)))
		if err != nil {
			return nil, err
		}
		ms = append(ms, d.Seconds()*1000)
	}
	return []Row{lower("handshake_ms", "ms", 100, ms...)}, nil
}

func (b *bench) shakeHands(ctx context.Context, data string) (time.Duration, error) {
	cmd := exec.CommandContext(ctx, b.binary, "serve", "--data", data)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return 0, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, fmt.Errorf("start %s (run `make build` first): %w", b.binary, err)
	}
	fmt.Fprintln(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`)
	line, err := bufio.NewReader(out).ReadString('\n')
	took := time.Since(start)
	if err == nil && !strings.Contains(line, `"serverInfo"`) {
		err = fmt.Errorf("unexpected answer to initialize: %s", line)
	}
	// The program is still warming up; how it ends is not measured here.
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	return took, err
}
