package shell

import (
	"fmt"
	"strconv"
	"strings"
)

// ByteSize is a flag of bytes: a number, with or without KiB, MiB, GiB or TiB.
type ByteSize int64

var units = []struct {
	name  string
	bytes int64
}{{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"B", 1}, {"", 1}}

// Set reads a size.
func (s *ByteSize) Set(v string) error {
	for _, u := range units {
		number, ok := strings.CutSuffix(v, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(n*float64(u.bytes) >= 1) || n*float64(u.bytes) > 1<<60 { // less than a byte would be 0, which means no limit
			break
		}
		*s = ByteSize(n * float64(u.bytes))
		return nil
	}
	return fmt.Errorf("%q is not a size above 0: give 512MiB or 2GiB", v)
}

// String returns the size in bytes; "" if there is none.
func (s *ByteSize) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Type is the name of the value in the help.
func (s *ByteSize) Type() string { return "size" }
