package goaldna

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"
	"unicode/utf8"
)

// recordVersion is the first byte of a saved checker; firstVersion had no run and no reminders.
const (
	firstVersion  = 1
	recordVersion = 2
)

// Errors of [Parse] that callers can tell apart.
var (
	ErrNewer  = errors.New("history of a goal has a newer format than this program reads")
	ErrLayout = errors.New("bytes are no history of a goal")
)

// Append appends the bytes that a checker is saved as: the version; the threshold; limit and size of the history; the goal; how many checks and drift
// events there ever were, and the counter of consecutive ones; the checks kept, oldest first: step, similarity, whether there was a signal, time; the
// drift events kept: step, similarity, time, text; the run: sum, steps, first step, its time; at how many checks was last reminded. Whole numbers and lengths are varints, similarities float64 and times int64 nanoseconds since 1970,
// both little endian. Whoever keeps the bytes sees to it that they come back unchanged.
func (c *Checker) Append(dst []byte) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	dst = append(dst, recordVersion)
	dst = appendFloat(dst, c.options.Threshold)
	dst = appendInts(dst, c.options.Limit, c.options.History, len(c.goal))
	dst = append(dst, c.goal...)
	dst = appendInts(dst, c.total, c.drifted, c.consecutive, c.checks.count)
	for i := range c.checks.count {
		k := c.checks.at(i)
		dst = appendFloat(appendInts(dst, k.step), k.similarity)
		dst = append(dst, 0)
		if k.signal {
			dst[len(dst)-1] = 1
		}
		dst = binary.LittleEndian.AppendUint64(dst, uint64(k.time))
	}
	dst = appendInts(dst, c.events.count)
	for i := range c.events.count {
		e := c.events.at(i)
		dst = appendFloat(appendInts(dst, e.step), e.similarity)
		dst = binary.LittleEndian.AppendUint64(dst, uint64(e.time))
		dst = append(appendInts(dst, len(e.text)), e.text...)
	}
	dst = appendInts(appendFloat(dst, c.run.sum), c.run.steps, c.run.from)
	return appendInts(binary.LittleEndian.AppendUint64(dst, uint64(c.run.since)), c.reminded)
}

func appendInts(dst []byte, v ...int) []byte {
	for _, n := range v {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	return dst
}

func appendFloat(dst []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
}

// Parse reads what [Checker.Append] wrote; now is the clock, nil: time.Now. The errors wrap [ErrNewer] when a later version wrote it, otherwise
// [ErrLayout]. The result shares no memory with b.
func Parse(b []byte, now func() time.Time) (*Checker, error) {
	if len(b) > 0 && b[0] > recordVersion {
		return nil, fmt.Errorf("parse history of a goal: %w: version %d, this program reads up to %d: use the newer program", ErrNewer, b[0], recordVersion)
	}
	r := reader{b: b}
	c := r.checker(now)
	if r.err == nil && len(r.b) > 0 {
		r.fail("%d bytes too many", len(r.b))
	}
	if r.err != nil {
		return nil, fmt.Errorf("parse history of a goal: %w: %w", ErrLayout, r.err)
	}
	return c, nil
}

// reader reads the fields of a saved checker; the first that does not fit sets err.
type reader struct {
	b   []byte
	err error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// next returns n bytes, up to eight zeros when there are fewer.
func (r *reader) next(n int) []byte {
	if n > len(r.b) {
		r.fail("record ends %d bytes too early", n-len(r.b))
	}
	if r.err != nil {
		return make([]byte, min(n, 8))
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

// number reads a whole number of at most limit.
func (r *reader) number(name string, limit int) int {
	v, size := binary.Uvarint(r.b)
	if size <= 0 || v > uint64(limit) {
		r.fail("%s is no number up to %d", name, limit)
		return 0
	}
	r.next(size)
	return int(v)
}

func (r *reader) text(name string, limit int) string {
	v := string(r.next(r.number("length of "+name, min(limit, len(r.b)))))
	if !utf8.ValidString(v) {
		r.fail("%s is not UTF-8", name)
	}
	return v
}

func (r *reader) int64() int64 { return int64(binary.LittleEndian.Uint64(r.next(8))) }

func (r *reader) similarity() float64 {
	v := math.Float64frombits(uint64(r.int64()))
	if !(v >= 0 && v <= 1) {
		r.fail("similarity %v is outside 0…1", v)
	}
	return v
}

func (r *reader) checker(now func() time.Time) *Checker {
	version := r.next(1)[0]
	if version < firstVersion || version > recordVersion {
		r.fail("version %d does not exist", version)
	}
	o := Options{Threshold: r.similarity(), Limit: r.number("limit", math.MaxInt), History: r.number("history", MaxHistory)}
	goal := r.text("goal", math.MaxInt)
	if r.err != nil {
		return nil
	}
	c, err := New(goal, o, now)
	if err != nil {
		r.fail("%w", err)
		return nil
	}
	c.total, c.drifted, c.consecutive = r.number("count of checks", math.MaxInt), r.number("count of drift events", math.MaxInt), r.number("count of consecutive drifts", math.MaxInt)
	for range r.kept("checks", c.total, o.History) {
		*c.checks.push() = recordedCheck{step: r.number("step", math.MaxInt), similarity: r.similarity(), signal: r.bool(), time: r.int64()}
	}
	for range r.kept("drift events", c.drifted, o.History) {
		e := c.events.push()
		e.step, e.similarity, e.time = r.number("step", math.MaxInt), r.similarity(), r.int64()
		if e.similarity >= o.Threshold {
			r.fail("similarity %v of a drift event is not below the threshold %v", e.similarity, o.Threshold)
		}
		e.text = []byte(r.text("action", longestText))
	}
	if version > firstVersion {
		r.run(c)
	}
	if c.drifted > c.total || c.consecutive > c.drifted {
		r.fail("%d checks with %d drift events, %d of them consecutive", c.total, c.drifted, c.consecutive)
	}
	return c
}

// run reads the run and the reminders.
func (r *reader) run(c *Checker) {
	c.run = recordedRun{sum: math.Float64frombits(uint64(r.int64())), steps: r.number("steps of the run", c.total), from: r.number("first step of the run", math.MaxInt), since: r.int64()}
	c.reminded = r.number("checks at the last reminder", c.total)
	if !(c.run.sum >= 0 && c.run.sum <= RunLimit+runCeiling) || (c.run.sum == 0) != (c.run == recordedRun{}) || (c.run.sum == 0) != (c.run.steps == 0) {
		r.fail("a run of %d steps with the sum %v from step %d", c.run.steps, c.run.sum, c.run.from)
	}
}

// kept reads how many of all items ever recorded are in the ring, which is at most its capacity. After an error it is 0.
func (r *reader) kept(name string, ever, room int) int {
	n := r.number("count of "+name, room)
	if n != min(ever, room) {
		r.fail("%d %s are kept of %d, with room for %d", n, name, ever, room)
	}
	if r.err != nil {
		return 0
	}
	return n
}

func (r *reader) bool() bool {
	v := r.next(1)[0]
	if v > 1 {
		r.fail("%d is neither yes nor no", v)
	}
	return v == 1
}
