package mcp

import (
	"slices"
	"strings"
	"testing"

	"asterism/engine"
)

// storeTexts stores texts in a namespace.
func storeTexts(t *testing.T, c *speaker, namespace string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if body, refused := c.call("store_memory", map[string]any{"content": text, "rationale": "note", "namespace": namespace}); refused != nil || body["error"] != nil {
			t.Fatal(refused, body)
		}
	}
}

// shownOf searches, and returns the answer and the snippets of its results.
func shownOf(t *testing.T, c *speaker, args map[string]any) (body map[string]any, snippets []string) {
	t.Helper()
	body, refused := c.call("search_graph", args)
	if refused != nil || body["error"] != nil {
		t.Fatal(refused, body)
	}
	for _, r := range body["results"].([]any) {
		snippets = append(snippets, r.(map[string]any)["snippet"].(string))
	}
	return body, snippets
}

// TestAnIdentifierMatchesWhole: of two similar memories, the one with the question's identifier comes first, even if the other has more of its words.
func TestAnIdentifierMatchesWhole(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{}))})
	for i, k := range []struct{ question, right, wrong string }{
		{"what is the status of PAY-1041?", "PAY-1041 was closed by Ann.", "The status of PAY-1042 is: in review."},
		{"checkout bug PAY-1041 on Safari", "See PAY-1041.", "The checkout bug PAY-1042 shows on Safari alone."},
		{"is the disk of db-01 full?", "db-01 was given 200 GB more.", "The disk of db-02 is full."},
		{"which kernel does web-17 run", "web-17: 6.1.0", "The kernel that web-71 runs is 6.6.13."},
		{"what changed in v1.2.3?", "v1.2.3 drops Python 3.8.", "What changed in v1.2.4: the parser is faster, and dates are read."},
		{"release notes of 4.10.2", "4.10.2 mends the login.", "Release notes of 4.10.1: new colours."},
		{"what is kept in /etc/app/limits.conf?", "/etc/app/limits.conf: open files.", "What is kept in /etc/app/limits.yaml is the number of processes."},
		{"who wrote engine/search/index.go?", "engine/search/index.go is by Mara.", "Who wrote engine/search/probe.go is not known."},
		{"what does error 0x80070005 of the updater mean?", "0x80070005 is access denied.", "The error 0x80070057 of the updater means that an argument is wrong."},
		{"why do we get error 502 from the gateway?", "error 502: upstream restarted.", "We get error 503 from the gateway because it sheds load."},
		{"what listens on port 8443?", "port 8443 is the admin page.", "What listens on port 8080 is the public site."},
		{"what did commit 9f86d08 break?", "9f86d08 broke the import.", "What commit 3c59dc0 did break is the export."},
		{"is CVE-2024-3094 fixed?", "CVE-2024-3094: yes.", "CVE-2024-3095 is fixed since May."},
		{"who reviews #4711?", "#4711: Bob.", "Who reviews #4712 is Ann."},
	} {
		ns := "names-" + string(rune('a'+i))
		storeTexts(t, c, ns, k.wrong, k.right, "Lunch is at noon.")
		body, got := shownOf(t, c, map[string]any{"query": k.question, "namespace": ns, "explain": true})
		if len(got) < 2 || got[0] != k.right {
			t.Errorf("%s: %q, want %q first", k.question, got, k.right)
		}
		last := 0.
		for j, r := range body["results"].([]any) {
			score := r.(map[string]any)["score"].(float64)
			if j > 0 && score > last {
				t.Errorf("%s: score %v stands behind %v", k.question, score, last)
			}
			last = score
		}
	}
}

// TestQuotedWordsAreThere: every result contains the quoted words, or the answer says that no memory does.
func TestQuotedWordsAreThere(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{}))})
	storeTexts(t, c, "quotes", "The rule says: never deploy on a Friday.", "On a Friday nobody should ever deploy anything.", "We deploy on Monday; a Friday never comes first.",
		"The write ahead log is synced before the answer.", "We log ahead of time what we write.", "Error: connection reset by peer", "The peer has reset its connection after an error.",
		"Two pairs of eyes read every change.", "Every pair of the two has eyes for change.", "Mara said “ship it tomorrow” at noon.", "The ship leaves tomorrow.")
	for question, want := range map[string][]string{
		`who says "never deploy on a Friday"?`:       {"The rule says: never deploy on a Friday."},
		`"NEVER DEPLOY"`:                             {"The rule says: never deploy on a Friday."},
		`what is the “write ahead log” for`:          {"The write ahead log is synced before the answer."},
		`when do we log "ahead of time"?`:            {"We log ahead of time what we write."},
		`where did "connection reset by peer" occur`: {"Error: connection reset by peer"},
		`"reset its connection" after what?`:         {"The peer has reset its connection after an error."},
		`how many "pairs of eyes" for a change?`:     {"Two pairs of eyes read every change."},
		`who said "ship it"?`:                        {"Mara said “ship it tomorrow” at noon."},
		`«tomorrow»`:                                 {"Mara said “ship it tomorrow” at noon.", "The ship leaves tomorrow."},
		`"on a Friday" and "deploy"`:                 {"On a Friday nobody should ever deploy anything.", "The rule says: never deploy on a Friday."},
	} {
		body, got := shownOf(t, c, map[string]any{"query": question, "namespace": "quotes"})
		slices.Sort(got)
		quoted, _ := body["quoted"].(map[string]any)
		if !slices.Equal(got, want) || quoted["found"] != true {
			t.Errorf("%s: %q (%v), want %q", question, got, quoted, want)
		}
	}
	for _, question := range []string{`who says "always deploy on a Friday"?`, `"write behind log"`, `"pairs of ears" for a change`} {
		body, got := shownOf(t, c, map[string]any{"query": question, "namespace": "quotes"})
		quoted, _ := body["quoted"].(map[string]any)
		if len(got) == 0 || quoted["found"] != false {
			t.Errorf("%s: %d results, %v, want the nearest and a word that none has it", question, len(got), quoted)
		}
	}
	first, _ := shownOf(t, c, map[string]any{"query": `«tomorrow»`, "namespace": "quotes", "topK": 1})
	_, second := shownOf(t, c, map[string]any{"query": `«tomorrow»`, "namespace": "quotes", "topK": 1, "cursor": first["nextCursor"]})
	if len(second) != 1 || !strings.Contains(second[0], "tomorrow") || second[0] == first["results"].([]any)[0].(map[string]any)["snippet"] {
		t.Errorf("the second page is %q", second)
	}
}

// TestQuotedPartsAreThere: quoted words are found in texts without spaces, and in paths and identifiers.
func TestQuotedPartsAreThere(t *testing.T) {
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{}))})
	texts := map[string]string{
		`"注文が二件"`: "購入画面のボタンが二重に押されると注文が二件できる", `"支付网关"`: "支付网关在周五晚上会重启", `"인증서"`: "만료된 인증서는 다시 만든다", `"app-data"`: "The cache is in /opt/app-data/cache.",
		`"9dQ1v0"`: "The key is SHA256:9dQ1v0", `"orders.v1"`: "We publish to orders.v1.created.", `"E_CART"`: "The basket fails with E_CART_409.",
	}
	for _, text := range texts {
		storeTexts(t, c, "parts", text)
	}
	storeTexts(t, c, "parts", "Version 1.2.3 is out.")
	for question, want := range texts {
		body, got := shownOf(t, c, map[string]any{"query": question, "namespace": "parts"})
		quoted, _ := body["quoted"].(map[string]any)
		if quoted["found"] != true || !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q (%v), want %q", question, got, quoted, want)
		}
	}
	body, _ := shownOf(t, c, map[string]any{"query": `"1.2"`, "namespace": "parts"})
	if quoted, _ := body["quoted"].(map[string]any); quoted["found"] != false {
		t.Errorf("1.2 is found in 1.2.3: %v", quoted)
	}
}
