package exchange

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"asterism/engine/caught"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"
)

// Silence is how long an asker waits without a sign of life, and pulse how often one is sent.
const (
	Silence = 5 * time.Second
	pulse   = time.Second
	// lookAfter is how long a node may be silent before the asker checks, repeatedly, whether it listens at all.
	lookAfter = pulse + pulse/2
)

// Errors that callers can distinguish.
var (
	ErrGone = errors.New("nobody listens there: its process has ended, or is not open yet")
	ErrLost = errors.New("the node stopped answering: the request may or may not have been carried out")
)

// Handler answers the questions of other nodes. The text of its error is sent to the asker, so it should be written for the asker.
type Handler func(ctx context.Context, question []byte) ([]byte, error)

// Exchange is one node's end of the exchange. It is safe for concurrent use.
type Exchange struct {
	conn         *nats.Conn
	cluster, own string
	part         int // bytes of a message's data
	handler      Handler
	log          *slog.Logger
	subs         []*nats.Subscription
	ctx          context.Context // of the work for other nodes
	end          context.CancelFunc
	working      sync.WaitGroup

	mu       sync.Mutex
	waiting  map[string]chan *nats.Msg // by this node's question
	coming   map[string]*parts         // questions of other nodes with parts still missing
	atWork   map[string]context.CancelFunc
	shutDown bool
}

// Open subscribes the node: from now on others can ask it.
func Open(conn *nats.Conn, cluster, node string, handler Handler, log *slog.Logger) (*Exchange, error) {
	x := &Exchange{conn: conn, cluster: cluster, own: node, handler: handler, log: log, part: int(conn.MaxPayload()) * 3 / 4,
		waiting: map[string]chan *nats.Msg{}, coming: map[string]*parts{}, atWork: map[string]context.CancelFunc{}}
	x.ctx, x.end = context.WithCancel(context.Background())
	for subject, fn := range map[string]nats.MsgHandler{x.subject("call", node): x.asked, x.subject("reply", node) + ".*": x.answered} {
		sub, err := conn.Subscribe(subject, func(m *nats.Msg) { _ = caught.Do(func() { fn(m) }) })
		if err != nil {
			x.Close()
			return nil, fmt.Errorf("listen to other nodes: %w", err)
		}
		if err := sub.SetPendingLimits(-1, mostPending); err != nil {
			x.Close()
			return nil, fmt.Errorf("listen to other nodes: %w", err)
		}
		x.subs = append(x.subs, sub)
	}
	return x, conn.Flush()
}

// mostPending bounds the bytes of messages that wait to be read.
const mostPending = 512 << 20

// Close stops listening, and waits for the running work for others.
func (x *Exchange) Close() {
	for _, s := range x.subs {
		_ = s.Unsubscribe() // the connection is closed then
	}
	x.mu.Lock()
	x.shutDown = true
	x.mu.Unlock()
	x.end()
	x.working.Wait()
}

func (x *Exchange) subject(what, node string) string {
	return "asterism." + x.cluster + "." + what + "." + node
}

// Ask asks a node, and returns its answer. Errors wrap ErrGone, ErrLost or that of ctx, or are a *[Refused].
func (x *Exchange) Ask(ctx context.Context, node string, question []byte) ([]byte, error) {
	id := nuid.Next()
	answers := make(chan *nats.Msg, mostWords+mostParts)
	x.mu.Lock()
	x.waiting[id] = answers
	x.mu.Unlock()
	defer func() {
		x.mu.Lock()
		delete(x.waiting, id)
		x.mu.Unlock()
	}()
	to := x.subject("call", node)
	told := toldOf(ctx)
	if err := x.send(to, x.subject("reply", x.own)+"."+id, id, kindQuestion, question, listens(told)...); err != nil {
		return nil, fmt.Errorf("ask node %s: %w: %w", node, ErrGone, err)
	}
	out, err := x.wait(ctx, answers, told, func() { // the node that gets it finds no such question of its own and ignores it
		_ = x.conn.PublishMsg(message(x.subject("reply", node)+".look", x.subject("reply", x.own)+"."+id, id, kindLook, 0, 1, nil))
	})
	if err == nil {
		return out, nil
	}
	if ctx.Err() != nil {
		_ = x.conn.PublishMsg(message(to, "", id, kindCancel, 0, 1, nil)) // a node that does not get it works for nothing
	}
	var refused *Refused
	if errors.As(err, &refused) {
		return nil, err
	}
	return nil, fmt.Errorf("ask node %s: %w", node, err)
}

// Refused is a handler's error at the asker: its text.
type Refused struct{ Said []byte }

func (r *Refused) Error() string { return string(r.Said) }
