package sched

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"time"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/models"
)

// Lane describes one embedder to the scheduler.
type Lane struct {
	Space     models.Space
	Tokenizer string      // family in [Job.Tokens]; empty for spaces that are arithmetic over text or time
	Window    int         // most tokens of a row, including the frame; 0: no limit
	Overlap   int         // tokens that neighbouring windows share
	Passage   batch.Frame // put around each row of a memory
	Query     batch.Frame // put around each row of a question
	Filled    int         // least tokens of a question's row: the backend pads shorter ones; 0: it does not
	Image     int         // tokens of a text that cost as much as an image here; 0: the space sees no images

	Budget batch.Budget // of one batch; zero fields are taken from [Config.Budget]
}

// cost returns the tokens of a row for this many tokens of a text.
func (l Lane) cost(role batch.Role, tokens int) int {
	cost := tokens + l.frame(role).Len()
	if role == batch.Query {
		cost = max(cost, l.Filled)
	}
	return cost
}

// budget sets the fields that the lane leaves open from the scheduler's budget.
func (l Lane) budget(all batch.Budget) batch.Budget {
	return batch.Budget{
		Tokens:   cmp.Or(l.Budget.Tokens, all.Tokens),
		Rows:     cmp.Or(l.Budget.Rows, all.Rows),
		CallCost: cmp.Or(l.Budget.CallCost, all.CallCost),
	}
}

// frame returns what is put around the rows of a role.
func (l Lane) frame(role batch.Role) batch.Frame {
	if role == batch.Query {
		return l.Query
	}
	return l.Passage
}

// Config is the configuration of a scheduler.
type Config struct {
	Lanes       []Lane
	Backends    []backend.Backend // in order of preference: a space runs on the first that has it
	Workers     int               // batches in work at a time; 0: one per core
	Askers      int               // additional workers that run only questions: on a device whose lanes run concurrently a question then never waits for passages
	PerLane     int               // batches of one lane in work at a time, so that one space does not occupy all workers; 0: no limit
	OnTrial     models.Set        // spaces that run on their second backend until [Scheduler.EndTrial] reports that the first computes them correctly
	Budget      batch.Budget      // of one batch
	QueueCap    int               // passages accepted and not finished; 0: [DefaultQueueCap]
	QuestionCap int               // questions accepted and not finished; 0: [DefaultQuestionCap]
	Patience    time.Duration     // how long questions go before ready passages until these get a turn; 0: [DefaultPatience]
	MaxWait     time.Duration     // longest wait for a permit if ctx has no earlier deadline; 0: [DefaultMaxWait]
	Log         *slog.Logger      // nil: [slog.Default]
}

// Defaults of a configuration. The patience is several times as long as a question takes in all spaces, and short for
// an ingest.
const (
	DefaultQueueCap    = 1024
	DefaultQuestionCap = 256
	DefaultPatience    = 100 * time.Millisecond
	DefaultMaxWait     = 30 * time.Second
)

// maxBackends is the number of bits in the set of backends that worked on a job.
const maxBackends = 64

func (c Config) withDefaults() Config {
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	if c.QueueCap <= 0 {
		c.QueueCap = DefaultQueueCap
	}
	if c.QuestionCap <= 0 {
		c.QuestionCap = DefaultQuestionCap
	}
	if c.Patience <= 0 {
		c.Patience = DefaultPatience
	}
	if c.MaxWait <= 0 {
		c.MaxWait = DefaultMaxWait
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	c.Budget = c.Budget.WithDefaults()
	return c
}

// check returns all errors of the configuration at once.
func (c Config) check() error {
	var errs []error
	if len(c.Lanes) == 0 {
		errs = append(errs, errors.New("no lanes"))
	}
	if len(c.Backends) > maxBackends {
		errs = append(errs, fmt.Errorf("%d backends, at most %d are supported", len(c.Backends), maxBackends))
	}
	if c.Askers < 0 || c.PerLane < 0 {
		errs = append(errs, fmt.Errorf("%d askers and %d batches a lane; want 0, which is none and no limit, or more", c.Askers, c.PerLane))
	}
	var served, twice, seen models.Set
	for _, b := range c.Backends {
		served, twice = served|b.Spaces(), twice|served&b.Spaces()
	}
	if alone := c.OnTrial.Without(twice); alone != 0 {
		errs = append(errs, fmt.Errorf("%v on trial without a second backend that embeds meanwhile", alone.Spaces()))
	}
	for _, l := range c.Lanes {
		if int(l.Space) >= models.Count {
			errs = append(errs, fmt.Errorf("%s has a lane, but there are %d spaces", l.Space, models.Count))
			continue
		}
		errs = append(errs, l.check(served, seen))
		seen = seen.With(l.Space)
	}
	return errors.Join(errs...)
}

func (l Lane) check(served, seen models.Set) error {
	switch {
	case seen.Has(l.Space):
		return fmt.Errorf("%s has two lanes", l.Space)
	case !served.Has(l.Space):
		return fmt.Errorf("%s has a lane, but no backend embeds it", l.Space)
	case l.Space.Info().Origin == models.FromModel && l.Tokenizer == "":
		return fmt.Errorf("%s comes from a model, but its lane names no tokenizer", l.Space)
	case l.Image < 0 || l.Image > 0 && l.Space.Info().Origin != models.FromModel:
		return fmt.Errorf("%s has images of %d tokens; want 0, which is none, or more for a space that comes from a model", l.Space, l.Image)
	case l.Budget.Tokens < 0 || l.Budget.Rows < 0 || l.Budget.CallCost < 0:
		return fmt.Errorf("%s has the budget %+v; want 0, which is the scheduler's, or more", l.Space, l.Budget)
	case l.Filled < 0 || l.Window > 0 && l.Filled > l.Window:
		return fmt.Errorf("%s has questions filled up to %d tokens; want 0 to its window of %d", l.Space, l.Filled, l.Window)
	case l.Window > 0 && l.Window <= max(l.Passage.Len(), l.Query.Len()):
		return fmt.Errorf("%s has windows of %d tokens, and its frame alone takes %d; nothing is left for the text",
			l.Space, l.Window, max(l.Passage.Len(), l.Query.Len()))
	}
	return nil
}
