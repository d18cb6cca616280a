//go:build !unix

package tooldrift

import "os/exec"

func ownGroup(*exec.Cmd) {}

// endGroup ends the process itself. On this system we have no process groups and no gentle way.
func endGroup(cmd *exec.Cmd, _ bool) { _ = cmd.Process.Kill() }
