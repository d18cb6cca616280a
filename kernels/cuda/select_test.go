package cuda_test

import (
	"strings"
	"testing"

	. "asterism/kernels/cuda"
)

// TestSelectMistakes: an invalid selection is refused before anything is launched, and other bytes are not read as one.
func TestSelectMistakes(t *testing.T) {
	for says, c := range map[string]struct {
		values, work, out Pointer
		rows, most        int
	}{
		"the 0 greatest of 5":        {256, 0, 256, 5, 0},
		"the 5 greatest of 0":        {256, 0, 256, 0, 5},
		"0x108 is no multiple of 16": {0x108, 0, 256, 5, 5},
		"there are none":             {256, 0, 256, 1 << 20, 5},
	} {
		if _, err := Select(c.values, c.rows, c.most, c.work, c.out); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the error is %v, want one that says %q", err, says)
		}
	}
	if _, err := ReadSelected(make([]byte, SelectOut(5)-1), 5); err == nil {
		t.Error("what is too short was read")
	}
	data := make([]byte, SelectOut(5))
	for _, head := range [][3]byte{{6, 0, 0}, {1, 2, 1}, {0, 9, 9}} {
		data[0], data[4], data[8] = head[0], head[1], head[2]
		if _, err := ReadSelected(data, 5); err == nil {
			t.Errorf("%v was read", head)
		}
	}
}

// FuzzReadSelected: whatever bytes come, they are refused or read, and what is read is as long as it says.
func FuzzReadSelected(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0, 9, 0, 0, 0, 2, 0, 0, 0}, 2)
	f.Add(make([]byte, SelectOut(3)), 3)
	f.Add(make([]byte, 40), -2)
	f.Fuzz(func(t *testing.T, data []byte, most int) {
		most %= 1 << 10
		s, err := ReadSelected(data, most)
		if err == nil && (len(s.Greater)+s.Room != most || len(s.Values) != len(s.Greater) || len(s.Ties) != min(s.TieCount, most)) {
			t.Errorf("%d greater with %d values, room for %d, %d of %d ties", len(s.Greater), len(s.Values), s.Room, len(s.Ties), s.TieCount)
		}
	})
}
