package exchange

import (
	"context"

	"github.com/nats-io/nats.go"
)

type (
	toldKey struct{}
	tellKey struct{}
)

// WithTold has fn called with each word that the other node sends by [Tell] while it works on what is asked with the context: in order, from the goroutine that asks, before [Exchange.Ask]
// returns. A word may be lost.
func WithTold(ctx context.Context, fn func(word []byte)) context.Context {
	return context.WithValue(ctx, toldKey{}, fn)
}

func toldOf(ctx context.Context) func(word []byte) {
	fn, _ := ctx.Value(toldKey{}).(func(word []byte))
	return fn
}

// listens are the headers of a question whose answerer may tell meanwhile.
func listens(told func([]byte)) []string {
	if told == nil {
		return nil
	}
	return []string{headerListens}
}

// Tell sends a word to who asked what a handler works on with the context; nobody may listen. A word has at most as many bytes as a message.
func Tell(ctx context.Context, word []byte) {
	if tell, ok := ctx.Value(tellKey{}).(func(word []byte)); ok {
		tell(word)
	}
}

// Listens reports whether who asked listens to what [Tell] sends.
func Listens(ctx context.Context) bool {
	_, ok := ctx.Value(tellKey{}).(func(word []byte))
	return ok
}

// withTell gives the work on a question the means to tell, if its asker listens.
func (x *Exchange) withTell(ctx context.Context, q *nats.Msg) context.Context {
	if q.Header.Get(headerListens) == "" {
		return ctx
	}
	id, reply := q.Header.Get(headerID), q.Reply
	return context.WithValue(ctx, tellKey{}, func(word []byte) {
		_ = x.conn.PublishMsg(message(reply, "", id, kindTold, 0, 1, word)) // a word may be lost
	})
}
