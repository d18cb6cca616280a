package exchange

import (
	"context"
	"time"

	"asterism/engine/caught"

	"github.com/nats-io/nats.go"
)

// asked receives a part of a question, or the message that its asker has given up.
func (x *Exchange) asked(m *nats.Msg) {
	id := m.Header.Get(headerID)
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.shutDown || id == "" {
		return
	}
	switch m.Header.Get(headerKind) {
	case kindCancel:
		if stop := x.atWork[id]; stop != nil {
			stop()
		}
		delete(x.coming, id)
	case kindQuestion:
		p := x.coming[id]
		if p == nil {
			p = &parts{}
			x.coming[id] = p
			x.forget(id, p)
		}
		whole, err := p.add(m)
		if err != nil {
			delete(x.coming, id) // the asker gets no answer and reports it as lost
			x.log.Warn("a question of another node cannot be read", "error", err)
			return
		}
		if whole {
			delete(x.coming, id)
			x.begin(m, p.data)
		}
	}
}

// forget drops a question whose parts do not all arrive.
func (x *Exchange) forget(id string, p *parts) {
	time.AfterFunc(2*Silence, func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		if x.coming[id] == p {
			delete(x.coming, id)
		}
	})
}

// begin answers a question in the background; m is its last part. The caller holds mu.
func (x *Exchange) begin(m *nats.Msg, question []byte) {
	id, reply := m.Header.Get(headerID), m.Reply
	ctx, stop := context.WithCancel(x.withTell(x.ctx, m))
	x.atWork[id] = stop
	x.working.Go(func() {
		defer func() {
			stop()
			x.mu.Lock()
			delete(x.atWork, id)
			x.mu.Unlock()
		}()
		_ = caught.Do(func() { x.answer(ctx, id, reply, question) })
	})
}

// answer runs the handler and sends signs of life until it ends, then the result.
func (x *Exchange) answer(ctx context.Context, id, reply string, question []byte) {
	done := make(chan struct{})
	said := make(chan struct{})
	go func() {
		defer close(said)
		_ = caught.Do(func() { x.sayWorking(id, reply, done) })
	}()
	var out []byte
	err := caught.Run(func() (err error) { out, err = x.handler(ctx, question); return err })
	close(done)
	<-said
	kind := kindAnswer
	if err != nil {
		kind, out = kindRefusal, []byte(err.Error())
	}
	if err := x.send(reply, "", id, kind, out); err != nil {
		x.log.Warn("an answer to another node was not sent", "error", err)
	}
}

func (x *Exchange) sayWorking(id, reply string, done <-chan struct{}) {
	t := time.NewTicker(pulse)
	defer t.Stop()
	for {
		select {
		case <-done:
			return
		case <-t.C:
			_ = x.conn.PublishMsg(message(reply, "", id, kindWorking, 0, 1, nil)) // without a connection the asker reports it as lost
		}
	}
}
