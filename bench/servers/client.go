package servers

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// guarded is a client behind a guard.
type guarded struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // of standard output, closed at its end
	id    int
	said  saying
}

// patience is how long one answer or one reconnect may take: node starts in a second or so.
const patience = time.Minute

// startGuard starts a guard and shakes hands through it.
func (s *server) startGuard(ctx context.Context, policy string) (*guarded, error) {
	args := []string{"--data", s.data, "mcp", "guard", "copy"}
	if policy != "" {
		args = append(args, policy)
	}
	g := &guarded{cmd: exec.CommandContext(ctx, s.program, append(append(args, "--"), s.command...)...), lines: make(chan string, 64)}
	g.cmd.Stderr = &g.said
	var err error
	if g.in, err = g.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := g.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := g.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(g.lines)
		scan := bufio.NewScanner(out)
		scan.Buffer(nil, 1<<24)
		for scan.Scan() {
			g.lines <- scan.Text()
		}
	}()
	if _, err := g.ask("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"check-servers","version":"1"}}`); err != nil {
		g.end()
		return nil, err
	}
	_, err = io.WriteString(g.in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return g, err
}

// answer is a message that came.
type answer struct {
	ID     *int            `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// ask sends a request and returns its answer; notifications in between are passed over.
func (g *guarded) ask(method, params string) (answer, error) {
	g.id++
	if _, err := fmt.Fprintf(g.in, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", g.id, method, params); err != nil {
		return answer{}, err
	}
	late := time.After(patience)
	for {
		select {
		case line, ok := <-g.lines:
			if !ok {
				return answer{}, fmt.Errorf("%s: the guard ended: %s", method, &g.said)
			}
			var a answer
			if err := json.Unmarshal([]byte(line), &a); err != nil {
				return a, fmt.Errorf("%s: no message: %q", method, line)
			}
			if a.ID != nil && *a.ID == g.id {
				return a, nil
			}
		case <-late:
			return answer{}, fmt.Errorf("%s: no answer within %s: %s", method, patience, &g.said)
		}
	}
}

// tools are the names that the client sees.
func (g *guarded) tools() (out []string, err error) {
	a, err := g.ask("tools/list", `{}`)
	if err != nil {
		return nil, err
	}
	var list struct {
		Tools []struct {
			Name string `json:"name"`
		} `json:"tools"`
	}
	if a.Error != nil {
		return nil, errors.New(a.Error.Message)
	}
	err = json.Unmarshal(a.Result, &list)
	for _, t := range list.Tools {
		out = append(out, t.Name)
	}
	return out, err
}

// refused calls a tool, and tells whether the guard kept the call back.
func (g *guarded) refused(tool string) (bool, error) {
	a, err := g.ask("tools/call", fmt.Sprintf(`{"name":%q,"arguments":{}}`, tool))
	return a.Error != nil && strings.Contains(a.Error.Message, "the call was not made"), err
}

// wait waits until the guard has said words n times.
func (g *guarded) wait(words string, n int) error {
	for late := time.Now().Add(patience); time.Now().Before(late); time.Sleep(20 * time.Millisecond) {
		if strings.Count(g.said.String(), words) >= n {
			return nil
		}
	}
	return fmt.Errorf("the guard did not say %q %d times within %s: %s", words, n, patience, &g.said)
}

// words are the lines that the guard said.
func (g *guarded) words() []string { return strings.Split(strings.TrimSpace(g.said.String()), "\n") }

// end ends the input, and the guard with it.
func (g *guarded) end() {
	_ = g.in.Close()
	for range g.lines { // so that it can write to its end
	}
	_ = g.cmd.Wait()
}

// saying collects standard error while it is read.
type saying struct {
	mu sync.Mutex
	b  strings.Builder
}

func (s *saying) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *saying) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
