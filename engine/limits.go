package engine

// Limits of what one note may hold. They are checked before anything is done.
const (
	MaxContentBytes   = 1 << 20 // 1 MiB; longer documents are ingested in chunks
	MaxRationaleBytes = 4 << 10
	MaxTags           = 32
	MaxTagBytes       = 128
	MaxNameBytes      = 256 // namespace, session id
	MaxSourceBytes    = 4 << 10
	MaxLinks          = 64
	MaxTopK           = 100
)
