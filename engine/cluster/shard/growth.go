package shard

import (
	"context"
	"errors"
	"time"
)

// Growth says by how much a shard's log grows before its leader makes a checkpoint by itself. Zero values are the defaults.
type Growth struct {
	Records uint64        // behind the newest checkpoint; 0: 500,000
	Bytes   uint64        // of these records; 0: 256 MiB, or, where that is more, a quarter of the newest checkpoint, since all of a checkpoint is read to make the next
	Look    time.Duration // how often it is looked at; 0: 30 s

	ReadBack time.Duration // in which what was sent must come back as it is; 0: 15 s
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

// enough reports whether the log has grown by so much since a checkpoint of so many bytes.
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

// checkpointIfGrown makes a checkpoint when the log has grown by enough. It cuts the log behind the checkpoint before, not behind its own: a replica that is a little behind goes on with the log, and need not
// take the whole checkpoint.
func (s *Shard) checkpointIfGrown(ctx context.Context) error {
	last, _, err := s.pointer(ctx)
	if err != nil && !errors.Is(err, errNoCheckpoint) {
		return err
	}
	applied := s.Applied() // before the log's size: what is written in between is in the log and not here, so it makes no orphan
	asking, cancel := context.WithTimeout(ctx, askWait)
	records, bytes, err := s.cfg.Log.Size(asking)
	cancel()
	if err != nil {
		return err
	}
	since := applied - min(last.Place, applied)
	orphan := last.Place == 0 && records < applied // neither log nor checkpoint has its beginning: it was made anew from a node's folder
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
