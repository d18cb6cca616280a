package tools

import (
	"context"

	"asterism/engine"
)

// Progress is called with the progress of a call.
type Progress func(message string, done, total int)

type progressKey struct{}

// progressOf returns a function that reports the progress of the call of ctx. The server limits how often it is sent. It does nothing if the client did not ask. It is called from
// one goroutine.
func progressOf(ctx context.Context, message string) func(done, total int) {
	tell, ok := ctx.Value(progressKey{}).(Progress)
	if !ok {
		return func(int, int) {}
	}
	return func(done, total int) { tell(message, done, total) }
}

// BackupProgress reports the progress of the backup of the call of ctx. The figures of a call must only grow: first thousandths, then KiB.
func BackupProgress(ctx context.Context) engine.BackupProgress {
	tell := ProgressOf(ctx)
	return func(stage string, done, total int64) {
		switch {
		case tell == nil:
		case stage == engine.BackupCopying:
			tell(stage+", in KiB", int(done>>10), int(total>>10))
		default:
			tell(stage+", in thousandths", int(done), int(total))
		}
	}
}

// ProgressOf returns the function that reports the progress of the call of ctx; nil if the client did not ask for it.
func ProgressOf(ctx context.Context) Progress {
	tell, _ := ctx.Value(progressKey{}).(Progress)
	return tell
}

// WithProgress gives the call of ctx a function that reports its progress.
func WithProgress(ctx context.Context, p Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}
