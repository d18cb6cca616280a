package owner

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/ingest"
	"asterism/engine/store"
	"asterism/mcp/client"
	"asterism/mcp/tools"

	"github.com/google/uuid"
)

// Memory is what the subcommands use: an engine of their own, or the server that owns the store.
type Memory interface {
	tools.Reader
	tools.Forgetter
	tools.Pathfinder
	ingest.Rememberer
	Asker
	Inject(ctx context.Context, n engine.Note) (*engine.Remembered, error)
	Update(ctx context.Context, id store.ID, c engine.Change) (*engine.Updated, error)
}

// The values of --connect that are not addresses.
const (
	ConnectAuto = "auto"
	ConnectOff  = "off"
)

// NamesServer reports whether --connect is the address of a server.
func (g *Flags) NamesServer() bool { return g.Connect != ConnectAuto && g.Connect != ConnectOff }

// With calls do with the memory of --connect: the named server's, that of the server that owns the store, or else an engine of its own, which it closes afterwards. If that would
// create a store and the command must not do so, do gets a memory without a store, which checks the arguments of each call and fails.
func (g *Flags) With(ctx context.Context, do func(Memory) error) error {
	if g.NamesServer() {
		named, err := g.Server()
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "asterism: asking the server at %s\n", named.URL)
		return g.askServer(ctx, named, do)
	}
	err := g.Patiently(ctx, func() error {
		if asked, err := g.AskOwner(ctx, do); asked {
			return err
		}
		if why := g.NoStore(); why != nil {
			return g.withoutStore(ctx, why, do)
		}
		return g.use(ctx, true, func(e *engine.Engine) error { return do(Local{e, g.home}) })
	})
	if errors.Is(err, store.ErrLocked) {
		return g.lockedOut(err)
	}
	return err
}

// Alone reports whether a command opens the store itself, so that no background work continues after the command.
func (g *Flags) Alone() bool {
	server, err := g.Server()
	return err == nil && server == nil
}

// Server returns the server that --connect names, or the one that owns the store here; nil: none is to be used.
func (g *Flags) Server() (*Announcement, error) {
	switch g.Connect {
	case ConnectOff:
		return nil, nil
	case ConnectAuto:
		return FindServer(g.Data)
	}
	address, err := serverAddress(g.Connect)
	if err != nil {
		return nil, err
	}
	certFile, err := g.CertificateOf(address)
	if err != nil {
		return nil, err
	}
	return &Announcement{URL: address, Certificate: certFile}, nil
}

// AskOwner calls do with the server that owns the store. asked is false if there is none, if it ended before the call, or if --connect is off.
func (g *Flags) AskOwner(ctx context.Context, do func(Memory) error) (asked bool, err error) {
	if g.Connect == ConnectOff {
		return false, nil
	}
	owner, err := FindServer(g.Data)
	if err != nil {
		return true, err
	}
	if owner == nil || owner.Where() == "" {
		return false, nil
	}
	r, err := g.Reach(ctx, owner)
	if err != nil && ended(g.Data, owner) {
		return false, nil
	}
	fmt.Fprintf(os.Stderr, "asterism: process %d owns the store; asking it at %s\n", owner.PID, cmp.Or(owner.Owner, owner.Where()))
	if err != nil {
		return true, err
	}
	defer r.Close()
	return true, do(r)
}

// ended reports whether a server is no longer announced: it ended before a call reached it.
func ended(data string, was *Announcement) bool {
	now, err := FindServer(data)
	return err == nil && (now == nil || now.PID != was.PID)
}

// askServer calls do with a server.
func (g *Flags) askServer(ctx context.Context, server *Announcement, do func(Memory) error) error {
	r, err := g.Reach(ctx, server)
	if err != nil {
		return err
	}
	defer r.Close()
	return do(r)
}

// Reach opens a session with a server: at the socket for commands, which has all tools, or at its address with the token of the data directory, or at the socket for assistants,
// which is the only one of an older server.
func (g *Flags) Reach(ctx context.Context, server *Announcement) (*client.Memory, error) {
	socket := server.Owner
	if socket == "" && server.URL == "" {
		socket = server.Socket
	}
	if socket != "" {
		conn, err := DialSocket(g.Data, socket)
		if err != nil {
			return nil, client.Unreachable(socket, err)
		}
		r, err := client.Over(ctx, conn, socket, g.Version, g.home)
		if err != nil {
			return nil, err
		}
		if server.Owner != "" {
			r.Owning()
		}
		r.ShowProgress(bar)
		r.ShowLate(showLate)
		return r, nil
	}
	token, err := KnownToken(g.Data)
	if err != nil {
		return nil, err
	}
	r, err := client.Dial(ctx, server.URL, token, server.Certificate, server.Connections, g.Version, g.home)
	if err == nil {
		r.ShowLate(showLate)
	}
	return r, err
}

// showLate prints that an answer may lack the newest writes.
func showLate(node string, writes uint64) {
	fmt.Fprintf(os.Stderr, "asterism: read at node %s, which has not applied the newest %s yet\n", node, words.Count(int(writes), "write"))
}

// bar shows the progress of a server's call on a terminal.
func bar(tool string) (set func(stage string, done, total int), end func()) {
	b := shell.NewBar(tool)
	return func(stage string, done, total int) { b.Set(stage, int64(done), int64(total)) }, b.Done
}

// MemoryID returns the memory of an argument: its id, or some of the first or last digits.
func MemoryID(ctx context.Context, m Memory, v string) (store.ID, error) {
	if id, err := uuid.Parse(v); err == nil {
		return id, nil
	}
	if strings.ContainsFunc(v, func(r rune) bool { return !strings.ContainsRune("0123456789abcdefABCDEF-", r) }) || len(v) < 6 {
		return store.ID{}, &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("%q is no id of a memory", v), Hint: "ids look like 01890a5d-ac96-774b-bcce-b302099a8057, and six or more of the first or last digits will do; `asterism list` and `asterism search` show them"}
	}
	name, args := "resolve_id", map[string]any{"digits": v}
	if c, ok := m.(*client.Memory); ok && !c.Owns() { // a server elsewhere also finds it, but counts that as an access
		name, args = "get_memory", map[string]any{"id": v, "include_content": false}
	}
	body, err := m.Ask(ctx, name, args)
	if err != nil {
		return store.ID{}, err
	}
	var found struct {
		ID     store.ID `json:"id"`
		Memory struct {
			ID store.ID `json:"id"`
		} `json:"memory"`
	}
	if err := json.Unmarshal(body, &found); err != nil {
		return store.ID{}, fmt.Errorf("read the answer of %s: %w", name, err)
	}
	if found.ID == uuid.Nil {
		found.ID = found.Memory.ID
	}
	return found.ID, nil
}

// lockedOut adds to the error of a locked store what can be done with this program's flags.
func (g *Flags) lockedOut(err error) error {
	var e *engine.Error
	if !errors.As(err, &e) {
		return err
	}
	out := *e
	out.Hint = "the owner does not listen; commands can share a store that `asterism serve` owns"
	if owner, ferr := FindServer(g.Data); ferr == nil && owner != nil && owner.Where() != "" {
		out.Hint = "the owner listens at " + owner.Where() + "; leave out --connect off to ask it"
	}
	return &out
}

// serverAddress checks an address of --connect. Without a path it means the endpoint of our servers.
func serverAddress(v string) (string, error) {
	u, err := url.Parse(v)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return "", fmt.Errorf("--connect %q is neither auto nor off nor the address of a server such as http://127.0.0.1:7737/mcp", v)
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/mcp"
	}
	return u.String(), nil
}

// CertificateOf returns the certificate's file of the server at an address, if that owns the store; else "".
func (g *Flags) CertificateOf(address string) (string, error) {
	if !strings.HasPrefix(address, "https://") {
		return "", nil
	}
	owner, err := FindServer(g.Data)
	if err != nil || owner == nil || owner.URL != address {
		return "", err
	}
	return owner.Certificate, nil
}

// ServerURL returns the address of the server that --connect selects.
func (g *Flags) ServerURL() (string, error) {
	switch g.Connect {
	case ConnectAuto:
	case ConnectOff:
		return "", errors.New("a server is wanted, and --connect off asks none")
	default:
		return serverAddress(g.Connect)
	}
	owner, err := FindServer(g.Data)
	if err != nil {
		return "", err
	}
	if owner == nil || owner.URL == "" {
		return "", &engine.Error{Kind: engine.KindInvalid, Message: "no server serves " + g.Data + " over HTTP", Hint: "start one with `asterism serve --http 127.0.0.1:7737`, or name the folder of one that runs with --data"}
	}
	return owner.URL, nil
}
