package blaslib

import (
	"os"
	"os/exec"
)

// Here are the paths of this machine. A process that has opened the driver also finds what is in the driver's folder.
func Here() []string {
	m := Machine{Getenv: os.Getenv, LookPath: exec.LookPath}
	if maps, err := os.Open("/proc/self/maps"); err == nil {
		defer maps.Close()
		m.Maps = maps
	}
	return m.Paths()
}
