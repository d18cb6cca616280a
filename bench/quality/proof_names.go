package quality

import (
	"context"
	"fmt"
	"io"
	"strings"

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

// names: where a sentence has the same words about a thing of another name, E11 finds the sentence about the same name closer, in other
// words though it is, more often than E1 by namesAbove. The sentences were written for this measurement; the half named development was in
// sight when models/train/named.py got its limits.
func (b *prover) names(ctx context.Context) ([]proof, error) {
	swapped, err := readOwn("swapped-names.tsv", readSwapped)
	if err != nil {
		return nil, err
	}
	var out []proof
	for _, part := range []string{heldOut, "development"} {
		var some []naming
		for _, n := range swapped {
			if n.domain == part {
				some = append(some, n)
			}
		}
		ours, _, err := b.sameThing(ctx, models.Entity, some)
		if err != nil {
			return nil, err
		}
		plain, _, err := b.sameThing(ctx, models.Semantic, some)
		if err != nil {
			return nil, err
		}
		p := proof{Space: models.Entity, Name: "proof.E11.swapped_names_" + strings.ReplaceAll(part, "-", "_"), What: "the same name is closer than a swapped one, " + part, Unit: "share",
			Value: ours.value(), Sentence: fmt.Sprintf("%d of %d, %s; %.2f above E1 wanted", ours.right, ours.trials, ours.between(), namesAbove)}
		if p = p.against("E1", plain.value(), ours.value() >= plain.value()+namesAbove); part != heldOut {
			p.Verdict = informs
		}
		out = append(out, p)
	}
	others, err := b.otherNames(ctx)
	if err != nil {
		return nil, err
	}
	absent, err := b.unnamed(ctx)
	return append(append(out, others...), absent), err
}

// namesAbove is how much more often than E1 it must be the same name.
const namesAbove = .10

// heldOut is the half of the swapped names that nothing was chosen on.
const heldOut = "held-out"

// readSwapped reads a table of four columns with a header: part, text, same, other.
func readSwapped(r io.Reader) (out []naming, err error) {
	rows, err := readTable(r, "part", "text", "same", "other")
	for _, row := range rows {
		out = append(out, naming{row[0], row[1], row[2], row[3]})
	}
	return out, err
}

// otherNames reports how often a thing by another word ("doctor", "physician") is closer than another thing. It has no goal: a space in which a swapped name is far cannot also
// take any two words of one thing for near, and E1 is there for that. A model that counts names alone has no value for most of these, which counts as wrong.
func (b *prover) otherNames(ctx context.Context) ([]proof, error) {
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
	p := proof{Space: models.Entity, Name: "proof.E11.names_accuracy", What: "the same thing by another word is closer", Unit: "share", Value: ours.value(),
		Sentence: fmt.Sprintf("%d of %d, without a value counts as wrong", ours.right, ours.trials)}
	p = p.against("E1", plain.value(), true)
	p.Verdict = informs
	return append([]proof{p}, parted(models.Entity, "proof.E11.names_accuracy_", parts)...), nil
}

// unnamed reports for how many sentences without names E11 has no value: those of the causes and effects, of which a few do contain a name.
func (b *prover) unnamed(ctx context.Context) (proof, error) {
	arrows, err := readOwn("direction.tsv", readArrows)
	if err != nil {
		return proof{}, err
	}
	var texts []string
	for _, a := range arrows {
		texts = append(texts, a.cause, a.effect)
	}
	records, err := b.memories(ctx, texts, models.Entity)
	if err != nil {
		return proof{}, err
	}
	var absent share
	for i := range records {
		absent.count(records[i][models.Entity].Absent())
	}
	return proof{Space: models.Entity, Name: "proof.E11.unnamed_absent", What: "sentences without a name: no value", Unit: "share", Value: absent.value(),
		Sentence: fmt.Sprintf("%d of %d", absent.right, absent.trials)}, nil
}

// sameThing counts in how many namings the same thing is closer than the other one. Where the space has no value for a sentence, it is not.
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
