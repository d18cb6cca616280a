// Package earlier answers: what did a memory say before it was changed?
//
// Before a change of a memory's text or rationale is written, [Keep] stores the old ones. [Of] returns them, the newest first. Their number and size are bounded,
// see [MaxVersions] and [MaxBytes]. They are on a shelf of the store, and are removed when the memory is purged.
package earlier
