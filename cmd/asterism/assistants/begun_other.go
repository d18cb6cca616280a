//go:build !linux

package assistants

import "time"

// begunAt returns when this program's own code began to run.
func begunAt() time.Time { return time.Now() }
