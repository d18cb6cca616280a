package hub

import "golang.org/x/sys/unix"

// exchange swaps two folders in one step. Not every file system can.
func exchange(a, b string) error { return unix.RenamexNp(a, b, unix.RENAME_SWAP) }
