//go:build linux && amd64

package main

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// archSetCPUID is ARCH_SET_CPUID of arch_prctl(2): 0 makes CPUID fault in this thread and in those that it begins, until the next program is loaded.
const archSetCPUID = 0x1012

// systemCall is SYSCALL, two bytes.
var systemCall = [2]byte{0x0f, 0x05}

// forbid makes a process that has just become another program call arch_prctl(ARCH_SET_CPUID, 0) before that program's first instruction: SYSCALL is written
// over it, run alone, and taken away again.
func (t *tracer) forbid(pid int) error {
	var after []unix.Signal // came meanwhile, and are delivered afterwards
	step := func(how func(pid int) error, what string) error {
		for {
			if err := how(pid); err != nil {
				return err
			}
			var status unix.WaitStatus
			if _, err := unix.Wait4(pid, &status, unix.WALL, nil); err != nil {
				return fmt.Errorf("%s: %w", what, err)
			}
			if !status.Stopped() { // killed meanwhile
				t.ended(pid, status)
				return unix.ESRCH
			}
			if s := status.StopSignal(); s == unix.SIGTRAP && uint32(status)>>16 == 0 {
				return nil
			} else if uint32(status)>>16 == 0 {
				after = append(after, s)
			}
		}
	}
	if err := step(func(pid int) error { return unix.PtraceSyscall(pid, 0) }, "end execve"); err != nil { // until then the kernel would write its result over ours
		return err
	}
	var own unix.PtraceRegs
	if err := unix.PtraceGetRegs(pid, &own); err != nil {
		return err
	}
	var code [2]byte
	if _, err := unix.PtracePeekText(pid, uintptr(own.Rip), code[:]); err != nil {
		return fmt.Errorf("read the first instruction: %w", err)
	}
	if _, err := unix.PtracePokeText(pid, uintptr(own.Rip), systemCall[:]); err != nil {
		return fmt.Errorf("write the first instruction: %w", err)
	}
	call := own
	call.Rax, call.Rdi, call.Rsi, call.Orig_rax = unix.SYS_ARCH_PRCTL, archSetCPUID, 0, ^uint64(0)
	if err := unix.PtraceSetRegs(pid, &call); err != nil {
		return err
	}
	if err := step(unix.PtraceSingleStep, "call arch_prctl"); err != nil {
		return err
	}
	if err := unix.PtraceGetRegs(pid, &call); err != nil {
		return err
	}
	if call.Rax != 0 {
		return fmt.Errorf("arch_prctl(ARCH_SET_CPUID): %w", unix.Errno(-int64(call.Rax)))
	}
	if _, err := unix.PtracePokeText(pid, uintptr(own.Rip), code[:]); err != nil {
		return fmt.Errorf("write the first instruction back: %w", err)
	}
	own.Orig_rax = ^uint64(0)
	if err := unix.PtraceSetRegs(pid, &own); err != nil {
		return err
	}
	for _, s := range after {
		if err := unix.Tgkill(pid, pid, s); err != nil {
			return err
		}
	}
	return unix.PtraceCont(pid, 0)
}
