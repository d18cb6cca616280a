package cuda

import (
	"os"
	"testing"

	"asterism/kernels/cuda/emulate"
)

// childTask is the environment variable that makes this binary do a task of a test and end.
const childTask = "ASTERISM_CUDA_TEST_TASK"

// tasks are what a child can do; the tests that need one add theirs.
var tasks = map[string]func() error{}

func TestMain(m *testing.M) {
	if task := os.Getenv(childTask); task != "" {
		if err := tasks[task](); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(1)
		}
		os.Exit(0)
	}
	code := m.Run()
	emulate.Remove()
	os.RemoveAll(pulledModels.dir)
	os.Exit(code)
}
