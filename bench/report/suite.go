package report

import (
	"context"
	"fmt"
	"os"
	"runtime/pprof"
	"slices"
	"strings"
)

// Part is one group of rows, measured with what the parts share.
type Part[B any] struct {
	Name string
	Run  func(B, context.Context) ([]Row, error)
}

// Suite is the parts of one benchmark, in the order in which they run.
type Suite[B any] struct {
	Name  string // of the result
	Parts []Part[B]
	Say   func(format string, args ...any) // tells of the progress
}

// Names are those of the parts.
func (s Suite[B]) Names() (names []string) {
	for _, p := range s.Parts {
		names = append(names, p.Name)
	}
	return names
}

// Choice is which parts are run, and the folder that the result file goes to; an empty one has none written. A folder that nobody
// named is of the project, where each kind of machine has a place of its own ([FolderFor]).
type Choice struct {
	Only []string
	Out  string

	named bool
}

// Parse declares -only and -out beside the command's own flags, reads all of them, and refuses a name that no part has.
func (s Suite[B]) Parse(a *Args) (c Choice, err error) {
	only := a.String("only", strings.Join(s.Names(), ","), "parts to run, by comma")
	a.StringVar(&c.Out, "out", ResultsFolder, "folder of the result file; empty writes none (not given: on a machine of another kind than that of the file there, a folder named for its kind)")
	if err := a.Parse(); err != nil {
		return c, err
	}
	c.named = a.Given("out")
	c.Only = strings.Split(*only, ",")
	return c, s.Check(c.Only)
}

// Check refuses a name that no part has.
func (s Suite[B]) Check(only []string) error {
	for _, name := range only {
		if !slices.Contains(s.Names(), name) {
			return fmt.Errorf("unknown part %q: there are %s", name, strings.Join(s.Names(), ", "))
		}
	}
	return nil
}

// Measure runs the parts named and prints their rows as they come. A result of some parts only is named for them.
func (s Suite[B]) Measure(ctx context.Context, shared B, only []string) (*Result, error) {
	res := NewResult(s.Name)
	fmt.Printf("%s, %d cores, %.0f GiB, %s\n", res.Machine.CPU, res.Machine.Cores, res.Machine.Memory, res.Machine.OS)
	for _, p := range s.Parts {
		if !slices.Contains(only, p.Name) {
			continue
		}
		s.Say("%s …", p.Name)
		rows, err := p.Run(shared, ctx)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		res.Add(rows...)
	}
	if len(only) < len(s.Parts) {
		res.Name += "-" + strings.Join(only, "-")
	}
	return &res, nil
}

// Report measures the parts that were chosen and writes the result.
func (s Suite[B]) Report(ctx context.Context, shared B, c Choice) error {
	res, err := s.Measure(ctx, shared, c.Only)
	if err != nil || c.Out == "" {
		return err
	}
	if !c.named {
		if c.Out, err = FolderFor(c.Out, res); err != nil {
			return err
		}
	}
	s.Say("the result goes to %s", c.Out)
	return Write(c.Out, res)
}

// Profiled runs do, and writes a CPU profile of it to a file unless its name is empty.
func Profiled(path string, do func() error) error {
	if path == "" {
		return do()
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	return do()
}
