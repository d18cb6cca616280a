package tooldrift

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary act as a server with many bad habits: `BINARY test-server HABIT [ARGUMENT]`.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "test-server" && os.Args[2] == "lives" {
		(&livingServer{list: os.Args[3]}).serve()
		os.Exit(0)
	}
	if len(os.Args) > 2 && os.Args[1] == "test-server" {
		newBadServer(os.Args[2:]).serve()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// badServer returns a target whose server has a habit.
func badServer(habit ...string) Target {
	return Target{Command: append([]string{os.Args[0], "test-server"}, habit...)}
}

type server struct {
	habit, arg string
	sampling   bool // the client has this capability
	out        *bufio.Writer
}

func newBadServer(args []string) *server {
	return &server{habit: args[0], arg: strings.Join(args[1:], " "), out: bufio.NewWriter(os.Stdout)}
}

type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

func (s *server) serve() {
	switch s.habit {
	case "noise":
		fmt.Println("Welcome!\n{\"level\":\"info\"}")
	case "dies":
		fmt.Fprintln(os.Stderr, "no key in $SECRET_KEY")
		os.Exit(3)
	case "family": // it starts a child that outlives the end of input
		child := exec.Command("sleep", "100")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			panic(err)
		}
		_ = os.WriteFile(s.arg, []byte(strconv.Itoa(child.Process.Pid)), 0o644)
		defer func() { _ = child.Wait() }()
	case "deaf":
		time.Sleep(100 * time.Second)
	}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(line, &m) == nil && m.ID != nil {
			s.answer(m)
		}
	}
}

func (s *server) answer(m message) {
	switch m.Method {
	case "initialize":
		s.sampling = strings.Contains(string(m.Params), `"sampling"`)
		s.send(m, `"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"bad","version":"1"}}`)
	case "tools/list":
		s.page(m)
	default:
		s.send(m, `"error":{"code":-32601,"message":"no such method"}`)
	}
}

// page answers with two of five tools a page.
func (s *server) page(m message) {
	var p struct{ Cursor string }
	_ = json.Unmarshal(m.Params, &p)
	n, _ := strconv.Atoi(p.Cursor)
	if n > 0 {
		switch s.habit {
		case "hangs":
			return
		case "fails":
			s.send(m, `"error":{"code":-32603,"message":"the disk is gone"}`)
			return
		}
	}
	next := strconv.Itoa(n + 1)
	switch {
	case s.habit == "repeats":
		next = strconv.Itoa((n + 1) % 2)
		if next == "0" {
			next = "1"
		}
	case n == 2:
		next = ""
	}
	var tools []string
	for i := 2 * n; i < min(2*n+2, 5); i++ {
		name := fmt.Sprintf("tool%d", i)
		if s.habit == "duplicate" && i == 3 {
			name = "tool0"
		}
		tools = append(tools, fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object"},"x-unknown":%d}`, name, i))
	}
	if s.habit == "capable" && s.sampling && next == "" {
		tools = append(tools, `{"name":"sample"}`)
	}
	if s.habit == "noise" {
		fmt.Println("asked for a page")
	}
	s.send(m, fmt.Sprintf(`"result":{"tools":[%s],"nextCursor":%q}`, strings.Join(tools, ","), next))
}

func (s *server) send(m message, body string) {
	fmt.Fprintf(s.out, `{"jsonrpc":"2.0","id":%s,%s}`+"\n", m.ID, body)
	_ = s.out.Flush()
}
