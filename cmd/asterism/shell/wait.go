package shell

import (
	"fmt"
	"os"
	"time"

	"asterism/engine/caught"

	"golang.org/x/term"
)

// waitFirst is the time before a duration is shown.
const waitFirst = time.Second

// Wait shows on a terminal, after the first second, how long something with an unknown end has taken, such as embedding a long text. It shows nothing elsewhere. The caller must
// call done.
func Wait(doing string) (done func()) {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return func() {}
	}
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		_ = caught.Do(func() { tellSeconds(doing, stop) })
	}()
	return func() {
		close(stop)
		<-ended
	}
}

func tellSeconds(doing string, stop <-chan struct{}) {
	begin, shown := time.Now(), false
	tick := time.NewTicker(waitFirst)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			shown = true
			fmt.Fprintf(os.Stderr, "\r%s … %.0f s ", doing, time.Since(begin).Seconds())
		case <-stop:
			if shown {
				fmt.Fprint(os.Stderr, "\r\x1b[K")
			}
			return
		}
	}
}
