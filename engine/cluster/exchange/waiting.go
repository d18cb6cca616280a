package exchange

import (
	"context"
	"time"

	"github.com/nats-io/nats.go"
)

// wait collects the parts of an answer. Until then told, which may be nil, gets the words that arrive. look checks whether the node still listens: if a node dies with a question in flight,
// nobody reports that.
func (x *Exchange) wait(ctx context.Context, answers <-chan *nats.Msg, told func([]byte), look func()) ([]byte, error) {
	var got parts
	silent, looking, looked := time.NewTimer(Silence), time.NewTimer(lookAfter), false
	defer silent.Stop()
	defer looking.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-silent.C:
			return nil, ErrLost
		case <-looking.C:
			look()
			looked = true
			looking.Reset(lookAfter)
		case m := <-answers:
			if m.Header.Get("Status") == noResponders {
				if looked { // the node may have received the question before it ended
					return nil, ErrLost
				}
				return nil, ErrGone
			}
			silent.Reset(Silence)
			looking.Reset(lookAfter)
			switch m.Header.Get(headerKind) {
			case kindAnswer:
				whole, err := got.add(m)
				if err != nil || whole {
					return got.data, err
				}
			case kindRefusal:
				whole, err := got.add(m)
				if err != nil {
					return nil, err
				}
				if whole {
					return nil, &Refused{got.data}
				}
			case kindTold:
				if told != nil {
					told(m.Data)
				}
			}
		}
	}
}

// noResponders is the status by which the server reports that nobody listens.
const noResponders = "503"

// answered passes a message to the Ask that waits for it, if one still does.
func (x *Exchange) answered(m *nats.Msg) {
	id := m.Subject[len(x.subject("reply", x.own))+1:]
	x.mu.Lock()
	to := x.waiting[id]
	x.mu.Unlock()
	if to == nil || m.Header.Get(headerKind) == kindTold && len(to) > mostWords { // the rest of the queue is for the answer
		return
	}
	select {
	case to <- m:
	default: // more than an answer can have: the asker reports it as lost
	}
}
