package secrets

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// random is part of a made-up key; it was drawn once, and is nobody's secret.
const random = "q7Zk2Vb9XwT4mRc8LpHs3NdYf6GjE1uAoKxWvQzB5tCyMiJrDgPnSaFhUeOl0I" + "k3Yw8ZrQm5Tn2XcV7bL9pHs4GdJf6KaE1"

// fakes are made-up secrets, assembled here so that a scanner for secrets does not find them in this source.
var fakes = map[string]string{
	"aws-access-token":              "the deploy user is " + "AKI" + "A" + "QZ7KD2XVB4MRWT6N",
	"github-pat":                    "push with gh" + "p_" + random[:36],
	"github-fine-grained-pat":       "github_" + "pat_" + random[:22] + "_" + random[:59],
	"gitlab-pat":                    "gl" + "pat-" + random[:20],
	"slack-bot-token":               "xo" + "xb-" + "217348905612-583920174635-" + random[:24],
	"stripe-access-token":           "sk_" + "live_" + random[:24],
	"gcp-api-key":                   "AI" + "za" + random[:35],
	"npm-access-token":              "npm" + "_" + strings.ToLower(random[:36]),
	"pypi-upload-token":             "pypi-" + "AgEIcHlwaS5vcmc" + random[:60],
	"sendgrid-api-token":            "SG" + "." + random[:22] + "." + random[:43],
	"anthropic-api-key":             "sk-" + "ant-api03-" + random[:93] + "AA",
	"openai-api-key":                "sk-" + random[:20] + "T3Blbk" + "FJ" + random[20:40],
	"huggingface-access-token":      "hf" + "_" + "qKzVbXwTmRcLpHsNdYfGjEuAoKxWvQzBtC",
	"digitalocean-pat":              "dop_" + "v1_" + strings.Repeat("4f7a9c01e83b52d6", 4),
	"shopify-access-token":          "shp" + "at_" + strings.Repeat("7c19d3ae", 4),
	"telegram-bot-api-token":        "telegram bot = 7318" + "502946:A" + random[:34],
	"jwt":                           "ey" + "JhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.ey" + "JzdWIiOiI3MzE4NTAyOTQ2IiwibmFtZSI6Ik5vYm9keSJ9." + random[:43],
	"private-key":                   "-----BEGIN RSA PRIV" + "ATE KEY-----\n" + random + "\n" + random + "\n-----END RSA PRIV" + "ATE KEY-----",
	"age-secret-key":                "AGE-SECRET-" + "KEY-1" + strings.Repeat("QPZRY9X8GF2TVDW0", 4)[:58],
	"generic-api-key":               "billing_api_key = \"" + random[3:35] + "\"",
	"password-in-url":               "postgres://app:" + "kW3fz9Lq" + "@db.internal:5432/app",
	"password-in-words":             "the guest wifi password is " + "heron-blue-41" + ".",
	Card:                            "card 4539 " + "1488 0343 " + "6467, valid until 09/31",
	"hashicorp-tf-api-token":        strings.ToLower(random[:14]) + ".atlas" + "v1." + random[:66],
	"vault-service-token":           "hvs" + "." + random[:94],
	"linear-api-key":                "lin_" + "api_" + random[:40],
	"databricks-api-token":          "da" + "pi" + strings.Repeat("4f7a9c01", 4),
	"twilio-api-key":                "S" + "K" + strings.Repeat("4f7a9c01", 4),
	"square-access-token":           "EA" + "AA" + random[:60],
	"dynatrace-api-token":           "dt0" + "c01." + strings.ToUpper(random[:24]) + "." + strings.ToUpper(random[:64]),
	"postman-api-token":             "PM" + "AK-" + strings.Repeat("4f7a9c01", 3) + "-" + strings.Repeat("4f7a9c0", 5)[:34],
	"doppler-api-token":             "dp." + "pt." + random[:43],
	"slack-webhook-url":             "https://hooks.slack.com/services/" + "T0" + "8QZKDXVBM/B07RWTNQPLS/" + random[:24],
	"grafana-service-account-token": "gl" + "sa_" + random[:32] + "_4f7a9c01",
}

func TestKindsAreRecognised(t *testing.T) {
	missed := 0
	for kind, text := range fakes {
		text = "Kept for later: " + text + "\nand more."
		found, err := Find(text)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(found, func(f Finding) bool { return f.Kind == kind }) {
			missed++
			t.Errorf("%s is not recognised as such: %v", kind, found)
		}
		for _, f := range found {
			if said := f.Where(text); strings.Contains(said, text[f.Start:f.End]) {
				t.Errorf("%q tells the secret", said)
			}
		}
	}
	t.Logf("%d of %d kinds recognised", len(fakes)-missed, len(fakes))
}

// TestRedactedHoldsNothing checks that the result has no secret, and that the rest of the text is unchanged.
func TestRedactedHoldsNothing(t *testing.T) {
	for kind, text := range fakes {
		text = "before " + text + " after"
		out, found, err := Redacted(text)
		if err != nil || len(found) == 0 {
			t.Errorf("%s: %v, %v", kind, found, err)
			continue
		}
		for _, f := range found {
			if strings.Contains(out, text[f.Start:f.End]) {
				t.Errorf("%s: %q still says it", kind, out)
			}
		}
		if more, err := Find(out); len(more) > 0 || err != nil {
			t.Errorf("%s: %q is not clean: %v, %v", kind, out, more, err)
		}
		if !strings.HasPrefix(out, "before ") || !strings.HasSuffix(out, " after") {
			t.Errorf("%s: %q lost more than the secret", kind, out)
		}
	}
}

func TestHarmlessTexts(t *testing.T) {
	for _, text := range []string{
		"", "The token budget of a batch is 8192.", "the api key is kept in the keyring, and the password is asked for",
		"password: string", "passwordField = form.password", "Set password=$DB_PASSWORD first.", "password: your-password-here", "postgres://user:password@localhost/db",
		"postgres://app:${DB_PASSWORD}@db/app", "git@github.com:owner/repository.git", "commit 4f7a9c01e83b52d64f7a9c01e83b52d64f7a9c01",
		"id 019e2b7c-8d31-7c55-9a3e-1f0b6d2c4e88", "0.4539148803436467", "order 1234 5678 9012 3456", "sum 4111-1111", "at 20260123 104500",
		"https://example.com:8080/path@2", "func (k *key) token() string { return k.secret }", "sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
	} {
		if found, err := Find(text); len(found) > 0 || err != nil {
			t.Errorf("%q: %v, %v", text, found, err)
		}
	}
}

func TestCards(t *testing.T) {
	for text, want := range map[string]bool{
		"4539" + "148803436467": true, "4539-1488" + "-0343-6467": true, "3714 " + "496353 98431": true, "5555" + "555555554444": true,
		"4539" + "148803436468": false, "4539 1488-0343 6467": false, "0000000000000000": false, "v4539" + "148803436467": false, "1.4539" + "148803436467": false,
	} {
		if got := len(cards("pay with "+text+" now")) > 0; got != want {
			t.Errorf("%s: card %v, want %v", text, got, want)
		}
	}
}

// TestFalseAlarms checks for less than one false positive in 1,000 lines of this repository's packages engine and mcp and its pages, which have no real secrets.
func TestFalseAlarms(t *testing.T) {
	lines, alarms := 0, 0
	for _, dir := range []string{"../../docs", "../../docs/decisions", "..", "../search", "../ingest", "../store/rocks", "../../mcp", "../../mcp/tools", "../../cmd/asterism", "../../mcp/tooldrift"} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ".go") && !strings.HasSuffix(e.Name(), ".md") {
				continue
			}
			b, err := os.ReadFile(dir + "/" + e.Name())
			if err != nil {
				t.Fatal(err)
			}
			found, err := Find(string(b))
			if err != nil {
				t.Fatal(err)
			}
			lines += strings.Count(string(b), "\n")
			alarms += len(found)
			for _, f := range found {
				t.Logf("%s/%s: %s", dir, e.Name(), f.Where(string(b)))
			}
		}
	}
	t.Logf("%d alarms on %d lines", alarms, lines)
	if lines < 10000 || alarms*1000 >= lines {
		t.Errorf("%d alarms on %d lines, want less than one in 1,000 of at least 10,000", alarms, lines)
	}
}

// TestFalseAlarmsElsewhere counts, without a limit, what is found in a folder that $ASTERISM_SECRETS_TEXTS names: notes outside of the repository.
func TestFalseAlarmsElsewhere(t *testing.T) {
	dir := os.Getenv("ASTERISM_SECRETS_TEXTS")
	if dir == "" {
		t.Skip("ASTERISM_SECRETS_TEXTS names no folder")
	}
	lines, alarms := 0, 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(" .go .md .py .sh .json .txt .toml .yaml ", " "+filepath.Ext(path)+" ") {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		found, err := Find(string(b))
		lines += strings.Count(string(b), "\n")
		alarms += len(found)
		for _, f := range found {
			t.Logf("%s: %s", path, f.Where(string(b)))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d alarms on %d lines", alarms, lines)
}

func TestPolicies(t *testing.T) {
	for _, p := range []Policy{"", Refuse, Redact, Allow} {
		text, tag := fakes["github-pat"], "plain"
		places, err := p.Hold(Field{"content", &text}, Field{"tags", &tag})
		switch {
		case p == Allow && (err != nil || len(places) > 0 || text != fakes["github-pat"]):
			t.Errorf("allow: %v, %v, %q", places, err, text)
		case p == Redact && (err != nil || len(places) != 1 || text != "push with [redacted github-pat]"):
			t.Errorf("redact: %v, %v, %q", places, err, text)
		case p != Allow && p != Redact && (err == nil || !strings.Contains(err.Error(), "github-pat in line 1, characters 11 to 50 of content")):
			t.Errorf("%q: %v", p, err)
		}
	}
	if _, err := ParsePolicy("hide"); err == nil || !strings.Contains(err.Error(), `"hide"`) {
		t.Errorf("an unknown policy: %v", err)
	}
}

// FuzzRedacted checks that places are within the text, in order and without overlap, and that nothing else changes.
func FuzzRedacted(f *testing.F) {
	for _, text := range fakes {
		f.Add(text)
	}
	f.Add("\xff\x00 token=\xfe")
	f.Fuzz(func(t *testing.T, text string) {
		out, found, err := Redacted(text)
		if err != nil {
			t.Fatal(err)
		}
		kept, at := len(text), 0
		for _, one := range found {
			if one.Start < at || one.End <= one.Start || one.End > len(text) {
				t.Fatalf("%+v in a text of %d bytes, after %d", one, len(text), at)
			}
			at = one.End
			kept += len("[redacted ]") + len(one.Kind) - (one.End - one.Start)
		}
		if len(out) != kept {
			t.Fatalf("%d bytes are left, want %d", len(out), kept)
		}
	})
}

func BenchmarkFind(b *testing.B) {
	for name, text := range map[string]string{
		"plain":    strings.Repeat("The nightly import failed because the disk of importHost-3 was full; see engine/open.go:12. ", 3),
		"suspects": "The nightly import failed because the disk was full. The token budget of a batch is 8192; the api key is kept in the keyring, and the password is asked for.",
	} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				if _, err := Find(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
