package node

import (
	"log/slog"
	"time"
)

var (
	quiet      = slog.New(slog.DiscardHandler)
	member2026 = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
)
