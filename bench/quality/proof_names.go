package quality

import (
	"context"
	"fmt"
	"io"

	"asterism/models"
)

// naming is a sentence, one that names the same thing by another name, and one of the wording of the second about another thing.
type naming struct{ domain, text, same, other string }

// readNamings reads a table of four columns with a header: domain, text, same, other.
func readNamings(r io.Reader) (out []naming, err error) {
	rows, err := readTable(r, "domain", "text", "same", "other")
	for _, row := range rows {
		out = append(out, naming{row[0], row[1], row[2], row[3]})
	}
	return out, err
}

// names: E11 finds the sentence about the same thing closer than the one about another thing, more often than E1, on sentences that
// were written for this measurement before any score was seen.
func (b *prover) names(ctx context.Context) ([]proof, error) {
	all, err := readOwn("entities.tsv", readNamings)
	if err != nil {
		return nil, err
	}
	ours, parts, err := b.sameThing(ctx, models.Entity, all)
	if err != nil {
		return nil, err
	}
	plain, _, err := b.sameThing(ctx, models.Semantic, all)
	if err != nil {
		return nil, err
	}
	low, high := plain.interval()
	p := proof{Space: models.Entity, Name: "proof.E11.names_accuracy", What: "the same thing by another name is closer", Unit: "share", Value: ours.value(),
		Sentence: fmt.Sprintf("%d of %d, %s; E1's %.3f to %.3f", ours.right, ours.trials, ours.between(), low, high)}
	return append([]proof{p.above("E1", plain.value())}, parted(models.Entity, "proof.E11.names_accuracy_", parts)...), nil
}

// sameThing counts in how many namings the same thing is closer than the other one.
func (b *prover) sameThing(ctx context.Context, s models.Space, all []naming) (total share, parts map[string]*share, err error) {
	var texts, same, other []string
	for _, n := range all {
		texts, same, other = append(texts, n.text), append(same, n.same), append(other, n.other)
	}
	near, err := b.cosines(ctx, s, texts, same)
	if err != nil {
		return total, nil, err
	}
	far, err := b.cosines(ctx, s, texts, other)
	if err != nil {
		return total, nil, err
	}
	parts = map[string]*share{}
	for i, n := range all {
		if parts[n.domain] == nil {
			parts[n.domain] = &share{}
		}
		total.count(near[i] > far[i])
		parts[n.domain].count(near[i] > far[i])
	}
	return total, parts, nil
}
