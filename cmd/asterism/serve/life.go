package serve

import (
	"context"
	"log/slog"
	"time"

	"asterism/engine/caught"
)

// life logs a server's start, its readiness and its end.
type life struct {
	log   *slog.Logger
	begin time.Time
}

// begins logs the start of a server of a data directory; over is an address, or stdio.
func begins(log *slog.Logger, version, data, over string) life {
	log.Info("the server starts", "version", version, "data", data, "over", over)
	return life{log, time.Now()}
}

// awaits waits in the background until the source is open, logs that, and calls ready; after an error it calls failed. Both may be nil, and neither is called once ctx has ended.
func (l life) awaits(ctx context.Context, from source, ready func(), failed func()) {
	go func() {
		_ = caught.Do(func() {
			_, err := from.engine(ctx)
			switch {
			case ctx.Err() != nil:
			case err == nil:
				l.log.Info("the server is ready", "after", time.Since(l.begin).Round(time.Millisecond))
				if ready != nil {
					ready()
				}
			case failed != nil:
				failed()
			}
		})
	}()
}

// ends logs the end.
func (l life) ends(err error) {
	about := []any{"after", time.Since(l.begin).Round(time.Millisecond)}
	if err != nil {
		about = append(about, "error", err)
	}
	l.log.Info("the server has ended", about...)
}
