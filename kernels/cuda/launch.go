package cuda

// Launch is one start of a kernel: all that a machine needs to run it.
type Launch struct {
	Kernel       string // entry in the PTX
	GridX, GridY int    // blocks
	Threads      int    // a block
	Shared       int    // bytes of dynamic shared memory a block
	Args         []Arg
}

// Arg is one argument of a kernel: a [Pointer], an int32, or a float32.
type Arg any

// Pointer is an address in device memory, 0 for none.
type Pointer uint64

// blocks is the number of blocks of size that cover n.
func blocks(n, size int) int { return (n + size - 1) / size }
