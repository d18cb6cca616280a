package exchange

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"asterism/engine/cluster/natstest"

	"github.com/nats-io/nats.go"
)

const patience = time.Minute // only used up when a test fails

// pair returns two nodes; b answers with a handler.
func pair(t *testing.T, handler Handler) (a, b *Exchange) {
	t.Helper()
	servers := natstest.Start(t, 1)
	log := slog.New(slog.DiscardHandler)
	a, err := Open(servers.Connect(0), "test", "a", handler, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	if b, err = Open(servers.Connect(0), "test", "b", handler, log); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return a, b
}

// TestQuestionsAndAnswersOfAnyLength arrive complete. One that is too long is refused before anything is sent.
func TestQuestionsAndAnswersOfAnyLength(t *testing.T) {
	a, b := pair(t, func(_ context.Context, q []byte) ([]byte, error) { return append(q, '!'), nil })
	a.part, b.part = 1000, 1000
	for _, n := range []int{0, 1, 999, 1000, 1001, 2000, 100_001} {
		q := bytes.Repeat([]byte("x"), n)
		got, err := a.Ask(t.Context(), "b", q)
		if err != nil || len(got) != n+1 || got[n] != '!' {
			t.Errorf("%d bytes: %d bytes, %v", n, len(got), err)
		}
	}
	if _, err := a.Ask(t.Context(), "b", make([]byte, 1000*mostParts+1)); !errors.Is(err, ErrGone) || !strings.Contains(err.Error(), "at most") {
		t.Errorf("too long: %v", err)
	}
}

// TestRefusalsAndAbsence: a handler's error comes back with its text, and a missing node is known at once.
func TestRefusalsAndAbsence(t *testing.T) {
	a, b := pair(t, func(context.Context, []byte) ([]byte, error) { return nil, errors.New("not today") })
	_, err := a.Ask(t.Context(), "b", nil)
	var refused *Refused
	if !errors.As(err, &refused) || string(refused.Said) != "not today" {
		t.Errorf("%v", err)
	}
	begin := time.Now()
	if _, err := a.Ask(t.Context(), "nobody", nil); !errors.Is(err, ErrGone) || time.Since(begin) >= Silence {
		t.Errorf("%v after %v", err, time.Since(begin))
	}
	b.Close()
	if err := b.conn.Flush(); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Ask(t.Context(), "b", nil); !errors.Is(err, ErrGone) {
		t.Errorf("one that has closed: %v", err)
	}
}

// TestWhoGivesUpEndsTheWork at the other node.
func TestWhoGivesUpEndsTheWork(t *testing.T) {
	begun, ended := make(chan struct{}), make(chan struct{})
	a, _ := pair(t, func(ctx context.Context, _ []byte) ([]byte, error) {
		close(begun)
		<-ctx.Done()
		close(ended)
		return nil, ctx.Err()
	})
	ctx, stop := context.WithCancel(t.Context())
	go func() { <-begun; stop() }()
	if _, err := a.Ask(ctx, "b", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	select {
	case <-ended:
	case <-time.After(patience):
		t.Error("the other node works on")
	}
}

// TestLongWorkIsWaitedForAndSilenceIsNot: work longer than Silence is answered, and a node that is cut off is reported as lost.
func TestLongWorkIsWaitedForAndSilenceIsNot(t *testing.T) {
	release := make(chan struct{})
	a, b := pair(t, func(_ context.Context, q []byte) ([]byte, error) {
		if string(q) == "hang" {
			<-release
			return nil, nil
		}
		time.Sleep(Silence + pulse)
		return q, nil
	})
	if got, err := a.Ask(t.Context(), "b", []byte("long")); err != nil || string(got) != "long" {
		t.Errorf("%q, %v", got, err)
	}
	lost := make(chan error, 1)
	go func() {
		_, err := a.Ask(t.Context(), "b", []byte("hang"))
		lost <- err
	}()
	for at := 0; at == 0; {
		b.mu.Lock()
		at = len(b.atWork)
		b.mu.Unlock()
	}
	b.conn.Close()
	if err := <-lost; !errors.Is(err, ErrLost) {
		t.Errorf("%v", err)
	}
	close(release)
}

// TestWhoListensIsToldMeanwhile: in order, and before the answer. An asker that does not listen gets no words, and many words do not push out the answer.
func TestWhoListensIsToldMeanwhile(t *testing.T) {
	var listened []bool
	a, _ := pair(t, func(ctx context.Context, q []byte) ([]byte, error) {
		listened = append(listened, Listens(ctx))
		for i := range 10 * (mostWords + mostParts) {
			Tell(ctx, fmt.Append(nil, i))
		}
		return q, nil
	})
	var words []int
	ctx := WithTold(t.Context(), func(word []byte) {
		n, err := strconv.Atoi(string(word))
		if err != nil {
			t.Error(err)
		}
		words = append(words, n)
	})
	for _, ask := range []context.Context{t.Context(), ctx} {
		if got, err := a.Ask(ask, "b", []byte("done")); err != nil || string(got) != "done" {
			t.Fatalf("%q, %v", got, err)
		}
	}
	if !slices.Equal(listened, []bool{false, true}) {
		t.Errorf("the other node believes that it is listened to: %v", listened)
	}
	if len(words) == 0 || words[0] != 0 || !slices.IsSorted(words) {
		t.Errorf("told %v", words)
	}
}

// TestWhoGoesWhileAskedIsMissedSoon: the asker checks for a node that ended with a question at work before Silence is over, and reports the outcome as unknown.
func TestWhoGoesWhileAskedIsMissedSoon(t *testing.T) {
	var x Exchange
	answers := make(chan *nats.Msg, 1)
	looks := 0
	began := time.Now()
	_, err := x.wait(t.Context(), answers, nil, func() {
		if looks++; looks == 2 { // the first look may be in flight, too
			m := nats.NewMsg("reply")
			m.Header.Set("Status", noResponders)
			answers <- m
		}
	})
	if !errors.Is(err, ErrLost) || looks != 2 || time.Since(began) < 2*lookAfter {
		t.Errorf("%v after %d looks and %v", err, looks, time.Since(began))
	}
	release, begun := make(chan struct{}), make(chan struct{}, 1)
	a, b := pair(t, func(context.Context, []byte) ([]byte, error) { begun <- struct{}{}; <-release; return nil, nil })
	defer close(release)
	lost := make(chan error, 1)
	go func() { _, err := a.Ask(t.Context(), "b", nil); lost <- err }()
	<-begun
	b.conn.Close()
	if err := <-lost; !errors.Is(err, ErrLost) || errors.Is(err, ErrGone) {
		t.Errorf("%v", err)
	}
}
