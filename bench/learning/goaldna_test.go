package learning

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const stepsLog = `
Teach the parser about nested comments (#12)
* Teach the parser about nested comments
* count the depth of comments
* fix tests
* Count the depth of comments
* add a test with three levels (#13)
* Merge branch main into comments
* see https://example.org/bug for more
* report an unclosed comment
* say the line of the unclosed comment

Bump the lexer library to v2
* Bump the lexer library in go.mod
* regenerate all of the tables
* update the golden token files
* drop the old shim code

Print numbers in the shortest form
* use the shortest digits that round trip
* keep one digit after the point
* add a test with three levels
* handle infinities when printing
* benchmark the new number printer
`

func TestReadTasks(t *testing.T) {
	got := readTasks("p", stepsLog)
	want := []task{
		{"p", "Print numbers in the shortest form", []string{"use the shortest digits that round trip", "keep one digit after the point", "handle infinities when printing", "benchmark the new number printer"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("tasks are %+v, want %+v: of the first one three steps are left, the second is a machine's", got, want)
	}
	one, _, _ := strings.Cut(strings.TrimSpace(stepsLog), "\n\n")
	if got := readTasks("p", one); len(got) != 1 || got[0].title != "Teach the parser about nested comments" ||
		!reflect.DeepEqual(got[0].steps, []string{"count the depth of comments", "add a test with three levels", "report an unclosed comment", "say the line of the unclosed comment"}) {
		t.Errorf("the first task alone is %+v", got)
	}
}

func TestJudge(t *testing.T) {
	steps := func(of string) []string { return []string{of + " 1", of + " 2", of + " 3", of + " 4", of + " 5"} }
	tasks := []task{{"x-api", "a", steps("a")}, {"x-api", "b", steps("b")}, {"y", "c", steps("c")}, {"y", "d", steps("d")}, {"x-web", "e", steps("e")}, {"x-web", "f", steps("f")}}
	if err := enoughTasks(tasks); err != nil {
		t.Fatal(err)
	}
	project := map[string]string{}
	for _, k := range tasks {
		project[k.title] = k.project
	}
	cases := judge(tasks, 3, 1)
	if len(cases) != 6*2*3 {
		t.Fatalf("%d cases, want 3 for each of 2 steps of 6 tasks", len(cases))
	}
	for _, c := range cases {
		of := c.step[:1]
		switch {
		case c.on && of != c.task.title, c.near && (of == c.task.title || project[of] != c.task.project), !c.on && !c.near && akin(project[of], c.task.project):
			t.Errorf("step %q of task %s, on %v, near %v", c.step, c.task.title, c.on, c.near)
		case c.step[2] < '4':
			t.Errorf("step %q is part of the plan", c.step)
		}
	}
	if !reflect.DeepEqual(cases, judge(tasks, 3, 1)) || reflect.DeepEqual(cases, judge(tasks, 3, 2)) {
		t.Error("draws do not follow from the seed")
	}
	if err := enoughTasks(tasks[:2]); err == nil {
		t.Error("one project is enough")
	}
}

func TestEpics(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"corpus.jsonl": `{"_id":"bd-1","title":"Epic one","text":"All of it"}
{"_id":"bd-1.1","title":"bd-1: do this","text":"x"}
{"_id":"bd-1.2","title":"do that","text":"y"}
{"_id":"bd-2","title":"Epic two","text":""}
{"_id":"bd-3","title":"first","text":""}
{"_id":"bd-4","title":"second","text":""}
`, "edges.tsv": "bd-1.1\tparent-child\tbd-1\nbd-1.2\tparent-child\tbd-1\nbd-3\tparent-child\tbd-2\nbd-4\tparent-child\tbd-2\nbd-4\tblocks\tbd-3\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := epicsOf(dir)
	if err != nil || len(got) != 2 || got[0].title != "Epic one\nAll of it" || !reflect.DeepEqual(got[0].steps, []string{" do this", "do that"}) {
		t.Fatalf("epics are %+v, %v", got, err)
	}
	for _, c := range judgeNear(got, 1) {
		if c.on == c.near {
			t.Errorf("case %+v is neither on nor off", c)
		}
	}
}

// TestSessions: rows of steps about something else are found, the task's own steps are not, and what is counted adds up.
func TestSessions(t *testing.T) {
	var tasks []task
	for _, x := range []struct{ project, title, verbs string }{
		{"x", "the parser of nested comments in configuration files", "plan write test review measure document repair extend name release"},
		{"x", "invoices sent by mail to subscribers abroad", "print fold count delay archive translate number round sign refund"},
		{"y", "frost warnings for fruit growers in the valley", "draw colour schedule repeat silence map forecast compare explain cancel"},
		{"y", "train tickets on phones without a network", "scan cache stamp renew transfer hide lock share validate expire"},
	} {
		t := task{project: x.project, title: x.title}
		for verb := range strings.FieldsSeq(x.verbs) {
			t.steps = append(t.steps, verb+" "+x.title)
		}
		tasks = append(tasks, t)
	}
	c, err := meaning{}.strayed(tasks, planSteps, 1)
	if err != nil {
		t.Fatal(err)
	}
	if c.runs != [2]int{4, 4} || c.onTask != 4*7 || c.alarmed != 0 || c.raised != 0 {
		t.Errorf("sessions are %+v", *c)
	}
	if found := c.found[0] + c.found[1]; found < 6 || c.returned != found || c.back > found || c.counted > found { // here words decide alone: there is no model
		t.Errorf("of rows about something else: %+v", *c)
	}
	if s := c.shares(); s["found"] != float64(c.found[0]+c.found[1])/8 || s["near"] != float64(c.found[0])/4 || s["alarmed"] != 0 {
		t.Errorf("shares are %v", s)
	}
}
