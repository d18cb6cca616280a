package engine

import (
	"context"
	"time"

	"asterism/engine"
)

// subGoals measures how long it takes to propose goals for the memories of a namespace, on an otherwise idle engine.
func (b *bench) subGoals(ctx context.Context) ([]Row, error) {
	e, err := b.openLibrary(ctx, b.sizes.library)
	if err != nil {
		return nil, err
	}
	var wall, cpu []float64
	for i := range b.runs {
		say("goals %d of %d", i+1, b.runs)
		began, used := time.Now(), processTime()
		if _, err := e.SubGoals(ctx, engine.SubGoalQuestion{Namespace: engine.DefaultNamespace}); err != nil {
			return nil, err
		}
		wall, cpu = append(wall, time.Since(began).Seconds()), append(cpu, (processTime()-used).Seconds())
	}
	return []Row{
		lower("sub_goals_10k_s", "s", 5, wall...),
		lower("sub_goals_10k_cpu_s", "s", noGoal, cpu...),
	}, nil
}
