//go:build linux && amd64

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	klauspost "github.com/klauspost/cpuid/v2"
	"golang.org/x/sys/unix"
)

// asked makes this test program report the processor that it sees: in one thread, in many threads at once, and in a child.
const asked = "ASTERISM_TEST_MASK_ASKED"

func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 1 && os.Args[1] == held:
		waitAndBecome(os.Args[2:])
	case os.Getenv(asked) != "":
		tell(os.Getenv(asked))
	default:
		os.Exit(m.Run())
	}
}

var features = []klauspost.FeatureID{klauspost.AVX, klauspost.F16C, klauspost.AVX2, klauspost.FMA3, klauspost.BMI2, klauspost.AVX512F, klauspost.AVX512VL,
	klauspost.AVX512VNNI, klauspost.AVXVNNI, klauspost.AVX512FP16, klauspost.AMXINT8}

func has() string {
	var all []string
	for _, f := range features {
		if klauspost.CPU.Supports(f) {
			all = append(all, f.String())
		}
	}
	return strings.Join(all, " ")
}

func tell(what string) {
	switch what {
	case "features":
		fmt.Println("alone:", has())
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), asked+"=child")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	case "child":
		fmt.Println("child:", has())
	case "threads":
		var all sync.WaitGroup
		for range 64 {
			all.Go(func() {
				for range 20 {
					if r := here(leaf{7, 0}); r.ebx&(1<<16) != 0 {
						fmt.Println("a thread sees AVX-512")
					}
				}
			})
		}
		all.Wait()
		fmt.Println("done")
	case "fault":
		_ = unix.Kill(os.Getpid(), unix.SIGSEGV) // a fault that is not CPUID's
		time.Sleep(time.Minute)
	case "stop":
		_ = unix.Kill(os.Getpid(), unix.SIGSTOP)
		fmt.Println("went on")
	case "seven":
		os.Exit(7)
	}
	os.Exit(0)
}

// masked runs this test program as a lesser processor's.
func masked(t *testing.T, name, what string) (string, int) {
	t.Helper()
	lesser, err := processor(name)
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = out
	t.Setenv(asked, what)
	status, err := run(lesser, []string{os.Args[0]})
	os.Stdout = stdout
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(b), status
}

func need(t *testing.T) {
	t.Helper()
	if err := canFault(); err != nil {
		t.Skip(err)
	}
}

func TestAProgramAndItsChildSeeTheLesserProcessor(t *testing.T) {
	need(t)
	for name, without := range map[string]string{
		"avx512": "AVX512VNNI AVXVNNI AVX512FP16 AMXINT8",
		"avx2":   "AVX512F AVX512VL AVX512VNNI AVXVNNI AVX512FP16 AMXINT8",
		"avx":    "AVX2 FMA3 BMI2 AVX512F AVX512VL AVX512VNNI AVXVNNI AVX512FP16 AMXINT8",
		"plain":  "AVX F16C AVX2 FMA3 BMI2 AVX512F AVX512VL AVX512VNNI AVXVNNI AVX512FP16 AMXINT8",
	} {
		var left []string
		for _, f := range strings.Fields(has()) {
			if !strings.Contains(" "+without+" ", " "+f+" ") {
				left = append(left, f)
			}
		}
		want := strings.Join(left, " ")
		got, status := masked(t, name, "features")
		if want := "alone: " + want + "\nchild: " + want + "\n"; got != want || status != 0 {
			t.Errorf("%s: status %d, said\n%s want\n%s", name, status, got, want)
		}
	}
}

func TestThreadsSeeTheLesserProcessor(t *testing.T) {
	need(t)
	if got, status := masked(t, "avx2", "threads"); got != "done\n" || status != 0 {
		t.Errorf("status %d: %s", status, got)
	}
}

func TestAProgramEndsAsItWouldAlone(t *testing.T) {
	need(t)
	if _, status := masked(t, "avx2", "seven"); status != 7 {
		t.Errorf("status %d, want 7", status)
	}
	if _, status := masked(t, "avx2", "fault"); status != 2 && status != 128+int(syscall.SIGSEGV) { // Go's runtime ends with 2
		t.Errorf("status %d of a fault", status)
	}
}

func TestAStoppedProgramGoesOn(t *testing.T) {
	need(t)
	ended := make(chan struct{})
	defer close(ended)
	go func() { // it may get the signal to continue before it has stopped, so it gets it again
		for {
			select {
			case <-ended:
				return
			case <-time.After(50 * time.Millisecond):
				wake(t)
			}
		}
	}()
	if got, status := masked(t, "avx2", "stop"); got != "went on\n" || status != 0 {
		t.Errorf("status %d: %s", status, got)
	}
}

// wake makes all children of this process go on.
func wake(t *testing.T) {
	lists, err := filepath.Glob("/proc/self/task/*/children") // each thread has its own
	if err != nil {
		t.Error(err)
	}
	for _, list := range lists {
		children, _ := os.ReadFile(list) // the thread may have ended
		for _, pid := range strings.Fields(string(children)) {
			if n, err := strconv.Atoi(pid); err == nil {
				_ = unix.Kill(n, unix.SIGCONT)
			}
		}
	}
}

func TestUnknownProcessor(t *testing.T) {
	if _, err := processor("sse9"); err == nil || !strings.Contains(err.Error(), "avx512, avx2, avx, plain") {
		t.Errorf("error %v names none that there is", err)
	}
}

func TestEachLacksWhatTheGreaterLack(t *testing.T) {
	all := registers{^uint32(0), ^uint32(0), ^uint32(0), ^uint32(0)}
	for i := 1; i < len(processors); i++ {
		greater, err := processor(processors[i-1].name)
		lesser, err2 := processor(processors[i].name)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		for at := range greater {
			if g, l := greater.answer(at, all), lesser.answer(at, all); g.or(l) != g {
				t.Errorf("%s has at %v what %s has not", processors[i].name, at, processors[i-1].name)
			}
		}
	}
	if r := processors[0].lack.answer(leaf{1, 5}, all); r != all {
		t.Error("leaf 1 is asked with another sub-leaf and lacks something")
	}
}
