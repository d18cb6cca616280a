package aims_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"log/slog"
	"math/rand/v2"
	"strings"
	"time"

	"asterism/engine/aims"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/models"
)

// words embeds a text in E1 as the sum of one drawn vector a word. The engine has models for this.
func words(_ context.Context, _ batch.Role, _ models.Set, _ time.Time, texts ...string) ([]fingerprint.Fingerprint, error) {
	out := make([]fingerprint.Fingerprint, len(texts))
	for i, text := range texts {
		sum := make([]float32, 1024)
		for _, word := range strings.Fields(strings.ToLower(text)) {
			h := fnv.New64a()
			h.Write([]byte(word))
			drawn := rand.New(rand.NewPCG(h.Sum64(), 1))
			for n := range sum {
				sum[n] += float32(drawn.NormFloat64())
			}
		}
		out[i][models.Semantic].Dense = sum
	}
	return out, nil
}

// A namespace has one North Star, and goals below it. The same words once more change nothing.
func ExampleService() {
	ctx := context.Background()
	s, err := aims.Open(ctx, aims.Config{Store: store.NewInMemory(), Spaces: models.SetOf(models.Semantic), Embed: words, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		fmt.Println(err)
		return
	}
	star, err := s.SetNorthStar(ctx, "shop", "Ship a checkout that never charges a customer twice")
	if err != nil {
		fmt.Println(err)
		return
	}
	again, err := s.SetNorthStar(ctx, "shop", "Ship a checkout that never charges a customer twice")
	fmt.Println(again.Same, err)
	below, err := s.AddGoal(ctx, aims.GoalNote{Namespace: "shop", Parent: star.Goal.ID, Level: purpose.Strategic, Description: "Give every payment a key of its own"})
	fmt.Println(below.Goal.Level, err)
	for _, goal := range s.Tree("shop").All() {
		fmt.Println(goal.Level, goal.Weight, goal.Description)
	}
	// Output:
	// true <nil>
	// strategic <nil>
	// north_star 1 Ship a checkout that never charges a customer twice
	// strategic 0.7 Give every payment a key of its own
}
