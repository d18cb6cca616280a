package tooldrift

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Canonical returns the canonical form of a JSON document (RFC 8785): keys sorted by UTF-16 units, no white space, numbers as ECMAScript writes doubles. It returns an error for
// what RFC 8785 does not allow: a repeated key in one object, text that is not Unicode, a number outside the range of doubles. Integers above 2⁵³ lose digits, as in every client
// that reads doubles.
func Canonical(raw []byte) ([]byte, error) {
	v, err := decode(raw)
	if err != nil {
		return nil, err
	}
	return appendValue(nil, v), nil
}

// decode reads one document as nil, bool, float64, string, []any and map[string]any.
func decode(raw []byte) (any, error) {
	if !utf8.Valid(raw) {
		return nil, errors.New("read JSON: not UTF-8")
	}
	if !json.Valid(raw) {
		return nil, fmt.Errorf("read JSON: %w", json.Unmarshal(raw, new(any)))
	}
	if loneSurrogate(raw) {
		return nil, errors.New("read JSON: half a surrogate pair is no Unicode text")
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	v, err := decodeValue(dec)
	if err != nil {
		return nil, fmt.Errorf("read JSON: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("read JSON: more than one document")
	}
	return v, nil
}

func decodeValue(dec *json.Decoder) (any, error) {
	t, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Number:
		f, err := strconv.ParseFloat(string(t), 64)
		if err != nil || math.IsInf(f, 0) {
			return nil, fmt.Errorf("number %.40s is outside the range of doubles", t)
		}
		return f, nil
	case json.Delim:
		if t == '[' {
			return decodeArray(dec)
		}
		return decodeObject(dec)
	}
	return t, nil
}

func decodeArray(dec *json.Decoder) (any, error) {
	out := []any{}
	for dec.More() {
		v, err := decodeValue(dec)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	_, err := dec.Token()
	return out, err
}

// decodeObject returns an error for a repeated key: readers disagree on which value counts, and a change could hide there.
func decodeObject(dec *json.Decoder) (any, error) {
	out := map[string]any{}
	for dec.More() {
		k, err := dec.Token()
		if err != nil {
			return nil, err
		}
		key := k.(string) // the document is valid, so a key is a string
		if _, twice := out[key]; twice {
			return nil, fmt.Errorf("key %q comes twice in one object", key)
		}
		if out[key], err = decodeValue(dec); err != nil {
			return nil, err
		}
	}
	_, err := dec.Token()
	return out, err
}

// loneSurrogate finds \uD800…\uDFFF escapes that are not a pair; encoding/json would read them as U+FFFD.
func loneSurrogate(raw []byte) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		i++
		if raw[i] != 'u' {
			continue
		}
		unit := hexUnit(raw[i+1:])
		i += 4
		switch {
		case unit < 0xD800 || unit > 0xDFFF:
		case unit <= 0xDBFF && bytes.HasPrefix(raw[i+1:], []byte(`\u`)):
			if low := hexUnit(raw[i+3:]); low < 0xDC00 || low > 0xDFFF {
				return true
			}
			i += 6
		default:
			return true
		}
	}
	return false
}

// hexUnit reads four hex digits of a valid document.
func hexUnit(raw []byte) uint64 {
	u, _ := strconv.ParseUint(string(raw[:4]), 16, 16)
	return u
}

// text returns the canonical form of a decoded value.
func text(v any) string { return string(appendValue(nil, v)) }

func appendValue(out []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(out, "null"...)
	case bool:
		return strconv.AppendBool(out, v)
	case float64:
		return appendNumber(out, v)
	case string:
		return appendString(out, v)
	case []any:
		out = append(out, '[')
		for i, e := range v {
			if i > 0 {
				out = append(out, ',')
			}
			out = appendValue(out, e)
		}
		return append(out, ']')
	case map[string]any:
		return appendObject(out, v)
	}
	panic(fmt.Sprintf("canonical JSON of a %T", v)) // decode returns no other type
}

func appendObject(out []byte, m map[string]any) []byte {
	out = append(out, '{')
	for i, k := range sortedKeys(m) {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(appendString(out, k), ':')
		out = appendValue(out, m[k])
	}
	return append(out, '}')
}

// sortedKeys sorts by UTF-16 units (RFC 8785, 3.2.3), which differs from bytes above U+FFFF.
func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
	})
	return keys
}

// appendNumber writes a double as ECMAScript does. encoding/json does the same except for −0.
func appendNumber(out []byte, f float64) []byte {
	if f == 0 {
		return append(out, '0')
	}
	b, err := json.Marshal(f)
	if err != nil {
		panic(err) // decode accepts no infinity
	}
	return append(out, b...)
}

// short are the two-character escapes that RFC 8785 keeps.
var short = strings.NewReplacer("\b", `\b`, "\t", `\t`, "\n", `\n`, "\f", `\f`, "\r", `\r`, `"`, `\"`, `\`, `\\`)

func appendString(out []byte, s string) []byte {
	out = append(out, '"')
	for _, r := range s {
		switch {
		case r < 0x20 && !strings.ContainsRune("\b\t\n\f\r", r):
			out = fmt.Appendf(out, `\u%04x`, r)
		case r < 0x20 || r == '"' || r == '\\':
			out = append(out, short.Replace(string(r))...)
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return append(out, '"')
}
