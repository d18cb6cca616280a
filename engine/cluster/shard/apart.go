package shard

import (
	"context"
	"time"
)

// apartLook is how often a leader checks which server leads the log of its shard.
const apartLook = 3 * time.Second

// keepApart moves the leadership of the log to a server on another machine than the shard's leader. If one machine has both and dies, the shard takes no write until servers have
// elected a leader of the log, which takes 4 to 9 s, and then another node must notice and lead the shard. Apart, the loss of one machine causes only one of the two.
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
