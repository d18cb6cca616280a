//go:build linux && amd64

package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// held as the first argument makes this program wait until it is traced, and then become the program that is meant.
const held = "-held-until-traced"

// waitAndBecome waits for a byte on its third file, and becomes the program of the arguments. It does not return.
func waitAndBecome(argv []string) {
	var b [1]byte
	if n, _ := unix.Read(3, b[:]); n != 1 {
		os.Exit(cannot) // the tracer is gone
	}
	_ = unix.Close(3)
	path, err := exec.LookPath(argv[0])
	if err == nil {
		err = unix.Exec(path, argv, os.Environ())
	}
	fail(fmt.Errorf("start %s: %w", argv[0], err))
}

// run runs a program on the lesser processor, with all that it starts, and returns how it ended: its status, or 128 and the signal that killed it. Signals that
// ask this process alone to end are passed on to the program; an interrupt at a terminal reaches both. What the program leaves running is killed with it.
func run(lesser lack, argv []string) (status int, err error) {
	runtime.LockOSThread() // the tracer is a thread
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	cmd := exec.Command(self, append([]string{held}, argv...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = os.Stdin, os.Stdout, os.Stderr, []*os.File{read}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	_ = read.Close()
	root := cmd.Process.Pid
	t := tracer{lesser: lesser, root: root}
	if err := t.seize(); err != nil {
		_ = cmd.Process.Kill()
		return 0, err
	}
	passed := make(chan os.Signal, 8)
	signal.Ignore(unix.SIGINT)
	signal.Notify(passed, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT)
	go func() {
		for s := range passed {
			_ = unix.Kill(root, s.(syscall.Signal))
		}
	}()
	if _, err := write.Write([]byte{1}); err != nil {
		return 0, err
	}
	_ = write.Close()
	return t.follow()
}

// tracer answers CPUID in all threads and children of one process.
type tracer struct {
	lesser lack
	root   int
	over   bool // root has ended, with status
	status int
}

func (t *tracer) seize() error {
	const options = unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_TRACEFORK | unix.PTRACE_O_TRACEVFORK | unix.PTRACE_O_TRACEEXEC | unix.PTRACE_O_EXITKILL
	if _, _, e := unix.RawSyscall6(unix.SYS_PTRACE, unix.PTRACE_SEIZE, uintptr(t.root), 0, options, 0, 0); e != 0 {
		return fmt.Errorf("trace the program (in a container this may need the right to ptrace): %w", e)
	}
	return nil
}

// follow lets the traced processes run until the first of them has ended, and answers what they ask.
func (t *tracer) follow() (int, error) {
	for !t.over {
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, unix.WALL, nil)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return 0, fmt.Errorf("wait for the program: %w", err)
		case !status.Stopped():
			t.ended(pid, status)
		default:
			if err := t.stopped(pid, status); err != nil && err != unix.ESRCH { // ESRCH: it was killed while it was stopped
				return 0, err
			}
		}
	}
	return t.status, nil
}

// ended keeps how the first process ended.
func (t *tracer) ended(pid int, status unix.WaitStatus) {
	if pid != t.root {
		return
	}
	t.over, t.status = true, status.ExitStatus()
	if status.Signaled() {
		t.status = 128 + int(status.Signal())
	}
}

// stopped handles a stop and lets the thread continue.
func (t *tracer) stopped(pid int, status unix.WaitStatus) error {
	s := status.StopSignal()
	switch uint32(status) >> 16 {
	case unix.PTRACE_EVENT_EXEC: // a new program can execute CPUID again until faulting is set
		return t.forbid(pid)
	case unix.PTRACE_EVENT_STOP:
		if s == unix.SIGSTOP || s == unix.SIGTSTP || s == unix.SIGTTIN || s == unix.SIGTTOU { // it stays stopped, as it would alone
			return ptrace(unix.PTRACE_LISTEN, pid)
		}
		return unix.PtraceCont(pid, 0)
	case 0:
		if s == unix.SIGSEGV {
			answered, err := t.answer(pid)
			if err != nil {
				return err
			}
			if answered {
				s = 0
			}
		}
		return unix.PtraceCont(pid, int(s))
	default: // a thread or a child began: it gets a stop of its own, and inherits faulting
		return unix.PtraceCont(pid, 0)
	}
}

// instruction is CPUID, two bytes.
var instruction = [2]byte{0x0f, 0xa2}

// answer puts the answer into the registers if the thread is at a CPUID instruction, and reports whether it is.
func (t *tracer) answer(pid int) (bool, error) {
	var r unix.PtraceRegs
	if err := unix.PtraceGetRegs(pid, &r); err != nil {
		return false, err
	}
	var at [2]byte
	if n, err := unix.PtracePeekText(pid, uintptr(r.Rip), at[:]); err != nil || n != len(at) || at != instruction {
		return false, nil // a fault of its own
	}
	asked := leaf{uint32(r.Rax), uint32(r.Rcx)}
	a := t.lesser.answer(asked, here(asked))
	r.Rax, r.Rbx, r.Rcx, r.Rdx = uint64(a.eax), uint64(a.ebx), uint64(a.ecx), uint64(a.edx)
	r.Rip += uint64(len(at))
	return true, unix.PtraceSetRegs(pid, &r)
}

func ptrace(request, pid int) error {
	if _, _, e := unix.RawSyscall6(unix.SYS_PTRACE, uintptr(request), uintptr(pid), 0, 0, 0, 0); e != 0 {
		return e
	}
	return nil
}
