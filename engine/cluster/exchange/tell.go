package exchange

import (
	"context"

	"github.com/nats-io/nats.go"
)

type (
	toldKey struct{}
	tellKey struct{}
)

// WithTold makes [Exchange.Ask] call fn with each word that the other node sends with [Tell] while it works on the question. The calls come in order, from the asking goroutine,
// before Ask returns. A word may be lost.
func WithTold(ctx context.Context, fn func(word []byte)) context.Context {
	return context.WithValue(ctx, toldKey{}, fn)
}

func toldOf(ctx context.Context) func(word []byte) {
	fn, _ := ctx.Value(toldKey{}).(func(word []byte))
	return fn
}

// listens returns the headers of a question whose asker takes words.
func listens(told func([]byte)) []string {
	if told == nil {
		return nil
	}
	return []string{headerListens}
}

// Tell sends a word to the asker of the question that a handler works on. The asker may not listen. A word is at most one message long.
func Tell(ctx context.Context, word []byte) {
	if tell, ok := ctx.Value(tellKey{}).(func(word []byte)); ok {
		tell(word)
	}
}

// Listens reports whether the asker takes the words of [Tell].
func Listens(ctx context.Context) bool {
	_, ok := ctx.Value(tellKey{}).(func(word []byte))
	return ok
}

// withTell lets the handler of a question use [Tell], if the asker listens.
func (x *Exchange) withTell(ctx context.Context, q *nats.Msg) context.Context {
	if q.Header.Get(headerListens) == "" {
		return ctx
	}
	id, reply := q.Header.Get(headerID), q.Reply
	return context.WithValue(ctx, tellKey{}, func(word []byte) {
		_ = x.conn.PublishMsg(message(reply, "", id, kindTold, 0, 1, word)) // a word may be lost
	})
}
