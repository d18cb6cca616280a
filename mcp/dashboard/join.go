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

// The page is one request. A browser needs milliseconds for each file, so a page of two style sheets and twenty modules took twice as long. The files stay modules; they are joined
// when the server starts.

// whole is the page with its styles and modules, and the policy that allows exactly these.
type whole struct {
	html   string
	policy string
}

// wholePage joins the page of a folder: index.html, its style sheets, and the modules that main.js imports.
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

// policy allows the page to run what this server put into it and to call this server, and nothing else. Its two placeholders are for hashes as in [Content Security Policy].
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

// joiner turns each module into a function of the same name that returns its exports, after the modules that it imports.
type joiner struct {
	files fs.FS
	done  []string
	out   strings.Builder
}

// add adds a module, once. within are the modules that import it, from main.js on.
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
