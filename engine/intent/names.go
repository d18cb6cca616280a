package intent

import (
	"slices"
	"strings"
	"unicode"

	"asterism/engine/pattern"
)

// Name is an identifier that a question names: a ticket, host, version, path or code. A memory is about it if it has it whole; PAY-1042 is not PAY-1041.
type Name struct {
	Written string
	key     string // as it is compared: in lower case, a version without v
	shape   shape
}

// shape distinguishes kinds of names. Two different names of one shape are rivals.
type shape struct {
	kind  kind
	parts string // what they share: letters and separators of a code, the word before a number, the number of a path's parts
}

type kind int

const (
	noName    kind = iota
	code           // PAY-1041, db-01, CVE-2024-3094
	version        // v1.2.3
	hexCode        // 0x80070005
	hash           // 9f86d081884c7d65
	issue          // #123
	filePath       // /etc/nginx/nginx.conf
	errorCode      // error 502, port 8443
)

var (
	codeName    = pattern.New(`^(?:[a-z]+[-_]?)+\d+(?:[-_.]?[a-z0-9]+)*$`)
	versionName = pattern.New(`^v?\d+(?:\.\d+){1,3}(?:-[a-z0-9.]+)?$`)
	hexName     = pattern.New(`^0x[0-9a-f]+$`)
	hashName    = pattern.New(`^[0-9a-f]{7,64}$`)
	pathName    = pattern.New(`^(?:~|\.{0,2}|[a-z]:)?(?:[/\\][\w.@+-]+)+[/\\]?$|^[\w.@+-]+(?:/[\w.@+-]+)+$`)
	numberName  = pattern.New(`^\d{2,}$`)
	digits      = pattern.New(`\d+`)
)

// numbered are words that make the number behind them an identifier.
var numbered = map[string]bool{
	"error": true, "code": true, "status": true, "http": true, "port": true, "exit": true, "ticket": true, "issue": true, "bug": true, "pr": true, "rfc": true, "errno": true,
	"build": true, "revision": true, "order": true, "invoice": true, "room": true, "line": true, "sqlstate": true,
}

// Names returns the identifiers in a question, each once, at most [MostNames].
func Names(question string) (out []Name) {
	eachName(question, func(n Name) bool {
		if !slices.ContainsFunc(out, func(o Name) bool { return o.key == n.key && o.shape == n.shape }) {
			out = append(out, n)
		}
		return len(out) < MostNames
	})
	return out
}

// MostNames is the largest number of identifiers of a question.
const MostNames = 8

// Naming says which of some names a text has.
type Naming struct {
	Has    int   // how many of the names
	Rivals int   // of the others, for how many it has another name of the same shape
	Held   uint8 // which names it has, one bit each
}

// NamedIn counts which of the names a text has whole, and for which it only has others of the same shape.
func NamedIn(text string, names []Name) Naming {
	has, rivals := make([]bool, len(names)), make([]bool, len(names))
	eachName(text, func(n Name) bool {
		for i := range names {
			if n.shape == names[i].shape {
				has[i], rivals[i] = has[i] || n.key == names[i].key, true
			}
		}
		return true
	})
	var out Naming
	for i := range names {
		switch {
		case has[i]:
			out.Has++
			out.Held |= 1 << i
		case rivals[i]:
			out.Rivals++
		}
	}
	return out
}

// eachName calls fn for every identifier of a text until it returns false.
func eachName(text string, fn func(Name) bool) {
	before := ""
	for word := range strings.FieldsSeq(text) {
		word = strings.TrimRightFunc(strings.TrimLeft(word, "\"'`“”«»„(<[{,;:!?*"), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '/' && r != '_' })
		word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
		if strings.ContainsAny(word, "0123456789/\\") {
			if n, ok := nameOf(word, before); ok && !fn(n) {
				return
			}
		}
		before = strings.ToLower(word)
	}
}

// nameOf reads a word as an identifier; before is the word in front of it, in lower case.
func nameOf(word, before string) (Name, bool) {
	n := Name{Written: word, key: strings.ToLower(word)}
	switch k := n.key; {
	case hexName.MatchString(k):
		n.shape.kind = hexCode
	case strings.HasPrefix(k, "#") && numberName.MatchString(k[1:]):
		n.shape.kind = issue
	case numberName.MatchString(k):
		if !numbered[before] {
			return n, false
		}
		n.shape, n.Written = shape{errorCode, before}, before+" "+word
	case versionName.MatchString(k) && (k[0] == 'v' || strings.Count(k, ".") > 1 || before == "version" || before == "release"):
		n.shape.kind, n.key = version, strings.TrimPrefix(k, "v")
	case hashName.MatchString(k) && strings.ContainsAny(k, "abcdef") && strings.ContainsAny(k, "0123456789"):
		n.shape.kind = hash
	case codeName.MatchString(k):
		n.shape = shape{code, digits.ReplaceAllString(k, "0")}
	case pathName.MatchString(k) && strings.Count(k, "/")+strings.Count(k, `\`) > 1:
		n.key = strings.TrimRight(strings.ReplaceAll(k, `\`, "/"), "/")
		n.shape = shape{filePath, n.key[:strings.LastIndexByte(n.key, '/')+1]}
	default:
		return n, false
	}
	return n, true
}
