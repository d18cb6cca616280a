package httpapi

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"time"

	"asterism/engine/caught"
)

// restWait is how long connections may take to close after their last request.
const restWait = 2 * time.Second

// ErrCut means that requests were still running when their time was up. They were cut and not acknowledged.
var ErrCut = errors.New("cut")

// Serve answers until ctx ends. Then /readyz reports the end, new requests are refused, streams get a comment and are closed, and running requests have Options.EndWithin to finish.
// The address is closed last, so that callers get an answer until then. It returns nil if all requests were finished, and ErrCut if some were not.
func (s *Server) Serve(ctx context.Context) error {
	base, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	defer s.endStreams()
	s.http.BaseContext = func(net.Listener) context.Context { return base }
	var l net.Listener = s.listener
	if s.tls != nil {
		l = tls.NewListener(l, s.tls)
	}
	served := make(chan error, 1)
	go func() { served <- caught.Run(func() error { return s.http.Serve(l) }) }()
	select {
	case err := <-served:
		return fmt.Errorf("serve http: %w", err)
	case <-ctx.Done():
	}
	err := s.end(base, cut)
	<-served
	return err
}

// end waits for running requests, and closes. cut ends the contexts of the rest.
func (s *Server) end(base context.Context, cut context.CancelFunc) error {
	empty := s.inFlight.close()
	s.http.SetKeepAlivesEnabled(false)
	s.endStreams()
	wait, cancel := context.WithTimeout(base, s.opt.EndWithin)
	defer cancel()
	closed := make(chan error, 1)
	go func() {
		closed <- caught.Run(func() error {
			if s.opt.MCP == nil {
				return nil
			}
			return s.opt.MCP.Close(wait)
		})
	}()

	var late error
	select {
	case <-empty:
	case <-wait.Done():
		requests, streams, _ := s.inFlight.now()
		late = fmt.Errorf("%d requests and %d streams were not done within %s: %w; what they were to store was not acknowledged", requests, streams, s.opt.EndWithin, ErrCut)
		cut()
	}
	rest, cancelRest := context.WithTimeout(context.WithoutCancel(base), restWait)
	defer cancelRest()
	err := errors.Join(late, <-closed)
	serr := s.http.Shutdown(rest)
	if serr == nil && err == nil {
		return nil
	}
	// Connections that do not end are cut. Nothing is lost if they have no running requests: their clients have sent nothing yet.
	if cerr := s.http.Close(); !errors.Is(serr, context.DeadlineExceeded) {
		err = errors.Join(err, serr, cerr)
	}
	if err != nil {
		return fmt.Errorf("shut down http: %w", err)
	}
	return nil
}
