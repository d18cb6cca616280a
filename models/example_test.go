package models_test

import (
	"fmt"

	"asterism/models"
)

// Spaces are asked for by code or by name; what a space promises is in the catalogue.
func ExampleParseSpace() {
	for _, name := range []string{"E7", "splade"} {
		s, err := models.ParseSpace(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(s, s.Info().Width, s.Info().Full)
	}
	_, err := models.ParseSpace("E14")
	fmt.Println(err)
	// Output:
	// E7 code 1536 Qodo/Qodo-Embed-1-1.5B
	// E13 splade 30522 prithivida/Splade_PP_en_v1
	// parse space "E14": valid are E1 to E13 and their names (semantic, …)
}

// A set of spaces is one number.
func ExampleSet() {
	stored := models.All.Without(models.OfOrigin(models.FromTime))
	fmt.Println(len(stored.Spaces()), stored.Has(models.Semantic), stored.Has(models.TemporalRecent))
	// Output: 10 true false
}
