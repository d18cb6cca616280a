package serve

import (
	"context"
	"crypto/rand"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/engine/caught"
	"asterism/mcp/dashboard"
	"asterism/mcp/httpapi"
)

// pageIdle is how long a lent page stays without requests. An open page sends one every few seconds.
const pageIdle = 30 * time.Minute

// lentPage is the dashboard of a server without its own address. On request it is served at a free port of this machine, with a token made for it. It ends after pageIdle without
// requests, or with the server.
type lentPage struct {
	ctx    context.Context
	flags  *owner.Flags
	served serveFlags
	from   source

	mu      sync.Mutex
	link    string // empty: not served
	asked   atomic.Int64
	stop    context.CancelFunc
	serving sync.WaitGroup
}

// page returns the options of a dashboard.
func (f *serveFlags) page(version string, from source) dashboard.Options {
	var cluster func() *dashboard.Cluster
	if c, ok := from.(*clustered); ok {
		cluster = c.node.Glance
	}
	return dashboard.Options{Version: version, Cluster: cluster, Engine: from.engine, Status: from.status, Ready: from.ready, ReadOnly: f.dashboard == dashboardModes[1]}
}

// open serves the page, unless it is served already, and returns its link.
func (p *lentPage) open(context.Context) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked.Store(time.Now().UnixNano())
	if p.link != "" {
		return p.link, nil
	}
	log, err := p.flags.Logger()
	if err != nil {
		return "", err
	}
	token := rand.Text()
	data := dashboard.Data(p.served.page(p.flags.Version, p.from))
	l, err := httpapi.Listen(httpapi.Options{Token: token, Page: dashboard.Page(), Ready: p.from.ready, Log: log, Data: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.asked.Store(time.Now().UnixNano())
		data.ServeHTTP(w, r)
	})})
	if err != nil {
		return "", err
	}
	u, err := url.Parse(l.URL())
	if err != nil {
		return "", err
	}
	u.Path = "/"
	link := u.String() + "#" + url.Values{"token": {token}}.Encode()
	ctx, stop := context.WithCancel(p.ctx)
	p.link, p.stop = link, stop
	p.serving.Go(func() {
		if err := caught.Run(func() error { return l.Serve(ctx) }); err != nil {
			log.Warn("the dashboard has ended", "error", err)
		}
		stop()
		p.endUnless(link, func() bool { return false })
	})
	p.serving.Go(func() { _ = caught.Do(func() { p.endWhenIdle(ctx, stop, link) }) })
	return link, nil
}

// endUnless ends a link, unless still returns true. It does not end a later link.
func (p *lentPage) endUnless(link string, still func() bool) (ended bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if still() {
		return false
	}
	if p.link == link {
		p.link = ""
	}
	return true
}

// endWhenIdle stops the page after pageIdle without requests.
func (p *lentPage) endWhenIdle(ctx context.Context, stop context.CancelFunc, link string) {
	defer stop()
	left := func() time.Duration { return pageIdle - time.Since(time.Unix(0, p.asked.Load())) }
	for !p.endUnless(link, func() bool { return left() > 0 }) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(left()):
		}
	}
}

// close stops the page and waits for running requests.
func (p *lentPage) close() {
	p.mu.Lock()
	stop := p.stop
	p.mu.Unlock()
	if stop != nil {
		stop()
	}
	p.serving.Wait()
}
