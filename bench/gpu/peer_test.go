package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/compare"
)

// fakePeer speaks as peer.py does; TestMain calls it when this program is started as one.
func fakePeer(kind string) {
	switch kind {
	case "silent":
		return
	case "missing":
		fmt.Println(`{"missing": "PyTorch"}`)
		return
	}
	fmt.Println(`{"how": "pytorch", "versions": "PyTorch 9", "why": ["sentence_transformers: not here"]}`)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var c peerCommand
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			panic(err)
		}
		switch c.Do {
		case "tune":
			fmt.Println(`{"batch": 64, "compiled": true, "tried": ["64: 1 rows/s"]}`)
		case "compile":
			io.Copy(io.Discard, os.Stdin) // a compiler that never comes back
		case "run":
			fmt.Printf(`{"rows": 20, "seconds": %g}`+"\n", c.Seconds)
		default:
			os.Exit(4)
		}
	}
}

func TestPeerAnswers(t *testing.T) {
	p, err := converse(exec.Command(os.Args[0], "fakepeer", "whole"))
	if err != nil {
		t.Fatal(err)
	}
	if p.How != "pytorch" || p.Versions != "PyTorch 9" || !slices.Equal(p.Why, []string{"sentence_transformers: not here"}) || p.Missing != "" {
		t.Errorf("it says of itself %+v", p)
	}
	var best tuned
	if err := p.ask(peerCommand{Do: "tune", Seconds: 1}, &best, time.Minute); err != nil || best.Batch != 64 || !best.Compiled || len(best.Tried) != 1 {
		t.Errorf("tuned %+v (%v)", best, err)
	}
	var r ran
	if err := p.ask(peerCommand{Do: "run", Seconds: 2.5}, &r, time.Minute); err != nil || r != (ran{20, 2.5}) {
		t.Errorf("ran %+v (%v)", r, err)
	}
	if err := p.close(); err != nil {
		t.Error(err)
	}
}

// TestPeerThatFails ends in an error that says what was asked, or in what is missing.
func TestPeerThatFails(t *testing.T) {
	if _, err := converse(exec.Command(os.Args[0], "fakepeer", "silent")); err == nil || !strings.Contains(err.Error(), "says nothing") {
		t.Errorf("a silent one: %v", err)
	}
	p, err := converse(exec.Command(os.Args[0], "fakepeer", "missing"))
	if err != nil || p.Missing != "PyTorch" {
		t.Errorf("one that lacks PyTorch: %+v (%v)", p, err)
	}
	if err := p.close(); err != nil {
		t.Error(err)
	}
	if p, err = converse(exec.Command(os.Args[0], "fakepeer", "whole")); err != nil {
		t.Fatal(err)
	}
	if err := p.ask(peerCommand{Do: "values", Rows: 1}, &ran{}, time.Minute); err == nil || !strings.Contains(err.Error(), "values") {
		t.Errorf("one that dies over a command: %v", err)
	}
	if err := p.close(); err == nil || !strings.Contains(err.Error(), "exit status 4") {
		t.Errorf("its end: %v", err)
	}
}

// TestPeerThatHangsIsEnded, and that is no failure of its process to whoever expected it.
func TestPeerThatHangsIsEnded(t *testing.T) {
	p, err := converse(exec.Command(os.Args[0], "fakepeer", "whole"))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.ask(peerCommand{Do: "compile"}, &tuned{}, 50*time.Millisecond); err == nil || !strings.Contains(err.Error(), "compile") {
		t.Errorf("one that hangs: %v", err)
	}
	p.spent = true
	if err := p.close(); err != nil {
		t.Error(err)
	}
}

// TestNoPythonIsNoFailure: a machine without it lacks rows, and the output says so.
func TestNoPythonIsNoFailure(t *testing.T) {
	t.Setenv(pythonVariable, "/no/python")
	p, err := startPeer(t.Context(), &env{options: options{work: t.TempDir()}}, "repository", [][]int32{{1}})
	if err != nil || !strings.Contains(p.Missing, "/no/python") || !strings.Contains(p.Missing, pythonVariable) {
		t.Errorf("%+v (%v)", p, err)
	}
	if err := p.close(); err != nil {
		t.Error(err)
	}
}

// TestKeptVectors: those of tokens for which a memory has none are left out of a peer's, and of other kinds nothing is.
func TestKeptVectors(t *testing.T) {
	width := models.LateInteraction.Info().Width
	s := &loaded{Subject: &compare.Subject{Spec: drawn.Spec{Space: models.LateInteraction}, Model: &models.Model{PassageSkip: []int32{7}}}, task: modelTask{space: models.LateInteraction}}
	vectors := make([]float64, 3*width)
	for i := range vectors {
		vectors[i] = float64(i / width)
	}
	if got := s.kept([]int32{5, 7, 6}, vectors); len(got) != 2*width || got[0] != 0 || got[width] != 2 {
		t.Errorf("kept %d numbers, want the first and the third vector", len(got))
	}
	s.Spec.Space = models.Graph
	if got := s.kept([]int32{7}, vectors); !slices.Equal(got, vectors) {
		t.Error("a dense vector was cut")
	}
}

// TestCutRows: all rows in order, within the tokens, and one that is longer by itself.
func TestCutRows(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var rows [][]int32
	for i := range 200 {
		rows = append(rows, slices.Repeat([]int32{int32(i)}, 1+r.IntN(90)))
	}
	for _, tokens := range []int{1, 64, 1000, math.MaxInt} {
		var got [][]int32
		for _, b := range cutRows(rows, tokens) {
			if n := len(b.IDs); n > tokens && b.Rows() > 1 {
				t.Errorf("a batch of %d rows has %d tokens, want at most %d", b.Rows(), n, tokens)
			}
			for i := range b.Rows() {
				got = append(got, b.Row(i))
			}
		}
		if !slices.EqualFunc(got, rows, slices.Equal) {
			t.Errorf("%d tokens a batch: %d rows came back of %d", tokens, len(got), len(rows))
		}
	}
}
