package quality

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// choice asks which of two sentences is the cause, or the effect, of a premise.
type choice struct {
	premise string
	options [2]string
	cause   bool // the cause is asked for, else the effect
	right   int  // 0 or 1
}

// check refuses what cannot be answered. asks is "cause" or "effect".
func (c *choice) check(asks string) error {
	c.cause = asks == "cause"
	switch {
	case asks != "cause" && asks != "effect":
		return fmt.Errorf("it asks for %q, want cause or effect", asks)
	case c.right != 0 && c.right != 1:
		return fmt.Errorf("the right answer is number %d of 2", c.right+1)
	case strings.TrimSpace(c.premise) == "" || strings.TrimSpace(c.options[0]) == "" || strings.TrimSpace(c.options[1]) == "":
		return errors.New("the premise or an answer is empty")
	}
	return nil
}

// readECARE reads e-CARE's JSON lines (Du et al. 2022): premise, ask-for, hypothesis1, hypothesis2, label (0 or 1). The error
// names the line.
func readECARE(r io.Reader) (out []choice, err error) {
	err = numberedLines(r, func(_ int, line string) error {
		var raw struct {
			Premise string `json:"premise"`
			Asks    string `json:"ask-for"`
			First   string `json:"hypothesis1"`
			Second  string `json:"hypothesis2"`
			Label   *int   `json:"label"`
		}
		if err := json.Unmarshal([]byte(line), &raw); err != nil {
			return err
		}
		if raw.Label == nil {
			return errors.New("field label is missing")
		}
		c := choice{premise: raw.Premise, options: [2]string{raw.First, raw.Second}, right: *raw.Label}
		if err := c.check(raw.Asks); err != nil {
			return err
		}
		out = append(out, c)
		return nil
	})
	if err == nil && len(out) == 0 {
		err = errors.New("there are no questions")
	}
	return out, err
}

// readCOPA reads the XML of COPA (Roemmele et al. 2011) and Balanced COPA (Kavumba et al. 2019). The error names the item.
func readCOPA(r io.Reader) ([]choice, error) {
	var corpus struct {
		Items []struct {
			ID     string `xml:"id,attr"`
			Asks   string `xml:"asks-for,attr"`
			Right  int    `xml:"most-plausible-alternative,attr"`
			P      string `xml:"p"`
			First  string `xml:"a1"`
			Second string `xml:"a2"`
		} `xml:"item"`
	}
	if err := xml.NewDecoder(r).Decode(&corpus); err != nil {
		return nil, err
	}
	out := make([]choice, len(corpus.Items))
	for i, item := range corpus.Items {
		out[i] = choice{premise: item.P, options: [2]string{item.First, item.Second}, right: item.Right - 1}
		if err := out[i].check(item.Asks); err != nil {
			return nil, fmt.Errorf("item %q: %w", item.ID, err)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("there are no items")
	}
	return out, nil
}
