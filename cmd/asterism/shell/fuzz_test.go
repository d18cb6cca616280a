package shell

import "testing"

// FuzzByteSize: an accepted size is above 0, and is the same after formatting and parsing it again.
func FuzzByteSize(f *testing.F) {
	for _, s := range []string{"512MiB", "2 GiB", "1e3", "0x1p4B", "-1", "NaN", "inf", "1e400TiB", ".0000001KiB"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, v string) {
		var s, again ByteSize
		if s.Set(v) != nil {
			return
		}
		if s <= 0 {
			t.Fatalf("%q is %d bytes", v, s)
		}
		if err := again.Set(s.String()); err != nil || again != s {
			t.Errorf("%q is %d, which is read as %d, %v", v, s, again, err)
		}
	})
}
