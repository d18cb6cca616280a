package shell

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// onTerminal is the variable that selects what a child of the test shows, until its standard input ends.
const onTerminal = "ASTERISM_TEST_SHOWS"

func TestMain(m *testing.M) {
	switch os.Getenv(onTerminal) {
	case "":
		os.Exit(m.Run())
	case "wait":
		done := Wait("remembering")
		_, _ = io.Copy(io.Discard, os.Stdin)
		done()
	case "bar":
		b := NewBar("ingest")
		b.SetSuffix("7 memories/s")
		b.Set("ingest", 30, 100)
		_, _ = io.Copy(io.Discard, os.Stdin)
		b.Done()
	}
}

// TestProgressIsShownOnATerminal: a slow step is shown on a terminal and removed at its end, and nothing is shown elsewhere.
func TestProgressIsShownOnATerminal(t *testing.T) {
	for shows, wants := range map[string][]string{"wait": {"remembering … 1 s"}, "bar": {"ingest", "30 %", "7 memories/s"}} {
		t.Run(shows, func(t *testing.T) {
			seen, end := terminal(t)
			child := exec.Command(os.Args[0])
			child.Env, child.Stderr = append(os.Environ(), onTerminal+"="+shows), end
			in, err := child.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := child.Start(); err != nil {
				t.Fatal(err)
			}
			readUntil(t, seen, wants) // without a time limit
			if err := in.Close(); err != nil {
				t.Fatal(err)
			}
			if err := child.Wait(); err != nil {
				t.Error(err)
			}

			elsewhere := exec.Command(os.Args[0])
			elsewhere.Env = append(os.Environ(), onTerminal+"="+shows)
			if said, err := elsewhere.CombinedOutput(); err != nil || len(said) > 0 {
				t.Errorf("where nobody looks it says %q: %v", said, err)
			}
		})
	}
}

// terminal opens a pseudo-terminal: what is written to end can be read from seen.
func terminal(t *testing.T) (seen, end *os.File) {
	t.Helper()
	seen, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatalf("open a terminal: %v", err)
	}
	t.Cleanup(func() { seen.Close() })
	n, err := unix.IoctlGetInt(int(seen.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(seen.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(seen.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 120}) // a bar needs the width
	}
	if err != nil {
		t.Fatal(err)
	}
	if end, err = os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end.Close() })
	return seen, end
}

// readUntil reads until all words have been seen in one piece of output.
func readUntil(t *testing.T, seen io.Reader, words []string) {
	t.Helper()
	var all bytes.Buffer
	b := make([]byte, 4096)
	for {
		n, err := seen.Read(b)
		all.Write(b[:n])
		missing := false
		for _, w := range words {
			missing = missing || !strings.Contains(all.String(), w)
		}
		if !missing {
			return
		}
		if err != nil {
			t.Fatalf("%q was not shown: %v\n%q", words, err, all.String())
		}
	}
}
