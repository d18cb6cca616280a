package quality

import (
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
)

// judgement says how well a document answers a question.
type judgement struct {
	query, doc string
	gain       float64
}

// readQrels reads judgements: question, document, gain by tabs (BEIR), or question, iteration, document, gain by white space
// (TREC); a first line without a number is a header.
func readQrels(path string) ([]judgement, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out, err := parseQrels(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return out, nil
}

func parseQrels(r io.Reader) (out []judgement, err error) {
	first := true
	err = numberedLines(r, func(_ int, line string) error {
		header := first
		first = false
		fields := splitQrel(line)
		if len(fields) != 3 && len(fields) != 4 {
			return fmt.Errorf("it has %d columns, want question, document, gain or question, iteration, document, gain", len(fields))
		}
		last := len(fields) - 1
		gain, err := strconv.ParseFloat(fields[last], 64)
		if err != nil && header {
			return nil
		}
		if err != nil || math.IsNaN(gain) || math.IsInf(gain, 0) {
			return fmt.Errorf("column %d: gain %q is not a finite number", last+1, fields[last])
		}
		for _, i := range []int{0, last - 1} {
			if fields[i] == "" {
				return fmt.Errorf("column %d: the id is empty", i+1)
			}
		}
		out = append(out, judgement{fields[0], fields[last-1], gain})
		return nil
	})
	return out, err
}

// splitQrel cuts at tabs where there are any, since ids may contain spaces.
func splitQrel(line string) []string {
	if !strings.Contains(line, "\t") {
		return strings.Fields(line)
	}
	fields := strings.Split(line, "\t")
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	return fields
}
