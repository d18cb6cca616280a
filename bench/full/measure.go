package full

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"

	"asterism/bench/report"
	"asterism/engine/batch"
	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/compare"
)

// measure makes the model of a space, converts it in every precision, and compares and times it. The model is removed
// at the end.
func measure(ctx context.Context, o options, space models.Space) (rows []report.Row, err error) {
	spec, err := drawn.Describe(space, o.size)
	if err != nil {
		return nil, err
	}
	root, err := os.MkdirTemp(o.dir, "asterism-full-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(root)) }()
	if err := checkSpace(root, spec); err != nil {
		return nil, err
	}
	var want *wanted
	for _, precision := range o.precisions {
		say("%v: write and convert (%s)", space, precision)
		start := time.Now()
		s, err := write(ctx, root, space, o.size, precision)
		if err != nil {
			return rows, err
		}
		took := time.Since(start)
		if want == nil {
			say("%v: reference", space)
			want, err = s.wanted(ctx)
		}
		if err = errors.Join(err, s.close()); err != nil {
			return rows, err
		}
		r, err := s.rows(ctx, o, precision, want)
		rows = append(rows, r...)
		if err != nil {
			return rows, err
		}
		say("%v: %s took %v to write and convert, %v in all", space, precision, took.Round(time.Second), time.Since(start).Round(time.Second))
	}
	return rows, nil
}

// checkSpace refuses to begin if the disk is too small: it must hold the weights and those of int8.
func checkSpace(dir string, spec drawn.Spec) error {
	weights, err := spec.Bytes()
	if err != nil {
		return err
	}
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return err
	}
	free, need := int64(st.Bavail)*st.Bsize, weights+weights/2
	if free < need {
		return fmt.Errorf("%s has %d MB free, the model needs %d MB; name another folder with -dir", dir, free/1e6, need/1e6)
	}
	return nil
}

// wanted are the reference's values for what is compared.
type wanted struct {
	values [][]float64
	images [][]float64
}

func (s *converted) wanted(ctx context.Context) (*wanted, error) {
	values, err := s.Expected(ctx, batch.Passage, s.comparedRows()...)
	if err != nil {
		return nil, err
	}
	w := &wanted{values: values}
	if images := s.comparedImages(); images != nil {
		w.images, err = s.ExpectedImages(ctx, images...)
	}
	return w, err
}

// startGoal is how long a start may take once the weights are in the page cache, in seconds.
const startGoal = 1

// settle is the wait before a model's first start: files that have just been written get no stamp.
const settle = 3 * time.Second

// rows starts a process twice and compares what the second found.
func (s *converted) rows(ctx context.Context, o options, precision string, want *wanted) ([]report.Row, error) {
	select {
	case <-time.After(settle):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	first, err := s.child(ctx, o)
	if err != nil {
		return nil, err
	}
	again, err := s.child(ctx, o)
	if err != nil {
		return nil, err
	}
	worst, err := s.worst(again, want)
	if err != nil {
		return nil, err
	}
	goal := most * 1e6
	if precision != models.PrecisionF32 {
		goal = report.NoGoal
	}
	name := "full." + s.Spec.Space.Code() + "." + precision + "."
	rows := []report.Row{report.Lower(name+"relative_error", "10⁻⁶", goal, worst.text*1e6)}
	if len(want.images) > 0 {
		rows = append(rows, report.Lower(name+"image_relative_error", "10⁻⁶", goal, worst.image*1e6))
	}
	return append(rows,
		report.Lower(name+"first_start_s", "s", report.NoGoal, first.Open.Seconds()),
		report.Lower(name+"second_start_s", "s", startGoal, again.Open.Seconds()),
		report.Lower(name+"peak_mib", "MiB", report.NoGoal, again.PeakMiB),
		report.Lower(name+"anonymous_mib", "MiB", report.NoGoal, again.AnonymousMiB),
		report.Higher(name+"tokens_per_s", "tokens/s", report.NoGoal, first.TokensPerS, again.TokensPerS)), nil
}

// most is how far a value may be from the reference in f32, relative to its length.
const most = 1e-4

// worst is the greatest distance from the reference.
func (s *converted) worst(f *found, want *wanted) (worst struct{ text, image float64 }, err error) {
	for i, w := range want.values {
		g, err := compare.Gap(s.Kind(), f.Values[i], w)
		if err != nil {
			return worst, fmt.Errorf("compare text %d: %w", i, err)
		}
		worst.text = max(worst.text, g)
	}
	for i, w := range want.images {
		g, err := compare.NumbersGap(f.Images[i], w)
		if err != nil {
			return worst, fmt.Errorf("compare image %d: %w", i, err)
		}
		worst.image = max(worst.image, g)
	}
	return worst, nil
}

// child runs this program in a new process on the profile.
func (s *converted) child(ctx context.Context, o options) (*found, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{commandName, "-child", s.Manifest.Dir, "-space", s.Spec.Space.Code()}
	if o.size == drawn.Tiny {
		args = append(args, "-tiny")
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("load %v in a process of its own: %w", s.Spec.Space, err)
	}
	f := &found{}
	return f, json.Unmarshal(out, f)
}
