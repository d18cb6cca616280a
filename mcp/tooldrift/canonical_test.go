package tooldrift

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestCanonical has the examples of RFC 8785, sections 3.2.2 to 3.2.4 and appendix B.
func TestCanonical(t *testing.T) {
	for raw, want := range map[string]string{
		`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`: `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
		`{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}`:                                                                                         "{\"\\r\":2,\"1\":4,\"\u0080\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\ufb33\":3}",
		`-0`:                      `0`,
		`-0.0`:                    `0`,
		`5e-324`:                  `5e-324`,
		`-1.7976931348623157e308`: `-1.7976931348623157e+308`,
		`9007199254740992`:        `9007199254740992`,
		`295147905179352830000`:   `295147905179352830000`,
		`1e21`:                    `1e+21`,
		`999999999999999900000`:   `999999999999999900000`,
		`9.999999999999997e-7`:    `9.999999999999997e-7`,
		`0.000001`:                `0.000001`,
		`"\u2028\u007f<>&\b\f\t"`: "\"\u2028\u007f<>&\\b\\f\\t\"",
		` [ ] `:                   `[]`,
	} {
		got, err := Canonical([]byte(raw))
		if err != nil || string(got) != want {
			t.Errorf("%s: %s, %v; want %s", raw, got, err, want)
		}
	}
	for _, raw := range []string{`"\ud800"`, `"\udc00\ud800"`, `"\ud800\u0041"`, `{"a":1,"\u0061":2}`, `1 2`, ``, `1e400`, "\"\xc3\"", `[1,]`} {
		if got, err := Canonical([]byte(raw)); err == nil {
			t.Errorf("%q is accepted as %s", raw, got)
		}
	}
}

// FuzzCanonical: the canonical form is JSON with the same value, and its own canonical form.
func FuzzCanonical(f *testing.F) {
	for _, s := range []string{`{"b":1,"a":[1e21,"\u0000😀"]}`, `"\\ud800"`, `-0`, `{"a":{"a":null}}`, `"\ud83d\ude00"`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		once, err := Canonical(raw)
		if err != nil {
			return
		}
		twice, err := Canonical(once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%q gives %q, which gives %q, %v", raw, once, twice, err)
		}
		var a, b any
		if json.Unmarshal(raw, &a) != nil || json.Unmarshal(once, &b) != nil || !reflect.DeepEqual(a, b) {
			t.Fatalf("%q and %q are not the same value", raw, once)
		}
	})
}

// FuzzParseList: an accepted list equals itself, keeps its content through writing and reading, and gives a report.
func FuzzParseList(f *testing.F) {
	f.Add([]byte(`[{"name":"a","inputSchema":{"required":["b","a"],"properties":{"x":{"type":["null","string"]}}}}]`))
	f.Add([]byte(`{"tools":[{"name":"a","annotations":3},{"name":"a"}],"nextCursor":"x"}`))
	f.Add([]byte(`[{"name":"a","annotations":{"title":null},"inputSchema":{"items":[{"not":true}]}}]`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		l, err := ParseList(raw)
		if err != nil {
			return
		}
		if r := Classify(l, l); r.Kind != Identity || r.Divergence != nil || len(r.Edits)+len(r.Added)+len(r.Removed)+len(r.Moved) > 0 {
			t.Fatalf("not the same as itself: %s", r.Text())
		}
		written, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		back, err := ParseList(written)
		if err != nil || back.Digest() != l.Digest() {
			t.Fatalf("written and read: %v\n%s", err, written)
		}
		if text := Classify(List{}, l).Text(); strings.Count(text, "\n+ ") != len(l.Tools) {
			t.Fatalf("%d tools, but: %s", len(l.Tools), text)
		}
	})
}
