package engine

import "asterism/engine/store"

// Limits of what one note may hold. They are checked before anything is done.
const (
	MaxContentBytes = 1 << 20 // 1 MiB; longer documents are ingested in chunks
	// MaxImageContentBytes is the most of content that names an image: base64 of 4.5 MiB. It fits, with all else, in one request over HTTP; a
	// larger image is named by its path.
	MaxImageContentBytes = 6 << 20
	MaxRationaleBytes    = 4 << 10
	MaxTags              = 32
	MaxTagBytes          = 128
	MaxNameBytes         = store.MaxNameBytes // namespace, session id
	MaxSourceBytes       = 4 << 10
	MaxLinks             = 64
	MaxSupersedes        = 64
	MaxTopK              = 100
)
