package natstest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Servers is a cluster of JetStream servers on loopback. They sync before they acknowledge.
type Servers struct {
	t       testing.TB
	options []*server.Options
	running []*server.Server // nil: stopped
}

// wait is how long a server may take to start, and a cluster to elect a leader: elections take 4 to 9 s, and twice that when votes are split.
const wait = 60 * time.Second

// Start starts n servers, 1, 3 or 5, and waits until they form one cluster. They are stopped at the end of the test.
func Start(t testing.TB, n int) *Servers {
	t.Helper()
	s := &Servers{t: t, running: make([]*server.Server, n)}
	dir, routes := t.TempDir(), ""
	for i := range n {
		o := &server.Options{
			ServerName: fmt.Sprint("s", i), Host: "127.0.0.1", Port: FreePort(t), NoLog: true, NoSigs: true,
			JetStream: true, StoreDir: filepath.Join(dir, fmt.Sprint("s", i)), SyncAlways: true,
		}
		if n > 1 {
			o.Cluster = server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: FreePort(t)}
			routes += fmt.Sprintf(",nats://127.0.0.1:%d", o.Cluster.Port)
		}
		s.options = append(s.options, o)
	}
	t.Cleanup(func() {
		for i := range s.running {
			s.Stop(i)
		}
	})
	for i, o := range s.options {
		if n > 1 {
			o.Routes = server.RoutesFromStr(routes[1:])
		}
		s.Restart(i)
	}
	s.AwaitQuorum()
	return s
}

// Restart starts a stopped server with its former addresses and files.
func (s *Servers) Restart(i int) {
	s.t.Helper()
	srv, err := server.NewServer(s.options[i].Clone())
	if err != nil {
		s.t.Fatal(err)
	}
	srv.Start()
	s.running[i] = srv
	if !srv.ReadyForConnections(wait) {
		s.t.Fatalf("server %d does not start within %v", i, wait)
	}
}

// Stop ends a server and closes its connections.
func (s *Servers) Stop(i int) {
	if s.running[i] == nil {
		return
	}
	s.running[i].Shutdown()
	s.running[i].WaitForShutdown()
	s.running[i] = nil
}

// AwaitQuorum waits until the running servers agree on a leader.
func (s *Servers) AwaitQuorum() {
	s.t.Helper()
	for deadline := time.Now().Add(wait); ; time.Sleep(50 * time.Millisecond) {
		for _, srv := range s.running {
			if srv != nil && (len(s.running) == 1 || srv.JetStreamIsLeader() && s.seesAll(srv)) {
				return
			}
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("the servers agree on no leader within %v", wait)
		}
	}
}

// seesAll reports whether the leader knows every running server.
func (s *Servers) seesAll(leader *server.Server) bool {
	running, seen := 0, 0
	for _, srv := range s.running {
		if srv != nil {
			running++
		}
	}
	for _, p := range leader.JetStreamClusterPeers() {
		for i, srv := range s.running {
			if srv != nil && s.options[i].ServerName == p {
				seen++
			}
		}
	}
	return seen == running
}

// URL returns the URL of one server, or, when home is negative, those of all, separated by commas.
func (s *Servers) URL(home int) string {
	var urls []string
	for i, o := range s.options {
		if home < 0 || i == home {
			urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", o.Port))
		}
	}
	return strings.Join(urls, ",")
}

// Connect connects to one server, or, when home is negative, to any. A connection to one server only is lost and restored with that server, like that of a node to its own server.
func (s *Servers) Connect(home int) *nats.Conn {
	s.t.Helper()
	nc, err := nats.Connect(s.URL(home), nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond), nats.IgnoreDiscoveredServers(), nats.RetryOnFailedConnect(true))
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(nc.Close)
	return nc
}

// LeaderOf returns the server that leads a stream; -1: none.
func (s *Servers) LeaderOf(stream string) int {
	for i, srv := range s.running {
		if srv != nil && srv.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, stream) {
			return i
		}
	}
	return -1
}
