//go:build unix

package device

import "syscall"

// manyDescriptors stands for a limit that is none, or that nobody reaches.
const manyDescriptors = 1 << 20

// Descriptors is how many files, connections, pipes and the like this process may have open at a time. Go raises the soft limit to the hard one before main begins, but for one, which tells
// it whether somebody else has changed it, and gives the children of the process the soft limit back. So nothing is to be raised here: a call of ours would keep children from getting theirs back.
func Descriptors() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return manyDescriptors
	}
	return int(min(uint64(limit.Cur), manyDescriptors))
}
