package quality

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"asterism/models"
)

// cardTolerance is how far a card's figure may be from the measurement here: cards are measured on the trained arrays, this through
// the product, which stores rounded values.
const cardTolerance = .01

// readCard reads the figures of a model card: the rows of its table "what | value". Rows whose value is not a number are left out.
func readCard(r io.Reader) (map[string]float64, error) {
	out := map[string]float64{}
	inTable, last := false, -1 // last: the number of the last line that was a row
	err := numberedLines(r, func(n int, line string) error {
		what, value, ok := tableRow(line)
		if !ok {
			return nil
		}
		header := n != last+1 // the first line of a table
		if last = n; header {
			inTable = what == "what" && value == "value"
			return nil
		}
		figure, err := strconv.ParseFloat(strings.ReplaceAll(value, ",", ""), 64)
		if !inTable || err != nil || math.IsNaN(figure) || math.IsInf(figure, 0) {
			return nil
		}
		if _, ok := out[what]; ok {
			return fmt.Errorf("the figure %q stands there twice", what)
		}
		out[what] = figure
		return nil
	})
	return out, err
}

// tableRow reads a line "| what | value |".
func tableRow(line string) (what, value string, ok bool) {
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	if !strings.HasPrefix(line, "|") || len(cells) != 2 {
		return "", "", false
	}
	return strings.TrimSpace(cells[0]), strings.TrimSpace(cells[1]), true
}

// checkCards compares the cards below a folder with what was measured, prints the result, and names what disagrees. Figures of the
// cards without a counterpart are not judged.
func checkCards(dir string, all []proof, w io.Writer) (disagreements []string, err error) {
	cards, agreed, missing := map[models.Space]map[string]float64{}, 0, 0
	for _, p := range all {
		if p.Card == "" {
			continue
		}
		if _, read := cards[p.Space]; !read {
			path := filepath.Join(dir, p.Space.Code(), "MODEL-CARD.md")
			if cards[p.Space], err = readFile(path, readCard); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
		}
		said, ok := cards[p.Space][p.Card]
		switch {
		case !ok:
			missing++
		case math.Abs(said-p.Value) <= cardTolerance:
			agreed++
		default:
			disagreements = append(disagreements, fmt.Sprintf("%s card: %q is %.3f, measured %.3f (off by more than %g)", p.Space.Code(), p.Card, said, p.Value, cardTolerance))
		}
	}
	fmt.Fprintf(w, "model cards: %d figures agree within %g, %d do not, %d measured here are on no card\n", agreed, cardTolerance, len(disagreements), missing)
	for _, d := range disagreements {
		fmt.Fprintf(w, "  MISSED %s\n", d)
	}
	return disagreements, nil
}
