package tooldrift

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// held is the suffix of a file next to a server's list; while that exists, no process starts.
const held = ".held"

// livingServer reads its list from a file at each request, so that a test can change it between restarts. Every tool does what its argument do says: echo, die, changed, slow, ask.
type livingServer struct {
	list string
	loud bool

	writing sync.Mutex
	roots   chan json.RawMessage // the answer to our only question
}

func (s *livingServer) serve() {
	s.roots = make(chan json.RawMessage, 1)
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var m packet
		if json.Unmarshal(line, &m) != nil || m.ID == nil {
			continue
		}
		switch m.Method {
		case "":
			s.roots <- m.Result
		case "initialize":
			if _, err := os.Stat(s.list + held); err == nil {
				fmt.Fprintln(os.Stderr, "the port is held")
				os.Exit(1)
			}
			s.print(`{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"lives","version":"1"}}}`, m.ID)
		case "tools/list":
			b, err := os.ReadFile(s.list)
			if err != nil {
				fmt.Fprintln(os.Stderr, "no list today")
				os.Exit(1)
			}
			s.print(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, b)
			if !s.loud && strings.HasSuffix(s.list, "loud.json") { // it announces a change at every start
				s.loud = true
				s.print(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
			}
		case "tools/call":
			go s.call(m)
		default:
			s.print(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method","data":{"asked":%q}}}`, m.ID, m.Method)
		}
	}
}

func (s *livingServer) call(m packet) {
	var p struct {
		Arguments struct{ Do, Say string }
	}
	_ = json.Unmarshal(m.Params, &p)
	said := p.Arguments.Say
	switch p.Arguments.Do {
	case "die":
		os.Exit(1)
	case "changed":
		s.print(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
	case "slow":
		time.Sleep(500 * time.Millisecond)
	case "never":
		return
	case "ask":
		s.print(`{"jsonrpc":"2.0","id":7,"method":"roots/list"}`)
		said = string(<-s.roots)
	}
	text, _ := json.Marshal(said)
	s.print(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%s}],"pid":%d}}`, m.ID, text, os.Getpid())
}

func (s *livingServer) print(format string, args ...any) {
	s.writing.Lock()
	defer s.writing.Unlock()
	fmt.Printf(format+"\n", args...)
}
