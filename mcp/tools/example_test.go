package tools_test

import (
	"fmt"

	"asterism/mcp/tools"
)

// The tools of the smallest tier, and what each may do.
func ExampleOf() {
	all, err := tools.Of("minimal")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range all {
		fmt.Printf("%s: read-only %t, destructive %t\n", t.Name, t.Hints.ReadOnly, t.Hints.Destructive)
	}
	_, err = tools.Of("some")
	fmt.Println(err)
	// Output:
	// inject_context: read-only false, destructive false
	// search_graph: read-only true, destructive false
	// get_memory: read-only true, destructive false
	// forget_memory: read-only false, destructive true
	// get_alignment_drift: read-only false, destructive false
	// get_autonomous_status: read-only true, destructive false
	// choose tools: "some" is no tier; valid are minimal, standard, all
}
