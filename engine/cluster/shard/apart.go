package shard

import (
	"context"
	"time"
)

// apartLook is how often a leader looks which server leads the log of its shard.
const apartLook = 3 * time.Second

// keepApart has the log be led by the server of another machine than the shard. If one machine has both and dies, its shard takes no write before servers have chosen who leads the log, which takes them 4 to 9 s, and after that
// somebody has to learn of it and lead the shard. Apart, the loss of a machine is one of the two.
func (s *Shard) keepApart(ctx context.Context) {
	if s.cfg.Apart == nil {
		return
	}
	for pause(ctx, apartLook); ctx.Err() == nil; pause(ctx, apartLook) {
		if err := s.cfg.Apart(ctx); err != nil && ctx.Err() == nil {
			s.log.Debug("have another server lead the log", "error", err)
		}
	}
}
