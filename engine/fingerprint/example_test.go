package fingerprint_test

import (
	"fmt"
	"time"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// A value is packed for keeping, written as bytes that end with a checksum, and read back the same.
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

// The temporal spaces are functions of a memory's time: Tuesday at nine is like Tuesday at nine.
func ExamplePeriodicSimilarity() {
	at := func(s string) int64 {
		t, _ := time.Parse(time.RFC3339, s)
		return t.UnixNano()
	}
	tuesday := at("2026-03-03T09:00:00Z")
	fmt.Println(fingerprint.PeriodicSimilarity(tuesday, at("2026-03-10T09:00:00Z")) > fingerprint.PeriodicSimilarity(tuesday, at("2026-03-06T21:30:00Z")))
	// Output: true
}
