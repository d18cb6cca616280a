package store_test

import (
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

func TestInMemoryKeepsTheContract(t *testing.T) {
	suite.Run(t, func(testing.TB) store.Store { return store.NewInMemory() })
}

func TestInMemoryReplays(t *testing.T) {
	suite.RunReplay(t, func(testing.TB) suite.Replayed {
		s := store.NewInMemory()
		return suite.Replayed{Store: s, Replayer: s.Memories.(store.Replayer)}
	})
}
