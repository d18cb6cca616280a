package shard

import (
	"context"
	"errors"
	"time"
)

// Growth says by how much a shard's log grows before its leader makes a checkpoint automatically. Zero values are the defaults.
type Growth struct {
	Records uint64        // after the newest checkpoint; 0: 500,000
	Bytes   uint64        // of these records; 0: 256 MiB, or a quarter of the newest checkpoint if that is more, since making the next reads all of it
	Look    time.Duration // how often the growth is checked; 0: 30 s

	ReadBack time.Duration // how long sent data may take to come back unchanged; 0: 15 s
}

const (
	usualRecords = 500_000
	usualBytes   = 256 << 20
	usualLook    = 30 * time.Second
	usualBack    = 15 * time.Second
	shareOfBytes = 4 // see Growth.Bytes
)

func (g *Growth) complete() {
	if g.Records == 0 {
		g.Records = usualRecords
	}
	if g.Look == 0 {
		g.Look = usualLook
	}
	if g.ReadBack == 0 {
		g.ReadBack = usualBack
	}
}

// enough reports whether the log has grown enough since a checkpoint of the given size.
func (g *Growth) enough(records, bytes uint64, checkpoint int64) bool {
	most := g.Bytes
	if most == 0 {
		most = max(usualBytes, uint64(checkpoint)/shareOfBytes)
	}
	return records >= g.Records || bytes >= most
}

// keepCheckpointing makes checkpoints while the replica leads.
func (s *Shard) keepCheckpointing(ctx context.Context) {
	for ctx.Err() == nil {
		if err := s.checkpointIfGrown(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("the log grows, and no checkpoint could be made of it: it is tried again", "error", err)
		}
		pause(ctx, s.cfg.Growth.Look)
	}
}

// checkpointIfGrown makes a checkpoint when the log has grown enough. It cuts the log at the checkpoint before, not at the new one, so that a replica that is a little behind can
// continue with the log and need not load the whole checkpoint.
func (s *Shard) checkpointIfGrown(ctx context.Context) error {
	last, _, err := s.pointer(ctx)
	if err != nil && !errors.Is(err, errNoCheckpoint) {
		return err
	}
	applied := s.Applied() // read before the log's size: a record written in between is counted in the log and not here, so it cannot look like an orphan
	asking, cancel := context.WithTimeout(ctx, askWait)
	records, bytes, err := s.cfg.Log.Size(asking)
	cancel()
	if err != nil {
		return err
	}
	since := applied - min(last.Place, applied)
	orphan := last.Place == 0 && records < applied // neither the log nor a checkpoint has the shard's beginning: it was made again from a node's folder
	if !orphan && !s.cfg.Growth.enough(since, bytes/max(records, 1)*min(since, records), last.Bytes) {
		return s.mendIfNoted(ctx, last)
	}
	c, err := s.checkpoint(ctx, last.Place, false)
	if err == nil {
		s.log.Info("made a checkpoint", "place", c.Place, "memories", c.Memories, "bytes", c.Bytes, "records", since)
	}
	return err
}

func (s *Shard) mendIfNoted(ctx context.Context, last Checkpoint) error {
	note, err := s.damageNoted(ctx)
	if err != nil || note == 0 {
		return err
	}
	if err := s.mendCheckpoint(ctx, last); err != nil {
		return err
	}
	return s.damageMended(ctx, note)
}
