package spread

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/engine/cluster/pieces"

	"github.com/nats-io/nats.go"
)

// Packer embeds on this node.
type Packer interface {
	Pack(ctx context.Context, notes []engine.Note) ([]engine.Packed, error)
}

// Leaders store what was embedded.
type Leaders interface {
	ShardOf(namespace string) int
	// HandOver sends notes to the leader of a shard, which stores them. A repetition changes nothing.
	HandOver(ctx context.Context, shard int, notes []engine.Packed) (stored []engine.Once, place uint64, err error)
	// Written records that a caller of this node has written to a shard up to a place of its log.
	Written(shard int, place uint64)
}

// Config holds the identity and the parts of a spreader.
type Config struct {
	Cluster, Node string
	Conn          *nats.Conn
	Replicas      int // of the queue
	AtOnce        int // pieces that this node works on at the same time
	Packer        Packer
	Leaders       Leaders
	// Tell sends another node what its [Spreader.Heard] takes. gone means that nobody listens there.
	Tell    func(ctx context.Context, node string, result []byte) (gone bool, err error)
	Silence time.Duration // see [pieces.Options]
	Log     *slog.Logger
}

// Spreader is a node's part. It is safe for concurrent use.
type Spreader struct {
	cfg  Config
	most int // bytes of a piece
	sub  *nats.Subscription
	ctx  context.Context // of the work
	end  context.CancelFunc
	work *caught.Group

	opening sync.Mutex
	queue   *pieces.Queue // nil: nothing was spread yet

	mu      sync.Mutex
	waiting map[string]chan *result // by piece
	called  time.Time               // when this node last announced work
	heard   time.Time               // when it last received an announcement
	working bool
	closed  bool
}

// Open subscribes the node. From now on it works when a node announces work.
func Open(c Config) (*Spreader, error) {
	s := &Spreader{cfg: c, most: int(c.Conn.MaxPayload()) * 3 / 4, waiting: map[string]chan *result{}, work: caught.NewGroup()}
	s.ctx, s.end = context.WithCancel(context.Background())
	var err error
	if s.sub, err = c.Conn.Subscribe(s.subject(), func(*nats.Msg) { s.hear() }); err != nil {
		return nil, fmt.Errorf("listen for work to share: %w", err)
	}
	return s, nil
}

// subject is the subject of the announcements.
func (s *Spreader) subject() string { return "asterism." + s.cfg.Cluster + ".spread" }

// Close gives back the pieces that this node works on, and waits for that. Callers of Remember must have returned.
func (s *Spreader) Close() {
	_ = s.sub.Unsubscribe() // fails only if the connection is closed
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.end()
	_ = s.work.Wait() // its errors were logged
}

// open opens the queue when it is first needed.
func (s *Spreader) open(ctx context.Context) (*pieces.Queue, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	if s.queue != nil {
		return s.queue, nil
	}
	q, err := pieces.Open(ctx, s.cfg.Conn, pieces.Options{Cluster: s.cfg.Cluster, Replicas: s.cfg.Replicas, Silence: s.cfg.Silence})
	if err == nil {
		s.queue = q
	}
	return q, err
}

// Heard takes the result of a piece from another node. It drops one that nobody waits for.
func (s *Spreader) Heard(raw []byte) error {
	var r result
	if err := json.Unmarshal(raw, &r); err != nil {
		return fmt.Errorf("read what became of a piece: %w", err)
	}
	s.deliver(&r)
	return nil
}

func (s *Spreader) deliver(r *result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.waiting[r.ID] <- r: // with a nil channel the default runs
	default: // it was done twice, or its caller has left
	}
}
