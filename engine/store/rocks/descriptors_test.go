package rocks

import "testing"

// TestSeveralStoresShareTheOpenFiles of one store, and each gets RocksDB's minimum.
func TestSeveralStoresShareTheOpenFiles(t *testing.T) {
	for _, c := range []struct{ limit, stores, want int }{
		{1 << 20, 1, maxFiles}, {1 << 20, 16, maxFiles / 16}, {1 << 20, 256, minFiles}, {4096, 4, (4096 - processFiles) / 3 / 4}, {1024, 16, minFiles}, {0, 16, minFiles}, {1 << 20, 0, maxFiles},
	} {
		if got := OpenFilesEach(c.limit, c.stores); got != c.want {
			t.Errorf("of %d files %d stores keep %d open each, want %d", c.limit, c.stores, got, c.want)
		}
	}
}
