package report

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSuiteRunsThePartsNamed(t *testing.T) {
	var ran []string
	part := func(name string, err error) Part[*[]string] {
		return Part[*[]string]{name, func(ran *[]string, _ context.Context) ([]Row, error) {
			*ran = append(*ran, name)
			return []Row{{Name: name, Unit: "1", Better: "higher", Value: 1, Runs: 1}}, err
		}}
	}
	broken := errors.New("broken")
	s := Suite[*[]string]{Name: "all", Parts: []Part[*[]string]{part("a", nil), part("b", nil), part("c", broken)}, Say: t.Logf}
	if err := s.Check([]string{"a", "x"}); err == nil || !strings.Contains(err.Error(), `"x": there are a, b, c`) {
		t.Errorf("error %v", err)
	}
	res, err := s.Measure(t.Context(), &ran, []string{"b", "a"})
	if err != nil || !slices.Equal(ran, []string{"a", "b"}) || res.Name != "all-b-a" || len(res.Rows) != 2 {
		t.Errorf("ran %v, result %+v, error %v", ran, res, err)
	}
	if _, err := s.Measure(t.Context(), &ran, []string{"c"}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	for words, want := range map[string]Choice{"": {Only: []string{"a", "b", "c"}, Out: ResultsFolder}, "-only b,a -out x": {Only: []string{"b", "a"}, Out: "x", named: true}} {
		if c, err := s.Parse(NewArgs("bench all", "", strings.Fields(words)...)); err != nil || !slices.Equal(c.Only, want.Only) || c.Out != want.Out || c.named != want.named {
			t.Errorf("%q: %+v, error %v", words, c, err)
		}
	}
	if _, err := s.Parse(NewArgs("bench all", "", "-only", "x")); err == nil {
		t.Error("a part that is not there was taken")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Measure(ended, &ran, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the context ended", err)
	}
}

func TestProfiled(t *testing.T) {
	failed := errors.New("failed")
	for _, path := range []string{"", filepath.Join(t.TempDir(), "cpu.prof")} {
		if err := Profiled(path, func() error { return failed }); !errors.Is(err, failed) {
			t.Errorf("%q: error %v", path, err)
		}
	}
	if Profiled(filepath.Join(t.TempDir(), "no", "such"), func() error { return nil }) == nil {
		t.Error("a profile was written into a folder that is not there")
	}
}
