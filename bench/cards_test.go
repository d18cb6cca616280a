package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/models"
)

// cardsFolder holds the cards of the models that ship here.
const cardsFolder = "../models/compact"

// addsHeading begins the part of a card that says what its space adds to the whole.
const addsHeading = "## What it adds"

// TestCardsSayWhatASpaceAdds: every card shows what eval.json measured of its space, the sets with the most and the least.
func TestCardsSayWhatASpaceAdds(t *testing.T) {
	rows, err := rowsOf(filepath.Join("results", "eval.json"))
	if err != nil {
		t.Fatal(err)
	}
	cards := 0
	for _, info := range models.Catalog {
		path := filepath.Join(cardsFolder, info.Space.Code(), "MODEL-CARD.md")
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			continue // it is computed, not trained
		}
		if err != nil {
			t.Fatal(err)
		}
		cards++
		got, err := withAdds(string(text), info.Space.Code(), rows)
		switch {
		case err != nil:
			t.Errorf("%s: %v", path, err)
		case got != string(text) && *update:
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		case got != string(text):
			t.Errorf("%s: what %s adds is not what eval.json has; -update brings it to the card: then look at what the card says of it", path, info.Space.Code())
		}
	}
	if cards != len(models.OfOrigin(models.FromModel).Spaces()) {
		t.Errorf("%d cards, want one a model", cards)
	}
}

// withAdds puts a space's table into its card.
func withAdds(card, space string, rows map[string]float64) (string, error) {
	before, rest, ok := strings.Cut(card, addsHeading+"\n")
	if !ok {
		return "", fmt.Errorf("no heading %q", addsHeading)
	}
	of, after, ok := strings.Cut(rest, "\n## ")
	if !ok {
		return "", fmt.Errorf("nothing follows %q", addsHeading)
	}
	words, _, ok := strings.Cut(of, "\n| ")
	if !ok {
		return "", fmt.Errorf("no table under %q", addsHeading)
	}
	table, err := addsTable(space, rows)
	return before + addsHeading + "\n" + words + "\n" + table + "\n## " + after, err
}

// addsTable is what a space adds, in points of nDCG@10.
func addsTable(space string, rows map[string]float64) (string, error) {
	type line struct {
		where string
		value float64
	}
	var sets []line
	for row, value := range rows {
		if set, ok := strings.CutSuffix(row, ".adds."+space+"_points"); ok {
			sets = append(sets, line{set, value})
		}
	}
	slices.SortFunc(sets, func(a, b line) int {
		return cmp.Or(cmp.Compare(b.value, a.value), strings.Compare(a.where, b.where))
	})
	without, ok := rows["ablation."+space+"_points"]
	if !ok {
		return "", fmt.Errorf("eval.json has no row ablation.%s_points: make eval writes it", space)
	}
	out := fmt.Sprintf("| where | points |\n|---|---|\n| mean of the sets | %+.2f |\n", -without)
	if len(sets) == 0 { // an older file, without a figure for each set
		return out, nil
	}
	most, least := sets[0], sets[len(sets)-1]
	return out + fmt.Sprintf("| its 95 %% interval | %+.2f to %+.2f |\n| most: %s | %+.2f |\n| least: %s | %+.2f |\n",
		rows["adds."+space+"_low_points"], rows["adds."+space+"_high_points"], most.where, most.value, least.where, least.value), nil
}

// TestAddsTableNeedsItsRows: a card without a measurement, or without its heading, is an error and no empty table.
func TestAddsTableNeedsItsRows(t *testing.T) {
	if _, err := addsTable("E5", map[string]float64{"ablation.E6_points": 1, "a.adds.E6_points": 1}); err == nil {
		t.Error("a space without rows has a table")
	}
	rows := map[string]float64{"ablation.E5_points": -0.5, "adds.E5_low_points": 0, "adds.E5_high_points": 1, "a.adds.E5_points": 2, "b.adds.E5_points": -1}
	if _, err := withAdds("# E5\n\n## Limits\n", "E5", rows); err == nil {
		t.Error("a card without the heading is taken")
	}
	got, err := withAdds("# E5\n\n"+addsHeading+"\n\nFor causes.\n\n| old |\n\n## Limits\n", "E5", rows)
	if err != nil || !strings.Contains(got, "For causes.\n\n| where") || !strings.Contains(got, "mean of the sets | +0.50") || !strings.Contains(got, "most: a | +2.00") || !strings.Contains(got, "least: b | -1.00 |\n\n## Limits") {
		t.Errorf("%q, %v", got, err)
	}
}
