package age

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"asterism/bench/report"
)

// aged is a result file and what came after it.
type aged struct {
	file    string // from the folder of the results
	commit  string // as the file says it
	date    string
	since   []string // commits that touched the code, the newest first
	unknown string   // why they are unknown
}

// changed reports whether the measured code had changes that are not in its commit; see [report.Commit].
func (r aged) changed() bool { return strings.HasSuffix(r.commit, "+") }

// inspect reads every result file of a folder and asks git what came after it.
func inspect(ctx context.Context, folder string, table []measure) (all []aged, err error) {
	if _, err := git(ctx, folder, "rev-parse", "--verify", "HEAD"); err != nil {
		return nil, fmt.Errorf("how old results are is told by the commits of a checkout: %w", err)
	}
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		h, err := readHead(path)
		if err != nil {
			return err
		}
		paths, err := pathsOf(table, h.Name)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		r := aged{commit: h.Commit}
		if r.file, err = filepath.Rel(folder, path); err != nil {
			return err
		}
		all = append(all, r)
		return all[len(all)-1].ask(ctx, folder, paths)
	})
	return all, err
}

func readHead(path string) (h report.Head, err error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return h, err
	}
	if err := json.Unmarshal(b, &h); err != nil {
		return h, fmt.Errorf("read %s: %w", path, err)
	}
	return h, nil
}

var commitForm = regexp.MustCompile(`^[0-9a-f]{7,64}$`)

// ask fills in what git knows of the commit.
func (r *aged) ask(ctx context.Context, folder string, paths []string) error {
	commit := strings.TrimSuffix(r.commit, "+")
	if commit == "" || commit == report.UnknownCommit {
		r.unknown = "the file names no commit"
		return nil
	}
	if !commitForm.MatchString(commit) {
		return fmt.Errorf("%s: %q is no commit", r.file, r.commit)
	}
	if _, err := git(ctx, folder, "cat-file", "-e", commit+"^{commit}"); err != nil {
		r.unknown = "this checkout does not hold the commit"
		return nil
	}
	var err error
	if r.date, err = git(ctx, folder, "show", "-s", "--format=%cs", commit); err != nil {
		return err
	}
	args := []string{"log", "--oneline", "--no-decorate", commit + "..HEAD", "--"}
	for _, p := range paths {
		args = append(args, ":(top)"+p)
	}
	for _, p := range unmeasured {
		args = append(args, ":(top,exclude,glob)"+p)
	}
	out, err := git(ctx, folder, args...)
	if err == nil && out != "" {
		r.since = strings.Split(out, "\n")
	}
	return err
}

// git is what it answers in a folder, without the last line's end.
func git(ctx context.Context, folder string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", folder}, args...)...)
	var words bytes.Buffer
	cmd.Stderr = &words
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, bytes.TrimSpace(words.Bytes()))
	}
	return strings.TrimRight(string(out), "\n"), nil
}
