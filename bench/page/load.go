package page

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"asterism/bench/corpus"
	"asterism/bench/report"
	"asterism/engine"
	"asterism/engine/secrets"
)

//go:embed load.mjs
var script []byte

// loaded is one load: milliseconds from the navigation to the end of the load event, and to the first memory in the list.
type loaded struct{ Load, Row float64 }

// install puts the script and what it needs into dir.
func install(ctx context.Context, dir, clients string) error {
	for _, name := range []string{"package.json", "package-lock.json"} {
		b, err := os.ReadFile(filepath.Join(clients, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "load.mjs"), script, 0o600); err != nil {
		return err
	}
	npm := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-fund", "--no-audit", "--loglevel=error")
	npm.Dir = dir
	if said, err := npm.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, said)
	}
	return nil
}

// fill stores so many texts.
func fill(ctx context.Context, data string, n int) error {
	texts, err := corpus.Texts(n)
	if err != nil {
		return err
	}
	e, err := engine.Open(ctx, engine.Config{Data: data, Secrets: secrets.Redact})
	if err != nil {
		return err
	}
	const step = 10_000
	for at := 0; at < n && err == nil; at += step {
		report.Say("bench "+commandName, "fill store: %d of %d memories", at, n)
		var notes []engine.Note
		for i, text := range texts[at:min(at+step, n)] {
			notes = append(notes, engine.Note{Content: text, Namespace: "default", Tags: []string{"part" + strconv.Itoa(i%7)}})
		}
		_, err = e.RememberAll(ctx, notes)
	}
	if cerr := e.Close(context.WithoutCancel(ctx)); err == nil {
		err = cerr
	}
	return err
}

// server is the program serving the store.
type server struct {
	cmd  *exec.Cmd
	link string // of the dashboard, with its token
}

// serve starts the program and waits until it is ready.
func serve(ctx context.Context, program, data string) (*server, error) {
	s := &server{cmd: exec.CommandContext(ctx, program, "serve", "--data", data, "--http", "127.0.0.1:0")}
	out, err := s.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s (`make build` makes it): %w", program, err)
	}
	address, lines := "", bufio.NewScanner(out)
	for address == "" && lines.Scan() {
		if at, ok := strings.CutPrefix(lines.Text(), "asterism serves MCP at "); ok {
			address = strings.TrimSuffix(at, "/mcp")
		}
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // so that it can write to its end
	token, err := os.ReadFile(filepath.Join(data, "token"))
	if address == "" || err != nil {
		return nil, errors.Join(errors.New("the server does not say where it listens, or its token"), err, s.end())
	}
	s.link = address + "/#token=" + strings.TrimSpace(string(token))
	for {
		answer, err := http.Get(address + "/readyz")
		if err == nil && answer.Body.Close() == nil && answer.StatusCode == http.StatusOK {
			return s, nil
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), s.cmd.Wait()) // the context has killed it
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (s *server) end() error {
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	return s.cmd.Wait()
}

// load has the browser load the page n times.
func load(ctx context.Context, dir, browser, link string, n int) (times []loaded, err error) {
	node := exec.CommandContext(ctx, "node", "load.mjs", browser, link, strconv.Itoa(n))
	node.Dir, node.Stderr = dir, os.Stderr
	said, err := node.Output()
	if err != nil {
		return nil, fmt.Errorf("node load.mjs: %w", err)
	}
	for line := range bytes.Lines(said) {
		var t loaded
		if err := json.Unmarshal(line, &t); err != nil {
			return nil, fmt.Errorf("read a load: %w", err)
		}
		times = append(times, t)
	}
	if len(times) != n {
		return nil, fmt.Errorf("%d loads were told, want %d", len(times), n)
	}
	return times, nil
}
