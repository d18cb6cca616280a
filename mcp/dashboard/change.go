package dashboard

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"asterism/engine"
	"asterism/mcp/tools"
)

// ChangeHeader is the header of a request that changes something. Its value is "change" in the answer of GET /dashboard/data/status, which another site's page cannot read. A form
// cannot send a header. So another site's page cannot make a browser send such a request, even if the server requires no token.
const ChangeHeader = "X-Asterism-Change"

// Changes lists the tools with which the page changes something. Their effects can be undone: hard forgetting is not one of them.
func Changes() []string { return []string{"update_memory", "forget_memory", "restore_memory"} }

// refusal is the error of a request that may not change anything.
type refusal struct {
	status        int
	message, hint string
}

func (r *refusal) Error() string { return r.message }

// guard only allows changes by the page on this machine.
type guard struct {
	readOnly bool
	secret   string
	origin   *http.CrossOriginProtection
}

func newGuard(readOnly bool) *guard {
	return &guard{readOnly, rand.Text(), http.NewCrossOriginProtection()}
}

// check returns why a request may not change anything; nil if it may.
func (g *guard) check(r *http.Request) error {
	switch media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); {
	case g.readOnly:
		return &refusal{http.StatusForbidden, "this page only reads: the server was started with --dashboard read-only", "change it with `asterism update`, `forget` or `restore`, or start the server without that flag"}
	case !fromHere(r.RemoteAddr):
		return &refusal{http.StatusForbidden, "memories are changed from the machine they are on only", "open the page there, or use the command line there"}
	case g.origin.Check(r) != nil:
		return &refusal{http.StatusForbidden, "another site's page asked for this change", "open the page with the link that `asterism dashboard` prints"}
	case subtle.ConstantTimeCompare([]byte(r.Header.Get(ChangeHeader)), []byte(g.secret)) != 1:
		return &refusal{http.StatusForbidden, "the request does not carry what the server gave the page", "reload the page: the server was restarted"}
	case err != nil || media != "application/json":
		return &refusal{http.StatusUnsupportedMediaType, "a change is sent as application/json", ""}
	}
	return nil
}

// fromHere reports whether an address belongs to this machine.
func fromHere(remote string) bool {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// change answers POST /dashboard/data/change/{tool}.
func (o *Options) change(g *guard, r *http.Request) (any, error) {
	if err := g.check(r); err != nil {
		return nil, err
	}
	tool := r.PathValue("tool")
	if !slices.Contains(Changes(), tool) {
		return nil, &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("the dashboard does not change anything by %q", tool), Hint: "it does by " + strings.Join(Changes(), ", ")}
	}
	args, err := argumentsOf(r)
	if err != nil {
		return nil, err
	}
	if _, given := args["hard"]; given {
		return nil, &engine.Error{Kind: engine.KindInvalid, Message: "the page forgets only what can be restored", Hint: "`asterism forget --hard ID` removes it for good"}
	}
	e, err := o.Engine(r.Context())
	if err != nil {
		return nil, err
	}
	var out json.RawMessage
	return &out, tools.Ask(r.Context(), e, tool, args, nil, &out)
}
