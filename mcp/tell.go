package mcp

import "context"

// teller tells the client of one call how far its work is.
type teller func(message string, done, total int)

type tellerKey struct{}

// progressOf returns what tells the progress of the call behind ctx, as often as the server lets it; it does nothing
// when the client did not ask. It is called from one goroutine.
func progressOf(ctx context.Context, message string) func(done, total int) {
	tell, ok := ctx.Value(tellerKey{}).(teller)
	if !ok {
		return func(int, int) {}
	}
	return func(done, total int) { tell(message, done, total) }
}

// withTeller gives the call behind ctx the means to tell its progress.
func withTeller(ctx context.Context, t teller) context.Context {
	return context.WithValue(ctx, tellerKey{}, t)
}
