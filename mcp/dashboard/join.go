package dashboard

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// The page comes with one request. A browser takes milliseconds for each file that it asks for, so a page of two style
// sheets and twenty modules was there twice as late. The files stay modules; they are put together when the server starts.

// whole is the page with its styles and modules in it, and the policy that lets these run and nothing else.
type whole struct {
	html   string
	policy string
}

// wholePage puts the page of a folder together: index.html, the style sheets that it links and the modules that main.js needs.
func wholePage(files fs.FS) (*whole, error) {
	html, err := fs.ReadFile(files, "index.html")
	if err != nil {
		return nil, err
	}
	j := &joiner{files: files}
	if err := j.add("main.js", nil); err != nil {
		return nil, err
	}
	script, style, rest := j.out.String(), "", string(html)
	for _, link := range stylesheet.FindAllStringSubmatch(rest, -1) {
		css, err := fs.ReadFile(files, link[1])
		if err != nil {
			return nil, err
		}
		style += string(css)
		rest = strings.Replace(rest, link[0], "", 1)
	}
	if n := strings.Count(rest, mainModule); n != 1 {
		return nil, fmt.Errorf("index.html names %s %d times, not once", mainModule, n)
	}
	if strings.Contains(script, "</script") || strings.Contains(style, "</style") {
		return nil, fmt.Errorf("a file of the page ends the element that holds it")
	}
	rest = strings.Replace(rest, mainModule, "<style>"+style+"</style>\n<script type=\"module\">"+script+"</script>", 1)
	return &whole{html: rest, policy: fmt.Sprintf(policy, hashOf(script), hashOf(style))}, nil
}

// policy lets the page run what this server put into it and talk to this server, and nothing else. Its two places are for hashes, as [Content Security Policy] has them.
//
// [Content Security Policy]: https://www.w3.org/TR/CSP3/#grammardef-hash-source
const policy = "default-src 'none'; script-src '%s'; style-src '%s'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

const mainModule = `<script type="module" src="/dashboard/main.js"></script>`

var (
	stylesheet = regexp.MustCompile(`<link rel="stylesheet" href="/dashboard/([a-z]+\.css)">\n`)
	imported   = regexp.MustCompile(`(?m)^import (\{[^}]+\}) from "/dashboard/([a-z]+)\.js";\n`)
	exported   = regexp.MustCompile(`(?m)^export ((?:async )?function|const|class) ([\w$]+)`)
	other      = regexp.MustCompile(`(?m)^(import|export)\b.*`)
)

// joiner makes each module a function of the same name that returns what it exports, after those that it imports from.
type joiner struct {
	files fs.FS
	done  []string
	out   strings.Builder
}

// add puts a module there, unless it is there. within are those that need it, from main.js on.
func (j *joiner) add(name string, within []string) error {
	if slices.Contains(j.done, name) {
		return nil
	}
	if within = append(slices.Clone(within), name); slices.Index(within, name) < len(within)-1 {
		return fmt.Errorf("modules need each other: %s", strings.Join(within, " → "))
	}
	b, err := fs.ReadFile(j.files, name)
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(within, " → "), err)
	}
	body := string(b)
	for _, i := range imported.FindAllStringSubmatch(body, -1) {
		if err := j.add(i[2]+".js", within); err != nil {
			return err
		}
	}
	var exports []string
	for _, e := range exported.FindAllStringSubmatch(body, -1) {
		exports = append(exports, e[2])
	}
	body = imported.ReplaceAllString(body, "const $1 = ${2}_js;\n")
	body = exported.ReplaceAllString(body, "$1 $2")
	if bad := other.FindString(body); bad != "" {
		return fmt.Errorf("%s: %q is a kind of import or export that is not put together here", name, bad)
	}
	fmt.Fprintf(&j.out, "const %s = (() => {\n%sreturn { %s };\n})();\n", strings.Replace(name, ".", "_", 1), body, strings.Join(exports, ", "))
	j.done = append(j.done, name)
	return nil
}
