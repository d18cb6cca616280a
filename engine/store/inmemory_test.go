package store_test

import (
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

func TestInMemoryKeepsTheContract(t *testing.T) {
	suite.Run(t, func(testing.TB) store.Store { return store.NewInMemory() })
}
