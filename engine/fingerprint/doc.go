// Package fingerprint answers: what is one memory as numbers?
//
// A [Fingerprint] holds what the embedders return: float32 values in every space. A [Packed] value is its
// stored form: quantised, and used for scoring. The three temporal spaces are functions of the memory's
// timestamp and are never stored.
package fingerprint
