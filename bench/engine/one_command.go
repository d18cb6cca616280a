package engine

import (
	"context"
	"path/filepath"
)

// commandRuns is how often one command is timed.
const commandRuns = 15

// oneCommand measures the cost of a minimal command, over a store of one memory that no server owns: starting the program, its models and its store.
func (b *bench) oneCommand(ctx context.Context) ([]Row, error) {
	data := filepath.Join(b.dir, "command")
	if _, err := b.child(ctx, "remember", "--data", data, "The gate opens at three", "--why", "kept to be listed"); err != nil { // makes the store
		return nil, err
	}
	var wall, cpu, rss []float64
	for range commandRuns {
		c, err := b.child(ctx, "list", "--data", data)
		if err != nil {
			return nil, err
		}
		wall, cpu, rss = append(wall, c.wall.Seconds()*1000), append(cpu, c.cpu.Seconds()*1000), append(rss, c.peakMiB)
	}
	return []Row{
		lower("command_ms", "ms", noGoal, wall...),
		lower("command_cpu_ms", "ms", noGoal, cpu...),
		lower("command_rss_mib", "MiB", noGoal, rss...),
	}, nil
}
