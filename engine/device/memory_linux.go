package device

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// memoryBytes returns the machine's memory, or the limit of this process's control groups if that is lower; 0 if unknown.
func memoryBytes() uint64 {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return 0
	}
	total := uint64(info.Totalram) * uint64(info.Unit)
	if limit := memoryLimit(os.DirFS("/")); limit > 0 {
		total = min(total, limit)
	}
	return total
}

// Where the kernel shows the control groups that bound memory, versions 2 and 1, and the name of the file with the limit.
const (
	groups2, limit2 = "sys/fs/cgroup", "memory.max"
	groups1, limit1 = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
)

// memoryLimit returns the least of the limits that bound this process, in bytes; 0: there is none. root is the file system's root.
func memoryLimit(root fs.FS) (least uint64) {
	self, _ := fs.ReadFile(root, "proc/self/cgroup") // without it only the groups at the top are read
	for _, file := range limitFiles(string(self)) {
		text, err := fs.ReadFile(root, file)
		if err != nil {
			continue
		}
		if limit, ok := parseLimit(string(text)); ok && (least == 0 || limit < least) {
			least = limit
		}
	}
	return least
}

// limitFiles returns the names of the files that may bound a process whose /proc/self/cgroup contains self. A service is in its own group, and the
// groups above it bound it too. A container sees its own group at the top, even if self contains a name that only the host can look up. See
// cgroups(7).
func limitFiles(self string) []string {
	files := []string{path.Join(groups2, limit2), path.Join(groups1, limit1)}
	for line := range strings.Lines(self) {
		part := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3) // number, what it controls, path
		if len(part) < 3 {
			continue
		}
		folder, name := groups1, limit1
		switch {
		case part[0] == "0" && part[1] == "":
			folder, name = groups2, limit2
		case !slices.Contains(strings.Split(part[1], ","), "memory"):
			continue
		}
		for group := path.Clean("/" + part[2]); group != "/"; group = path.Dir(group) {
			files = append(files, path.Join(folder, group, name))
		}
	}
	return files
}

// parseLimit parses one control-group limit: a number of bytes, or "max" for none.
func parseLimit(text string) (uint64, bool) {
	limit, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	return limit, err == nil && limit > 0
}
