package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/metautl"
	"asterism/engine/store"
	"asterism/engine/utl"
	"asterism/models"
)

// alarmed writes the learning state of a store whose predictions were so bad that a person is asked.
func alarmed(t *testing.T) (file string) {
	t.Helper()
	ctx := context.Background()
	s, err := metautl.Open(ctx, store.NewInMemory(), metautl.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for n := 0; s.Status(now).Escalation != metautl.HumanRequired; n++ {
		if n == 100 {
			t.Fatal("a hundred bad predictions raise no alarm")
		}
		c := metautl.Cycle{At: now.Add(time.Duration(n-200) * time.Second), Base: utl.Lambdas{S: .5, C: .5}, ACh: metautl.MinACh}
		c.Predictions = []metautl.Prediction{{Space: models.Semantic, Predicted: .6}}
		if err := s.Record(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	file = filepath.Join(t.TempDir(), "learned")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := s.Export(ctx, f); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestAnAlarmIsSeenAndAcknowledged: status, doctor and meta status show it, here and next to a running server. The person can acknowledge it there.
func TestAnAlarmIsSeenAndAcknowledged(t *testing.T) {
	t.Parallel()
	file := alarmed(t)
	for name, beside := range map[string]bool{"here": false, "beside a server": true} {
		data := filepath.Join(t.TempDir(), "store")
		ok(t, data, "remember", "The heron waits", "--why", "test")
		if beside {
			assist(t, data)
		}
		told := func() (status, doctor, learning string) {
			doctor, _, _ = run(t, data, "doctor") // its exit code says that something needs attention
			return ok(t, data, "status"), doctor, ok(t, data, "meta", "status")
		}
		alarm := func(status, doctor, learning string) [3]bool {
			return [3]bool{strings.Contains(status, engine.HumanRequired), strings.Contains(doctor, engine.HumanRequired), strings.Contains(learning, "human_required")}
		}
		if got := alarm(told()); got != [3]bool{} {
			t.Errorf("%s: before there is an alarm it is in status, doctor, meta status: %v", name, got)
		}
		ok(t, data, "meta", "import", file)
		if got := alarm(told()); got != [3]bool{true, true, true} {
			t.Errorf("%s: the alarm is in status, doctor, meta status: %v", name, got)
		}
		ok(t, data, "meta", "acknowledge")
		if got := alarm(told()); got != [3]bool{} {
			t.Errorf("%s: when it is acknowledged the alarm is in status, doctor, meta status: %v", name, got)
		}
	}
}
