package hub

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Patience is how often and how long a source is waited for.
type Patience struct {
	Tries    int           // attempts in a row that bring nothing; 0: 6
	First    time.Duration // wait after the first, doubled each time; 0: 1 s
	Longest  time.Duration // longest wait that a hub may ask for; 0: 5 min
	sleepFor func(context.Context, time.Duration) error
}

func (p Patience) orDefault() Patience {
	if p.Tries == 0 {
		p.Tries = 6
	}
	if p.First == 0 {
		p.First = time.Second
	}
	if p.Longest == 0 {
		p.Longest = 5 * time.Minute
	}
	if p.sleepFor == nil {
		p.sleepFor = sleep
	}
	return p
}

// passing is an error that another attempt may not meet.
type passing struct {
	err   error
	after time.Duration // the wait that the hub requested; 0: none
}

func (p *passing) Error() string { return p.err.Error() }
func (p *passing) Unwrap() error { return p.err }

// try does it until it is done, fails for good, or has brought nothing Tries times in a row. do says whether it got further.
func (p Patience) try(ctx context.Context, do func() (further bool, err error)) error {
	p = p.orDefault()
	for vain := 0; ; {
		further, err := do()
		var soft *passing
		if err == nil || !errors.As(err, &soft) {
			return err
		}
		if vain++; further {
			vain = 1
		}
		if vain >= p.Tries {
			return fmt.Errorf("%w (%d attempts; what has come is kept, the same command goes on from there)", err, vain)
		}
		wait := max(soft.after, p.First<<(vain-1))
		if soft.after > p.Longest {
			return fmt.Errorf("%w: it asks to wait %v, longer than the %v this program waits; run the same command again after that", err, soft.after, p.Longest)
		}
		if err := p.sleepFor(ctx, wait); err != nil {
			return err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
