package main

import (
	"os/exec"
	"path/filepath"
	"slices"
)

// NVIDIA's programs that phases work by.
const (
	sanitizerTool = "compute-sanitizer"
	profilerTool  = "ncu"
)

// phaseTools is the program that a phase cannot do without.
var phaseTools = map[string]string{"sanitizer": sanitizerTool, "profile": profilerTool}

// toolFolders are where a toolkit puts its programs when they are not on the path.
var toolFolders = []string{"/usr/local/cuda/bin", "/usr/local/cuda/compute-sanitizer", "/opt/nvidia/nsight-compute/*", "/usr/lib/nsight-compute"}

// findTool is the path of a program, of several the last by name; empty where there is none.
func findTool(name string) string {
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	for _, folder := range toolFolders {
		found, _ := filepath.Glob(filepath.Join(folder, name)) // the patterns are well formed
		slices.Sort(found)
		for _, path := range slices.Backward(found) {
			if path, err := exec.LookPath(path); err == nil {
				return path
			}
		}
	}
	return ""
}
