package dashboard

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// TestPageIsWhole: the page only loads its icon, contains every module and style sheet once, and its policy allows them to run.
func TestPageIsWhole(t *testing.T) {
	files, err := fs.Sub(page, "page")
	if err != nil {
		t.Fatal(err)
	}
	p, err := wholePage(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, asks := range regexp.MustCompile(`(?:src|href)="[^#"][^"]*"`).FindAllString(p.html, -1) {
		if asks != `href="/dashboard/icon.svg"` {
			t.Errorf("the page asks for %s", asks)
		}
	}
	modules, err := fs.Glob(files, "*.js")
	if err != nil || len(modules) < 10 {
		t.Fatal(modules, err)
	}
	for _, m := range modules {
		if n := strings.Count(p.html, "\nconst "+strings.Replace(m, ".", "_", 1)+" = (() => {"); n != 1 && !strings.Contains(p.html, ">const "+strings.Replace(m, ".", "_", 1)) {
			t.Errorf("%s is in the page %d times", m, n)
		}
	}
	script := regexp.MustCompile(`(?s)<script type="module">(.*)</script>`).FindStringSubmatch(p.html)
	style := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindStringSubmatch(p.html)
	if script == nil || style == nil || !strings.Contains(p.policy, "script-src '"+hashOf(script[1])+"'") || !strings.Contains(p.policy, "style-src '"+hashOf(style[1])+"'") {
		t.Errorf("the policy %s does not fit what the page holds", p.policy)
	}
}

func TestModulesArePutTogether(t *testing.T) {
	const html = `<link rel="stylesheet" href="/dashboard/a.css">` + "\n" + mainModule
	for name, c := range map[string]struct {
		main, b string
		want    string // in the page, or in the error
		wrong   bool
	}{
		"one":                 {main: "const a = 1;\n", want: "<style>p{}</style>\n<script type=\"module\">const main_js = (() => {\nconst a = 1;\nreturn {  };\n})();\n</script>"},
		"what it needs first": {main: "import { f, $ } from \"/dashboard/b.js\";\nf();\n", b: "export function f() {}\nexport const $ = 2;\n", want: "const b_js = (() => {\nfunction f() {}\nconst $ = 2;\nreturn { f, $ };\n})();\nconst main_js = (() => {\nconst { f, $ } = b_js;\nf();\n"},
		"a circle":            {main: "import { f } from \"/dashboard/b.js\";\n", b: "import { g } from \"/dashboard/main.js\";\n", want: "main.js → b.js → main.js", wrong: true},
		"what is not there":   {main: "import { f } from \"/dashboard/c.js\";\n", want: "main.js → c.js", wrong: true},
		"another import":      {main: "import f from \"/dashboard/b.js\";\n", want: "import f from", wrong: true},
		"another export":      {main: "export let a = 1;\n", want: "export let a", wrong: true},
		"the element's end":   {main: "const a = \"</script>\";\n", want: "ends the element", wrong: true},
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{"index.html": {Data: []byte(html)}, "a.css": {Data: []byte("p{}")}, "main.js": {Data: []byte(c.main)}, "b.js": {Data: []byte(c.b)}}
			p, err := wholePage(files)
			if c.wrong != (err != nil) {
				t.Fatalf("error %v", err)
			}
			got := ""
			if c.wrong {
				got = err.Error()
			} else {
				got = p.html
			}
			if !strings.Contains(got, c.want) {
				t.Errorf("got %s\nwant in it %s", got, c.want)
			}
		})
	}
}
