//go:build unix

package device

import "syscall"

// manyDescriptors stands for no limit, or one that is never reached.
const manyDescriptors = 1 << 20

// Descriptors returns how many files, connections, pipes and the like this process may have open at a time. Go raises the soft limit to the hard one minus one before main begins; the
// difference of one lets Go detect a change by others and give the soft limit back to child processes. So this package must not raise the limit: child processes would then not get theirs
// back.
func Descriptors() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return manyDescriptors
	}
	return int(min(uint64(limit.Cur), manyDescriptors))
}
