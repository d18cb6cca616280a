// Package fingerprint answers: what is one memory as numbers?
//
// A [Fingerprint] is what the embedders give: float32 values in every space. A [Packed] value is the same
// as it is kept: quantised, and what search scores. The three temporal spaces are functions of the
// memory's timestamp and are never kept.
package fingerprint
