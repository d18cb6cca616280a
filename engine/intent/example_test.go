package intent_test

import (
	"fmt"
	"time"

	"asterism/engine/intent"
)

// The time that a question names, seen from a Tuesday.
func ExampleBetween() {
	now := time.Date(2026, 3, 3, 9, 0, 0, 0, time.UTC)
	from, to, ok := intent.Between("what did we deploy yesterday?", now)
	fmt.Println(from.Format(time.DateOnly), to.Format(time.DateOnly), ok)
	_, _, ok = intent.Between("how do we deploy?", now)
	fmt.Println(ok)
	// Output:
	// 2026-03-02 2026-03-03 true
	// false
}

// The profile that the wording of a question asks for.
func ExampleAuto() {
	for _, question := range []string{"func (s *Server) ServeHTTP", "how is the bread baked?"} {
		name, _ := intent.Auto(question)
		fmt.Println(name)
	}
	// Output:
	// code
	// semantic
}
