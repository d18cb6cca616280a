package quality

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// sameCode is one task, done in two languages by somebody who names things otherwise each time.
type sameCode struct{ Task, Python, Go string }

// codeAbove is how much better than E1 the code space must find code by code, in reciprocal ranks.
const codeAbove = .03

// readSameCode reads a JSON object a line: task, python, go.
func readSameCode(r io.Reader) (out []sameCode, err error) {
	err = numberedLines(r, func(_ int, line string) error {
		var c sameCode
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&c); err != nil {
			return err
		}
		if c.Task == "" || c.Python == "" || c.Go == "" {
			return errors.New("task, python or go is empty")
		}
		out = append(out, c)
		return nil
	})
	if err == nil && len(out) == 0 {
		err = errors.New("there is no code")
	}
	return out, err
}

// codeToCode: asked with a function, E7 finds the one that does the same in another language better than E1, among all others of both
// languages. The result among those of the other language alone is reported too.
func (b *prover) codeToCode(ctx context.Context) ([]proof, error) {
	all, err := readOwn("same-code.jsonl", readSameCode)
	if err != nil {
		return nil, err
	}
	ours, oursApart, err := b.codeRanks(ctx, models.Code, all)
	if err != nil {
		return nil, err
	}
	plain, plainApart, err := b.codeRanks(ctx, models.Semantic, all)
	if err != nil {
		return nil, err
	}
	mixed := proof{Space: models.Code, Name: "proof.E7.code_to_code_mrr", What: "code to code, both languages together: MRR", Unit: "mrr", Value: ours,
		Sentence: fmt.Sprintf("%d functions; %.2f above E1 wanted", 2*len(all), codeAbove), Card: "code to code, both languages together: MRR"}
	apart := proof{Space: models.Code, Name: "proof.E7.code_to_other_language_mrr", What: "code to code of the other language: MRR", Unit: "mrr", Value: oursApart,
		Card: "code to code of the other language: MRR"}
	apart = apart.above("E1", plainApart)
	apart.Verdict = informs
	return []proof{mixed.against("E1", plain, ours >= plain+codeAbove), apart}, nil
}

// codeRanks are the mean reciprocal ranks of the same code in the other language, among all code but what is asked with, and among that of
// the other language.
func (b *prover) codeRanks(ctx context.Context, s models.Space, all []sameCode) (mixed, apart float64, err error) {
	var texts []string
	for _, c := range all {
		texts = append(texts, c.Python)
	}
	for _, c := range all {
		texts = append(texts, c.Go)
	}
	prints, err := b.questions(ctx, texts, s)
	if err != nil {
		return 0, 0, err
	}
	records, err := b.memories(ctx, texts, s)
	if err != nil {
		return 0, 0, err
	}
	n := len(all)
	for i := range texts {
		answer := (i + n) % (2 * n)
		likeness := func(j int) float64 {
			v := fingerprint.Unpack(s, &records[j][s])
			return dot(prints[i][s].Dense, v.Dense)
		}
		right, rank, rankApart := likeness(answer), 1, 1
		for j := range texts {
			if j == i || j == answer || likeness(j) <= right {
				continue
			}
			rank++
			if j/n == answer/n {
				rankApart++
			}
		}
		mixed += 1 / float64(rank) / float64(2*n)
		apart += 1 / float64(rankApart) / float64(2*n)
	}
	return mixed, apart, nil
}
