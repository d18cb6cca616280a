package temporal_test

import (
	"fmt"
	"time"

	"asterism/engine/temporal"
)

// E4 keeps the order of times: the nearer two times are, the more similar. Computing the cosine of two vectors needs
// no vectors.
func ExampleOrder() {
	at := func(s string) int64 {
		t, err := time.Parse(time.RFC3339, s)
		if err != nil {
			panic(err)
		}
		return t.UnixNano()
	}
	asked := at("2026-03-03T09:00:00Z")
	fmt.Println(temporal.Order(asked, asked), temporal.Order(asked, at("2026-03-03T08:59:00Z")) > temporal.Order(asked, at("2026-03-03T03:00:00Z")))
	// Output: 1 true
}
