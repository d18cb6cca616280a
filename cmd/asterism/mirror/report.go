package mirror

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"asterism/cmd/asterism/mirror/plan"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/store"
)

// Done is one action that was done, or with --dry-run would be.
type Done struct {
	Do   string `json:"do"` // stored, changed, restored, forgot; wrote, rewrote, trashed; conflict
	Path string `json:"path"`
	ID   string `json:"id,omitempty"`
	Why  string `json:"why,omitempty"`
}

// Left is a file that was left alone, for a person to check.
type Left struct {
	Path string `json:"path"`
	Why  string `json:"why"`
}

// Report is the result of a pass.
type Report struct {
	Folder    string   `json:"folder"`
	Namespace string   `json:"namespace"`
	DryRun    bool     `json:"dry_run"`
	Done      []Done   `json:"done"`
	LeftAlone []Left   `json:"left_alone"`
	Conflicts []string `json:"conflicts"` // files with the losing side of a conflict, of this run and of earlier ones
	Equal     int      `json:"equal"`     // number of files equal to their memories
	Images    int      `json:"images"`    // number of memories that are images, which are left out
	Empty     int      `json:"empty"`     // number of files without a text, which are left out
	TooMany   string   `json:"too_many,omitempty"`
}

func (r *Report) did(do, path, id, why string) {
	r.Done = append(r.Done, Done{do, path, id, why})
}

func (r *Report) hold(path, why string) { r.LeftAlone = append(r.LeftAlone, Left{path, why}) }

// fail records a file whose change was refused.
func (r *Report) fail(path string, err error) {
	why := words.ForPeople(err.Error(), nil)
	var e *engine.Error
	if errors.As(err, &e) && e.Hint != "" {
		why += " (" + words.ForPeople(hintHere(e), nil) + ")"
	}
	r.hold(path, why)
}

// hintHere returns the hint for a file. The store's hint about a secret names an option of commands that store. That does not help here: the file would have to equal the memory,
// and so either lose the secret or bring it into the store at each run.
func hintHere(e *engine.Error) string {
	if e.Secrets {
		return "nothing was stored. Write in the file where the secret is kept instead of the secret, or move the file out of the folder"
	}
	return e.Hint
}

// past are the words for actions that were done.
var past = map[plan.Kind]string{plan.Store: "stored", plan.Change: "changed", plan.Restore: "restored", plan.Forget: "forgot", plan.Write: "wrote", plan.Rewrite: "rewrote", plan.Trash: "trashed"}

// would records what a dry run would do.
func (r *Report) would(actions []plan.Action, memories map[string]*store.Memory) {
	for _, a := range actions {
		if a.Kind == plan.Hold {
			r.hold(a.File.Path, a.Why)
			continue
		}
		if a.Lost {
			r.did("conflict", a.File.Path, a.Memory.ID, "both changed; the other side would be kept in a file beside it")
		}
		if past[a.Kind] == "" {
			continue
		}
		path, id := pathOf(&a), ""
		if a.Memory != nil {
			id = a.Memory.ID
		}
		if a.Kind == plan.Write && a.Known == nil {
			path = nameOf(memories[id]) + ".md"
		}
		r.did(past[a.Kind], path, id, a.Why)
	}
}

// shownOfAKind is how many actions of one kind are listed.
const shownOfAKind = 20

// order is the order of kinds in the output, and their names in the last line.
var order = []struct{ do, last string }{
	{"stored", "stored %d"}, {"changed", "changed %d"}, {"restored", "restored %d"}, {"forgot", "forgot %d"},
	{"wrote", "wrote %d"}, {"rewrote", "rewrote %d"}, {"trashed", "trashed %d"}, {"conflict", "conflicts %d"},
}

// show writes the report for a person.
func (r *Report) show(out, complaints io.Writer) {
	counts := map[string]int{}
	for _, d := range r.Done {
		if counts[d.Do]++; counts[d.Do] > shownOfAKind {
			continue
		}
		line := fmt.Sprintf("%-9s %s", d.Do, d.Path)
		if d.Why != "" {
			line += ": " + d.Why
		}
		fmt.Fprintln(out, words.Plain(line))
	}
	var parts []string
	for _, o := range order {
		if n := counts[o.do]; n > 0 {
			parts = append(parts, fmt.Sprintf(o.last, n))
		}
		if n := counts[o.do] - shownOfAKind; n > 0 {
			fmt.Fprintf(out, "%-9s and %d more, which --json lists\n", o.do, n)
		}
	}
	for _, l := range r.LeftAlone {
		fmt.Fprintln(complaints, words.Plain("asterism: left alone: "+l.Path+": "+l.Why))
	}
	begin := words.During(r.DryRun, "a dry run, nothing was done; it would have: ")
	if len(parts) == 0 {
		parts = []string{"nothing to do"}
	}
	parts = append(parts, fmt.Sprintf("equal %d", r.Equal))
	for _, o := range []struct {
		n    int
		says string
	}{{len(r.LeftAlone), "left alone %d"}, {r.Empty, "empty %d"}, {r.Images, "images left out %d"}, {len(r.Conflicts), "conflict files to look at %d"}} {
		if o.n > 0 {
			parts = append(parts, fmt.Sprintf(o.says, o.n))
		}
	}
	fmt.Fprintln(out, begin+strings.Join(parts, ", "))
	if r.DryRun && r.TooMany != "" {
		fmt.Fprintln(out, r.TooMany+"; without --dry-run this needs --yes")
	}
}
