package stress

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
)

// told is a line of a client process.
type told struct {
	what string // kept, open, wrong
	note int
	rest string
}

// send starts the client processes, each with its share of the notes, and calls fn for each line that they print, one at a time, until all have ended.
func (o *Options) send(ctx context.Context, s *server, round int, notes []int, fn func(told)) error {
	lines := make(chan told, 256)
	var all sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for _, share := range shares(notes, o.Clients) {
		all.Go(func() {
			err := o.client(ctx, order{Address: s.address, Token: s.token, Writers: o.Writers, Round: round, Notes: share}, lines)
			mu.Lock()
			defer mu.Unlock()
			failed = errors.Join(failed, err)
		})
	}
	go func() { all.Wait(); close(lines) }()
	for t := range lines {
		fn(t)
	}
	return failed
}

// client runs one client process to its end.
func (o *Options) client(ctx context.Context, what order, lines chan<- told) error {
	body, err := json.Marshal(what)
	if err != nil {
		return err
	}
	cmd := o.Self(ctx)
	var words bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(body), &words
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start a client: %w", err)
	}
	err = readLines(out, lines)
	return errors.Join(err, ended(cmd, &words))
}

func ended(cmd *exec.Cmd, words *bytes.Buffer) error {
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("a client ended with %w: %s", err, words)
	}
	return nil
}

func readLines(out io.Reader, lines chan<- told) error {
	defer func() { _, _ = io.Copy(io.Discard, out) }() // what follows a mistake: the client must not wait for us to read it
	in := bufio.NewScanner(out)
	for in.Scan() {
		var t told
		what, rest, _ := strings.Cut(in.Text(), " ")
		number, rest, _ := strings.Cut(rest, " ")
		if _, err := fmt.Sscan(number, &t.note); err != nil {
			return fmt.Errorf("a client said %q", in.Text())
		}
		t.what, t.rest = what, rest
		lines <- t
	}
	return in.Err()
}
