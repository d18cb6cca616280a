package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"asterism/mcp/clients"
)

func main() {
	var r Release
	version := flag.String("version", "", "version, as git describe gives it")
	epoch := flag.Int64("epoch", 0, "date of every file: seconds since 1970")
	flag.StringVar(&r.Root, "root", ".", "folder of the checkout, for models/compact, LICENSE and NOTICE")
	flag.StringVar(&r.Out, "out", "", "folder to write to")
	flag.StringVar(&r.Commit, "commit", "", "commit that was built")
	flag.StringVar(&r.Man, "man", "", "folder of manual pages")
	flag.StringVar(&r.Completions, "completions", "", "folder of completions: asterism.bash, asterism.zsh, asterism.fish")
	flag.StringVar(&r.Modules, "modules", "", "folder of Go's module cache, for licences")
	flag.Func("target", "ARCH=FOLDER with asterism, libonnxruntime.so.1, linked.tsv and base/ (may be given again)", r.addTarget)
	flag.Parse()
	r.Version, r.Date = clients.Semantic(*version), time.Unix(*epoch, 0).UTC()
	if err := r.check(*version); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(2)
	}
	if err := r.Write(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// addTarget takes a processor and the folder of what was built for it.
func (r *Release) addTarget(s string) error {
	arch, dir, ok := strings.Cut(s, "=")
	if _, known := npmArch[arch]; !ok || !known || dir == "" {
		return fmt.Errorf("%q is not amd64=FOLDER or arm64=FOLDER", s)
	}
	if slices.ContainsFunc(r.Targets, func(t Target) bool { return t.Arch == arch }) {
		return fmt.Errorf("%s is named twice", arch)
	}
	r.Targets = append(r.Targets, Target{Arch: arch, Dir: dir})
	return nil
}

// check says what is missing before anything is written.
func (r *Release) check(version string) error {
	if flag.NArg() > 0 {
		return fmt.Errorf("%q is no flag: arguments are not taken", flag.Arg(0))
	}
	if version == "" || r.Out == "" || r.Commit == "" || r.Man == "" || r.Completions == "" || r.Modules == "" || len(r.Targets) == 0 {
		return errors.New("-version, -out, -commit, -man, -completions, -modules and a -target are needed")
	}
	if r.Date.Unix() <= 0 {
		return errors.New("-epoch must be the commit's date: git log -1 --format=%ct")
	}
	for _, t := range r.Targets {
		if err := CheckProgram(filepath.Join(t.Dir, "asterism"), t.Arch); err != nil {
			return err
		}
	}
	return nil
}
