package quality

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// choiceSets are the collections of choices, and what E5's card calls them.
var choiceSets = []struct {
	name, title, file string
	read              func(io.Reader) ([]choice, error)
}{
	{"ecare", "e-CARE dev", "e-care-dev.jsonl", readECARE},
	{"copa", "Balanced COPA dev", "balanced-copa-dev.xml", readCOPA},
}

// causal: asked for a cause, E5 compares the answers as causes with the premise as an effect, and the other way round; the better
// answer wins. E1 takes the more similar one. A missing set is skipped, but at least one must exist.
func (b *prover) causal(ctx context.Context) (out []proof, err error) {
	var absent error
	for _, set := range choiceSets {
		all, err := readFile(b.path("causal", set.file), set.read)
		if errors.Is(err, fs.ErrNotExist) {
			absent = err
			continue
		}
		if err != nil {
			return nil, err
		}
		some, err := b.choose(ctx, set.name, set.title, all)
		if err != nil {
			return nil, err
		}
		out = append(out, some...)
	}
	if len(out) == 0 {
		return nil, absent
	}
	return out, nil
}

func (b *prover) choose(ctx context.Context, name, title string, all []choice) ([]proof, error) {
	ours, err := b.choiceValues(ctx, models.Causal, all)
	if err != nil {
		return nil, err
	}
	plain, err := b.choiceValues(ctx, models.Semantic, all)
	if err != nil {
		return nil, err
	}
	var causal, likeness, direction share
	for i, c := range all {
		premise, first, second := ours.of(i)
		causal.count(rightAnswer(c, towards(c, premise, first), towards(c, premise, second)))
		answer := [...]fingerprint.Value{first, second}[c.right]
		direction.count(towards(c, premise, answer) > backwards(c, premise, answer))
		premise, first, second = plain.of(i)
		likeness.count(rightAnswer(c, dot(premise.Dense, first.Dense), dot(premise.Dense, second.Dense)))
	}
	accuracy := proof{Space: models.Causal, Name: "proof.E5." + name + "_accuracy", What: title + ": accuracy", Unit: "share", Value: causal.value(),
		Sentence: fmt.Sprintf("%d choices, %s", causal.trials, causal.between()), Card: title + ": accuracy"}
	directed := title + ": cause→effect above effect→cause"
	return []proof{
		accuracy.above("E1", likeness.value()),
		proof{Space: models.Causal, Name: "proof.E5." + name + "_direction", What: directed, Unit: "share", Card: directed}.aboveChance(direction),
	}, nil
}

// choiceValues are the premises as questions and the answers as memories, in one space.
type choiceValues struct{ premises, answers []fingerprint.Value }

// of gives one choice's premise and two answers.
func (v choiceValues) of(i int) (premise, first, second fingerprint.Value) {
	return v.premises[i], v.answers[2*i], v.answers[2*i+1]
}

func (b *prover) choiceValues(ctx context.Context, s models.Space, all []choice) (choiceValues, error) {
	var premises, answers []string
	for _, c := range all {
		premises, answers = append(premises, c.premise), append(answers, c.options[0], c.options[1])
	}
	q, m, err := b.oneSpace(ctx, s, premises, answers)
	return choiceValues{q, m}, err
}

// towards is how well the answer is what is asked for; backwards reads the pair the wrong way round.
func towards(c choice, premise, answer fingerprint.Value) float64 {
	if c.cause {
		return dot(effectOf(premise), causeOf(answer))
	}
	return dot(causeOf(premise), effectOf(answer))
}

func backwards(c choice, premise, answer fingerprint.Value) float64 {
	c.cause = !c.cause
	return towards(c, premise, answer)
}

// rightAnswer reports whether the right option scores higher; a tie is not right.
func rightAnswer(c choice, scores ...float64) bool { return scores[c.right] > scores[1-c.right] }

// arrow is a cause and its effect, one sentence each.
type arrow struct{ domain, cause, effect string }

// readArrows reads a table of three columns with a header: domain, cause, effect.
func readArrows(r io.Reader) (out []arrow, err error) {
	rows, err := readTable(r, "domain", "cause", "effect")
	for _, row := range rows {
		out = append(out, arrow{row[0], row[1], row[2]})
	}
	return out, err
}

// leadsTo reports whether a goes before b rather than b before a.
func leadsTo(a, b fingerprint.Value) bool {
	return dot(causeOf(a), effectOf(b)) > dot(effectOf(a), causeOf(b))
}

// direction: from the cause to its effect scores higher than back, on pairs that were written for this measurement, before any score
// was seen, without connectives or tenses that show it.
//
// Two tables: the first has been in sight while later models were trained, the second was written after the model that it is about.
func (b *prover) direction(ctx context.Context) ([]proof, error) {
	fresh, parts, err := b.directionOf(ctx, "direction.tsv")
	if err != nil {
		return nil, err
	}
	unseen, _, err := b.directionOf(ctx, "direction-unseen.tsv")
	if err != nil {
		return nil, err
	}
	last := proof{Space: models.Causal, Name: "proof.E5.unseen_direction", What: "unseen pairs: cause→effect above effect→cause", Unit: "share", Value: unseen.value(),
		Sentence: fmt.Sprintf("%d of %d, %s", unseen.right, unseen.trials, unseen.between())}
	out := []proof{proof{Space: models.Causal, Name: "proof.E5.fresh_direction", What: "fresh pairs: cause→effect above effect→cause", Unit: "share"}.aboveChance(fresh), last.atLeast(directionGoal)}
	return append(out, parted(models.Causal, "proof.E5.fresh_direction_", parts)...), nil
}

// directionGoal is how many of the unseen pairs are read in the right direction.
const directionGoal = .65

// directionOf counts the pairs of a table of ours that are read from the cause to the effect.
func (b *prover) directionOf(ctx context.Context, table string) (all share, parts map[string]*share, err error) {
	arrows, err := readOwn(table, readArrows)
	if err != nil {
		return all, nil, err
	}
	var causes, effects []string
	for _, a := range arrows {
		causes, effects = append(causes, a.cause), append(effects, a.effect)
	}
	q, m, err := b.oneSpace(ctx, models.Causal, causes, effects)
	if err != nil {
		return all, nil, err
	}
	parts = map[string]*share{}
	for i, a := range arrows {
		forward := leadsTo(q[i], m[i])
		if parts[a.domain] == nil {
			parts[a.domain] = &share{}
		}
		all.count(forward)
		parts[a.domain].count(forward)
	}
	return all, parts, nil
}
