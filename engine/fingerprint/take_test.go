package fingerprint

import (
	"testing"

	"asterism/models"
)

// TestTakeRefuses values that do not fit their space, stores packed ones unchanged, and leaves other spaces of the
// record alone.
func TestTakeRefuses(t *testing.T) {
	var record Record
	values := &Fingerprint{models.Graph: {Dense: []float32{1, 2}}}
	_, err := record.Take(values, nil)
	if err == nil {
		t.Errorf("a value of the wrong width: %v", err)
	}
	packed := &Record{models.Graph: {Int8: make([]int8, 384), Scales: []float32{1}}}
	record[models.Code].Int8 = []int8{7}
	present, err := record.Take(&Fingerprint{models.HDC: {Bits: make([]uint64, 157)}}, packed)
	if err != nil || present != models.SetOf(models.Graph, models.HDC) || len(record[models.Code].Int8) != 1 || len(record[models.HDC].Bits) != 157 {
		t.Errorf("packed and plain values: %v, %v", present.Spaces(), err)
	}
}
