// Package earlier answers: what did a memory say before it was changed?
//
// A change of a memory's text or reason keeps the old ones, before the new ones are written: [Keep]. [Of] gives them back, the newest first. They are bounded, see
// [MaxVersions] and [MaxBytes], they lie on a shelf of the store beside the memory, and they go with it when it is removed for good.
package earlier
