package fingerprint_test

import (
	"fmt"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// A value is packed for storing, encoded with a checksum, and decoded to the same value.
func ExamplePack() {
	v := fingerprint.Value{Terms: []fingerprint.TermWeight{{ID: 12, Weight: 1.5}, {ID: 700, Weight: .25}}}
	packed, err := fingerprint.Pack(models.Sparse, v)
	if err != nil {
		fmt.Println(err)
		return
	}
	b := fingerprint.AppendSpace(nil, models.Sparse, &packed)
	back, err := fingerprint.ParseSpace(models.Sparse, b)
	fmt.Println(back.Terms, packed.Equal(&back), err)
	b[len(b)/2] ^= 1
	_, err = fingerprint.ParseSpace(models.Sparse, b)
	fmt.Println(err != nil)
	// Output:
	// [{12 1.5} {700 0.25}] true <nil>
	// true
}
