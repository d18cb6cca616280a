package cuda

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/caught"
	"asterism/engine/fingerprint"
	"asterism/kernels/cuda"
	"asterism/models"
)

var _ backend.Backend = (*Backend)(nil)

// Bound is how far a number of a text's value alone may be from the same text's in a batch. Order and neighbours change no bit, but for another number of rows a product
// may use another way, which adds the same terms in another order ([products]): the greatest difference seen was 4e-4, at E7.
const Bound = 2e-3

// Backend runs the models of one profile on one GPU. It implements [backend.Backend]. When the GPU is lost, every call in flight and every later one fails at once, with
// the same cause, which wraps [backend.ErrLost].
type Backend struct {
	name        string
	owner       *owner
	root        cuda.Machine // the owner's; other goroutines only make streams of it
	free, total uint64       // bytes of the GPU when it was opened
	info        cuda.Info
	lost        *latch
	products    *products  // how matrices are multiplied; nil: by the kernels that every GPU has
	spared      int        // multiprocessors that passages leave to questions
	packs       bool       // this GPU packs values as the processor does
	clock       *workClock // of the time that it has work

	mu        sync.Mutex // while models are loaded; nothing changes later
	residents map[models.Space]*resident
	places    []Place
}

// Name implements [backend.Backend].
func (b *Backend) Name() string { return b.name }

// Spaces implements [backend.Backend]: those on the GPU.
func (b *Backend) Spaces() models.Set {
	var s models.Set
	for space := range b.residents {
		s = s.With(space)
	}
	return s
}

// Residency returns where each space of the profile runs, in their order.
func (b *Backend) Residency() []Place { return slices.Clone(b.places) }

// Choices describes for people how matrices are multiplied on this GPU, one line a choice.
func (b *Backend) Choices() []string { return b.products.Choices() }

// Memory is what is free on the GPU now, and all it has, in bytes.
func (b *Backend) Memory() (free, total uint64, err error) {
	if err := b.lost.cause(); err != nil {
		return 0, b.total, err
	}
	err = b.owner.do(context.Background(), func(m cuda.Machine) error {
		free, total, err = m.Device().Memory()
		return err
	})
	if errors.Is(err, cuda.ErrLost) {
		b.lost.lose(err)
		err = b.lost.cause()
	}
	return free, total, err
}

// Embed implements [backend.Backend]. Questions and passages have separate lanes: a question waits only for questions. A batch that is larger than the
// lanes' memory, or for which the GPU has too little memory after all, is split in two.
func (b *Backend) Embed(ctx context.Context, s models.Space, in *batch.Batch) ([]fingerprint.Value, error) {
	out := make([]fingerprint.Value, in.Rows())
	if err := b.embed(ctx, s, in, outcome{values: out}); err != nil {
		return nil, err
	}
	return out, nil
}

// EmbedPacked is Embed for callers that only store: for each row the bytes that fingerprint.Pack makes of Embed's value. It costs the processor less, and a quarter
// of the copying. A space that is computed from the time is never stored, and an error.
func (b *Backend) EmbedPacked(ctx context.Context, s models.Space, in *batch.Batch) ([]fingerprint.Packed, error) {
	if r, ok := b.residents[s]; ok && b.packs && r.net.needs(size{1, 1, 1}).packed > 0 {
		out := make([]fingerprint.Packed, in.Rows())
		if err := b.embed(ctx, s, in, outcome{packed: out}); err != nil {
			return nil, err
		}
		return out, nil
	}
	values, err := b.Embed(ctx, s, in)
	if err != nil {
		return nil, err
	}
	out := make([]fingerprint.Packed, len(values))
	for i, v := range values {
		if out[i], err = fingerprint.Pack(s, v); err != nil {
			return nil, fmt.Errorf("embed %v on %s: row %d: %w", s, b.name, i, err)
		}
	}
	return out, nil
}

func (b *Backend) embed(ctx context.Context, s models.Space, in *batch.Batch, out outcome) error {
	r, ok := b.residents[s]
	if !ok {
		return fmt.Errorf("embed %v: this backend has models for %v only", s, b.Spaces().Spaces())
	}
	rows := make([]int, in.Rows())
	for i := range rows {
		rows[i] = i
	}
	err := cmp.Or(ctx.Err(), b.lost.cause())
	if err == nil {
		err = r.embed(ctx, in, rows, out)
	}
	if err != nil {
		return fmt.Errorf("embed %v on %s: %w", s, b.name, err)
	}
	return nil
}

// closeGrace is how long Close waits for running work on the GPU.
var closeGrace = 10 * time.Second

// Close implements [backend.Backend]. A GPU that does not answer stays open until the process ends.
func (b *Backend) Close() error {
	ended := make(chan error, 1)
	go func() { ended <- caught.Run(b.end) }()
	select {
	case err := <-ended:
		return err
	case <-time.After(closeGrace):
		return fmt.Errorf("close %s: it is still at work after %v and is not waited for", b.name, closeGrace)
	}
}

// end waits for the running work and closes the GPU.
func (b *Backend) end() error {
	for _, r := range b.residents {
		r.end()
	}
	if b.owner != nil {
		// The products' memory is freed with the GPU's context, also when the GPU is lost. Only a library must be closed here.
		_ = b.owner.do(context.Background(), func(m cuda.Machine) error { return b.products.close(m) })
		b.owner.close()
	}
	return nil
}

// resident is a model on the GPU.
type resident struct {
	model  *models.Model
	net    network
	queues [2]*queue // by role
	lanes  sync.WaitGroup
	stop   chan struct{}
	once   sync.Once
}

// kind is how one role's batches run.
type kind struct {
	lanes  int
	urgent bool // before the others on the GPU
	tokens int  // most of a batch; 0: as the budget says
}

// kinds are by role. Passages have two lanes, so that one batch is copied and decoded while another is computed. Questions, which are short and come one by one, have one.
var kinds = [2]kind{batch.Passage: {lanes: 2}, batch.Query: {lanes: 1, urgent: true, tokens: 2048}}

// most is the size of the largest layout of several rows.
func (k kind) most(b budget) size {
	tokens := b.tokens
	if k.tokens > 0 {
		tokens = min(tokens, k.tokens)
	}
	texts := min(b.rows, tokens) + 1 // one text more fills a small layout up
	return size{tokens: tokens, texts: texts, tiles: tokens/attentionTile + texts}
}

// attentionTile is the least number of tokens that tiles of one text but the last have, see cuda.AttentionTiles.
const attentionTile = 64

// embed runs rows of a batch, in halves when they are too many.
func (r *resident) embed(ctx context.Context, in *batch.Batch, rows []int, out outcome) error {
	if int(in.Role) >= len(r.queues) {
		return fmt.Errorf("check batch: role %d is unknown; it is batch.Passage or batch.Query", in.Role)
	}
	l, err := r.net.lay(in, rows)
	if err != nil || len(l.rows) == 0 {
		return err
	}
	l.packed = out.packed != nil
	q := r.queues[in.Role]
	half := len(rows) / 2
	if l.size().within(q.most) || half == 0 {
		if err = q.do(ctx, l, out); half == 0 || !errors.Is(err, cuda.ErrMemory) {
			return err
		}
	}
	if err := r.embed(ctx, in, rows[:half], out); err != nil {
		return err
	}
	return r.embed(ctx, in, rows[half:], out)
}

// end stops the lanes and waits for them.
func (r *resident) end() {
	r.once.Do(func() { close(r.stop) })
	r.lanes.Wait()
}

// laneBytes is the memory of a model's lanes, with the workspaces that a library may need for their streams.
func laneBytes(net network, b budget) (bytes uint64) {
	for _, k := range kinds {
		bytes += uint64(k.lanes) * uint64(offsetsOf(net.needs(k.most(b)), k.most(b)).bytes)
		if !k.urgent {
			bytes += uint64(k.lanes) * blasWorkspace // where cuBLASLt is there and chosen
		}
	}
	return bytes
}
