//go:build !unix

package tooldrift

import "os/exec"

func ownGroup(*exec.Cmd) {}

// endGroup ends the process itself; this system has no process groups of ours, and no gentle way.
func endGroup(cmd *exec.Cmd, _ bool) { _ = cmd.Process.Kill() }
