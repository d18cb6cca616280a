package quality

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"asterism/models"
)

// prover measures; it contains what the proofs share.
type prover struct {
	embedder *Embedder
	out      io.Writer
	data     string // the folder of evaluation sets
	train    string // a folder with triples of the training side; "" for none
	sets     map[string]*proofSet
}

// proofGroups are the proofs in the order in which they are printed. A group whose data are not there is named and passed over.
var proofGroups = []struct {
	space models.Space
	title string
	prove func(*prover, context.Context) ([]proof, error)
}{
	{models.Semantic, "similarity of sentences", (*prover).semantic},
	{models.Semantic, "retrieval", (*prover).retrieval},
	{models.Causal, "choice of causes and effects", (*prover).causal},
	{models.Causal, "direction on fresh pairs", (*prover).direction},
	{models.Sparse, "terms", (*prover).sparse},
	{models.Splade, "terms and expansion", (*prover).splade},
	{models.Code, "questions about code", (*prover).code},
	{models.Code, "code asked with code", (*prover).codeToCode},
	{models.Graph, "links", (*prover).links},
	{models.Graph, "imports of a code base", (*prover).imports},
	{models.HDC, "wrong letters", (*prover).typos},
	{models.Multimodal, "captions", (*prover).captions},
	{models.Entity, "held-out triples", (*prover).triples},
	{models.Entity, "names", (*prover).names},
	{models.LateInteraction, "rerank", (*prover).rerank},
	{models.Semantic, "what the other spaces say that E1 does not", (*prover).independence},
}

// trainVariable is the environment variable that names the folder of training text, of which only the triples are read: answers that
// are known from there do not count as wrong.
const trainVariable = "ASTERISM_TRAIN"

// runProofs measures every learned space and E9 on held-out data below dataDir and compares the figures with the model cards below
// cardsDir ("" leaves that out). It prints a section for people to w. broken names the proofs that miss their goal and the cards
// that disagree; the error is ctx's or names the file that cannot be read.
func runProofs(ctx context.Context, e *Embedder, dataDir, cardsDir string, w io.Writer) (rows []proofRow, broken []string, err error) {
	found, err := proofs(ctx, e, dataDir, w)
	if err != nil {
		return nil, nil, fmt.Errorf("prove spaces: %w", err)
	}
	for _, p := range found {
		rows = append(rows, p.rows()...)
		if p.Verdict == missed {
			broken = append(broken, p.String())
		}
	}
	if cardsDir == "" {
		return rows, broken, nil
	}
	disagreements, err := checkCards(cardsDir, found, w)
	if err != nil {
		return nil, nil, fmt.Errorf("prove spaces: %w", err)
	}
	return rows, append(broken, disagreements...), nil
}

// proofs runs all groups and prints each as it ends.
func proofs(ctx context.Context, e *Embedder, dir string, w io.Writer) (all []proof, err error) {
	b := &prover{embedder: e, out: w, data: dir, train: os.Getenv(trainVariable), sets: map[string]*proofSet{}}
	fmt.Fprintf(w, "\nproofs: each space on its own, on data that it was not trained on\n")
	for _, g := range proofGroups {
		if !e.Spaces().Has(g.space) {
			fmt.Fprintf(w, "%v, %s\n  not measured: these models lack the space\n", g.space, g.title)
			continue
		}
		fmt.Fprintf(w, "%v, %s\n", g.space, g.title)
		say("proofs: %v, %s", g.space, g.title)
		some, err := g.prove(b, ctx)
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(w, "  not measured: %v\n", err)
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%v, %s: %w", g.space, g.title, err)
		}
		printProofs(w, some)
		all = append(all, some...)
	}
	return all, nil
}

// path is that of a file below the folder of evaluation sets.
func (b *prover) path(parts ...string) string {
	return filepath.Join(append([]string{b.data}, parts...)...)
}

// printProofs prints a group.
func printProofs(w io.Writer, some []proof) {
	for _, p := range some {
		if p.Quiet {
			continue
		}
		against := ""
		if p.Label != "" {
			against = fmt.Sprintf("%s %.3f", p.Label, p.Against)
		}
		fmt.Fprintf(w, "  %-6s %-62s %8.3f  %-18s %s\n", [...]string{"", "pass", "MISSED"}[p.Verdict], p.What, p.Value, against, p.Sentence)
	}
}
