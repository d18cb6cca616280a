package tooldrift

import (
	"encoding/json"
	"fmt"
)

// adopt judges the list of a new link and makes it the link in use. It reports whether the client's list has changed.
func (g *Guard) adopt(l *link, list List) (changed bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.pin == nil {
		if g.pin, err = g.opt.Pins.Create(g.opt.Name, g.opt.Server, capabilitiesOf(g.hello), list); err != nil {
			return false, err
		}
		g.logf("pinned %d tools of %s as %s", len(list.Tools), g.opt.Server, g.opt.Name)
	}
	r := g.pin.Compare(list)
	d := Decide(r, g.opt.Policy)
	clear(g.blocked)
	switch {
	case d.Accepted() && list.Incomplete == "":
		if err := g.pin.accept(list, g.opt.Pins.now()); err != nil {
			return false, err
		}
		changed = r.Kind != Identity
	default: // a refused or incomplete list is not adopted
		g.block(r)
	}
	g.logDecision(r, d)
	l.digest = list.Digest()
	g.use(l)
	return changed, nil
}

// compareClients warns if the pin was made for a client with other capabilities: a server may offer this client other tools.
func (g *Guard) compareClients() {
	g.mu.Lock()
	defer g.mu.Unlock()
	was, is := "{}", "{}"
	for _, c := range []struct {
		raw json.RawMessage
		out *string
	}{{g.pin.Capabilities, &was}, {capabilitiesOf(g.hello), &is}} {
		if b, err := Canonical(c.raw); err == nil {
			*c.out = string(b)
		}
	}
	if was != is {
		g.logf("note: the pin was made for a client with capabilities %s, this one has %s: a server may offer them different tools", was, is)
	}
}

// capabilitiesOf returns the capabilities in a client's initialize; nil if there are none.
func capabilitiesOf(hello json.RawMessage) json.RawMessage {
	var h struct {
		Capabilities json.RawMessage `json:"capabilities"`
	}
	_ = json.Unmarshal(hello, &h) // the server has accepted it, so it can be read
	if string(h.Capabilities) == "{}" {
		return nil
	}
	return h.Capabilities
}

// use makes a link the target of requests. The caller holds mu.
func (g *Guard) use(l *link) {
	g.cur, g.failure = l, nil
	select {
	case <-g.decided:
	default:
		close(g.decided)
	}
}

// hold judges the changed list of a link in use, and blocks the tools that differ. It does not adopt the list; only a new link's list is adopted.
func (g *Guard) hold(l *link, list List) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.cur == l {
		l.unlisted = false
		clear(g.blocked)
		g.block(g.pin.Compare(list))
	}
}

// withhold blocks every tool of a link in use whose changed list could not be read.
func (g *Guard) withhold(l *link, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.cur == l {
		l.unlisted = true
		for _, t := range g.pin.List.Tools {
			g.blocked[t.Name] = fmt.Sprintf("is not known to be what it was, since its server says that its tools have changed, and does not list them: %v", err)
		}
	}
}

// block refuses calls of tools that differ from what the client was shown. The caller holds mu.
func (g *Guard) block(r Report) {
	for _, e := range r.Edits {
		g.blocked[e.Tool] = fmt.Sprintf("was changed by its server, first at %s", e.Changes[0].Path)
	}
	for _, name := range r.Removed {
		g.blocked[name] = "was removed by its server"
	}
	for _, name := range r.Added { // a second tool with a known name
		g.blocked[name] = "is new, or there more than once, and was not accepted"
	}
}

func (g *Guard) logDecision(r Report, d Decision) {
	if r.Kind != Identity {
		g.logf("%s, risk %s%s: %s", r.Kind, r.Risk, breaking(r.Breaking), d.Verdict)
	}
	for _, w := range d.Warnings {
		g.logf("warning: %s", w)
	}
	if !d.Accepted() {
		g.logf("the old list stands (%s); see `asterism mcp check %s`, take the new one over with `asterism mcp accept %s` and start again", d.Why, g.opt.Name, g.opt.Name)
	}
}

// refuses returns why a call of a tool is not passed on; empty if it is. The caller holds mu.
func (g *Guard) refuses(tool string) string {
	if why, ok := g.blocked[tool]; ok {
		return fmt.Sprintf("tool %q %s; the call was not made. A person can look at it with `asterism mcp check %s`", tool, why, g.opt.Name)
	}
	for _, t := range g.pin.List.Tools {
		if t.Name == tool {
			return ""
		}
	}
	return fmt.Sprintf("tool %q is not in the accepted list of %q; the call was not made", tool, g.opt.Name)
}

// standing returns the result of tools/list: the accepted list on one page.
func (g *Guard) standing() json.RawMessage {
	g.mu.Lock()
	defer g.mu.Unlock()
	raw, err := json.Marshal(List{Tools: g.pin.List.Tools})
	if err != nil {
		panic(err) // the definitions were read from JSON
	}
	return raw
}
