package intent

import (
	"math/bits"
	"slices"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for question, want := range map[string][]string{
		"what is the state of PAY-1041?":                          {"PAY-1041"},
		"is db-01's disk full, or db-02's?":                       {"db-01", "db-02"},
		"what changed in v1.2.3 and 1.2.4":                        {"v1.2.3", "1.2.4"},
		"what does 0x80070005 mean?":                              {"0x80070005"},
		"who edits /etc/nginx/nginx.conf.":                        {"/etc/nginx/nginx.conf"},
		"where is engine/search/index.go used":                    {"engine/search/index.go"},
		`C:\Users\ann\notes.txt is gone`:                          {`C:\Users\ann\notes.txt`},
		"what fixed #4711?":                                       {"#4711"},
		"which commit is 9f86d08":                                 {"9f86d08"},
		"why error 502 and not error 503":                         {"error 502", "error 503"},
		"listens on port 8443":                                    {"port 8443"},
		"CVE-2024-3094, again cve-2024-3094":                      {"CVE-2024-3094"},
		"E_QUOKKA_42":                                             {"E_QUOKKA_42"},
		"version 2.1 of it":                                       {"2.1"},
		"it costs 3.50 on 12 March 2026 at 9:15":                  nil,
		"100 users and/or 20 more":                                nil,
		"the deadbeef of facade":                                  nil,
		"":                                                        nil,
		strings.Repeat("A-1 B-2 C-3 D-4 E-5 F-6 G-7 H-8 I-9 ", 9): {"A-1", "B-2", "C-3", "D-4", "E-5", "F-6", "G-7", "H-8"},
	} {
		var got []string
		for _, n := range Names(question) {
			got = append(got, n.Written)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q names %q, want %q", question, got, want)
		}
	}
}

func TestNamedIn(t *testing.T) {
	for _, c := range []struct {
		question, text string
		want           Naming
	}{
		{"PAY-1041", "see pay-1041, closed", Naming{Has: 1}},
		{"PAY-1041", "see PAY-1042, closed", Naming{Rivals: 1}},
		{"PAY-1041", "PAY-10411", Naming{Rivals: 1}},
		{"PAY-1041", "PAY-1042 blocks PAY-1041", Naming{Has: 1}},
		{"PAY-1041", "OPS-1041", Naming{}},
		{"db-01", "db-02 is full", Naming{Rivals: 1}},
		{"v1.2.3", "release 1.2.3", Naming{Has: 1}},
		{"v1.2.3", "v1.2.4", Naming{Rivals: 1}},
		{"/etc/hosts.allow", "/etc/hosts.deny", Naming{Rivals: 1}},
		{"/etc/hosts.allow", "/var/log/mail.log", Naming{}},
		{"0x80070005", "0x80070057 was returned", Naming{Rivals: 1}},
		{"error 502", "error 503", Naming{Rivals: 1}},
		{"error 502", "port 503", Naming{}},
		{"db-01 and db-02", "db-02 alone", Naming{Has: 1, Rivals: 1}},
	} {
		got := NamedIn(c.text, Names(c.question))
		if held := bits.OnesCount8(got.Held); held != got.Has {
			t.Errorf("%q of %q: %d are held, %d are there", c.text, c.question, held, got.Has)
		}
		if got.Held = 0; got != c.want {
			t.Errorf("%q of %q: %+v, want %+v", c.text, c.question, got, c.want)
		}
	}
}

// FuzzNames checks that a text has every name that it names, and no rival of it.
func FuzzNames(f *testing.F) {
	f.Add("PAY-1041 v1.2 /a/b/c #12 0xff error 502")
	f.Fuzz(func(t *testing.T, text string) {
		names := Names(text)
		if got := NamedIn(text, names); got.Has != len(names) || got.Rivals != 0 {
			t.Fatalf("%q has %+v of its %d names", text, got, len(names))
		}
	})
}
