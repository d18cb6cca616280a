package shell

import "testing"

func TestSizes(t *testing.T) {
	for text, want := range map[string]ByteSize{
		"1": 1, "512": 512, "12B": 12, "1KiB": 1024, "1.5 GiB": 3 << 29, "2TiB": 2 << 40,
		"": -1, "0": -1, "-1GiB": -1, "GiB": -1, "2GB": -1, "1e30": -1, "NaN": -1, "a lot": -1,
	} {
		var got ByteSize
		if err := got.Set(text); err != nil {
			got = -1
		}
		if got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
}
