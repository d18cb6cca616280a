package engine

import "asterism/engine/fault"

// Kind groups errors by who can mend them; see package fault.
type Kind = fault.Kind

// The kinds.
const (
	KindInvalid   = fault.KindInvalid
	KindNotFound  = fault.KindNotFound
	KindBusy      = fault.KindBusy
	KindEmbedding = fault.KindEmbedding
	KindPurpose   = fault.KindPurpose
	KindStorage   = fault.KindStorage
	KindDevice    = fault.KindDevice
	KindInternal  = fault.KindInternal
	KindGoal      = fault.KindGoal
	KindNoHistory = fault.KindNoHistory
)

// Error is every error the engine returns: what went wrong and the way out.
type Error = fault.Error
