package owner

import (
	"fmt"

	"asterism/engine"
	"asterism/engine/device"
	"asterism/engine/store/rocks"
)

// LeastDescriptors is how many descriptors the program itself needs if the limit is low: standard input and output, listeners, locks, tokens and certificates, model files while
// they are read, pipes to the servers that it checks.
const LeastDescriptors = 24

// RaiseLimit says what to do about too low a limit of open files. least is sufficient.
func RaiseLimit(least int) string {
	return fmt.Sprintf("raise the limit: `ulimit -n 4096` in the shell that starts it (the hard limit too: `ulimit -Hn`), LimitNOFILE in a systemd unit; %d is the least", least)
}

// CheckDescriptors returns an error if the process may have fewer files open than the store may need. The store would fail in the middle of its work, and RocksDB refuses all writes
// after it could not open a file.
func CheckDescriptors() error { return enoughDescriptors(device.Descriptors()) }

func enoughDescriptors(limit int) error {
	needed := func(limit int) int { return rocks.Descriptors(limit, 1) + LeastDescriptors }
	if limit >= needed(limit) {
		return nil
	}
	least := limit
	for least < needed(least) {
		least++
	}
	return &engine.Error{Kind: engine.KindInvalid, Hint: RaiseLimit(least),
		Message: fmt.Sprintf("this process may have %d files open at a time (ulimit -n), and the store and the program need %d of them", limit, needed(limit))}
}
