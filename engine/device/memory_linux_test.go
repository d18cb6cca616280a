package device

import (
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// TestMemoryLimit: the least limit of a process's own control group and of those above it.
func TestMemoryLimit(t *testing.T) {
	const self = "proc/self/cgroup"
	for name, c := range map[string]struct {
		files map[string]string
		want  uint64
	}{
		"no control groups": {nil, 0},
		"none set": {map[string]string{self: "0::/system.slice/asterism.service\n",
			"sys/fs/cgroup/system.slice/memory.max": "max\n", "sys/fs/cgroup/system.slice/asterism.service/memory.max": "max\n"}, 0},
		"a service": {map[string]string{self: "0::/system.slice/asterism.service\n",
			"sys/fs/cgroup/system.slice/memory.max": "max\n", "sys/fs/cgroup/system.slice/asterism.service/memory.max": "2147483648\n"}, 2 << 30},
		"the slice above it": {map[string]string{self: "0::/system.slice/asterism.service\n",
			"sys/fs/cgroup/system.slice/memory.max": "1073741824\n", "sys/fs/cgroup/system.slice/asterism.service/memory.max": "2147483648\n"}, 1 << 30},
		"a neighbour": {map[string]string{self: "0::/system.slice/asterism.service\n", "sys/fs/cgroup/system.slice/other.service/memory.max": "1\n"}, 0},
		"a container": {map[string]string{self: "0::/\n", "sys/fs/cgroup/memory.max": "536870912\n"}, 512 << 20},
		"a container that knows its host's name": {map[string]string{self: "9:name=systemd:/\n4:hugetlb,memory:/docker/abc\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "536870912\n"}, 512 << 20},
		"version 1": {map[string]string{self: "9:name=systemd:/\n4:memory:/jobs/a:b\n0::/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
			"sys/fs/cgroup/memory/jobs/a:b/memory.limit_in_bytes": "1073741824\n"}, 1 << 30},
		"without /proc":       {map[string]string{"sys/fs/cgroup/memory.max": "7\n"}, 7},
		"above the namespace": {map[string]string{self: "0::/../../other\n", "sys/fs/cgroup/memory.max": "7\n"}, 7},
		"torn lines":          {map[string]string{self: "\n0:\n0::\n:memory", "sys/fs/cgroup/memory.max": "7\n"}, 7},
	} {
		root := fstest.MapFS{}
		for path, text := range c.files {
			root[path] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := memoryLimit(root); got != c.want {
			t.Errorf("%s: the limit is %d bytes, want %d", name, got, c.want)
		}
	}
}

func TestParseLimit(t *testing.T) {
	tests := []struct {
		text string
		want uint64
		ok   bool
	}{
		{"1073741824\n", 1 << 30, true},
		{"max\n", 0, false},
		{"", 0, false},
		{"0", 0, false},
		{"-1", 0, false},
	}
	for _, tt := range tests {
		if got, ok := parseLimit(tt.text); ok != tt.ok || (ok && got != tt.want) {
			t.Errorf("parseLimit(%q) = %d, %v; want %d, %v", tt.text, got, ok, tt.want, tt.ok)
		}
	}
}

// FuzzParseLimit: a limit is a decimal number of bytes, with any white space around it.
func FuzzParseLimit(f *testing.F) {
	for _, text := range []string{"1073741824\n", "max\n", "", "0", "-1", "+1", "18446744073709551616", " 7 "} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		limit, ok := parseLimit(text)
		if ok && limit == 0 {
			t.Fatalf("parseLimit(%q) is a limit of no bytes", text)
		}
		if digits := strings.TrimLeft(strings.TrimSpace(text), "0"); ok && digits != strconv.FormatUint(limit, 10) {
			t.Errorf("parseLimit(%q) = %d", text, limit)
		}
	})
}
