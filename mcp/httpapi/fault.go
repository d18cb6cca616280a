package httpapi

import (
	"fmt"
	"net/http"

	"asterism/engine/caught"
)

// withFault handles a panic of a request's handler. If nothing of the answer was sent, it sends an error with the id of the log entry. Otherwise it cuts the connection, so that
// half an answer does not look complete. Inner handlers release their resources in deferred calls.
func withFault(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := &begun{ResponseWriter: w}
		defer func() {
			value := recover()
			if value == nil {
				return
			}
			if value == http.ErrAbortHandler { // not a fault: a handler cuts the connection with it
				panic(value)
			}
			fault := caught.Note(value)
			if out.yes {
				panic(http.ErrAbortHandler)
			}
			w.Header().Del("Content-Length")
			refuse(w, r, http.StatusInternalServerError, fmt.Sprintf("the request failed unexpectedly: %v", fault), 0)
		}()
		next.ServeHTTP(out, r)
	})
}

// begun records whether a part of an answer was sent.
type begun struct {
	http.ResponseWriter
	yes bool
}

// WriteHeader implements [http.ResponseWriter].
func (b *begun) WriteHeader(status int) {
	b.yes = b.yes || status >= http.StatusOK // earlier statuses are no answer
	b.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (b *begun) Write(p []byte) (int, error) {
	b.yes = true
	return b.ResponseWriter.Write(p)
}

// Flush implements [http.Flusher], which the protocol's library requires for streams.
func (b *begun) Flush() {
	b.yes = true
	if f, ok := b.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (b *begun) Unwrap() http.ResponseWriter { return b.ResponseWriter }
