package mcp

import (
	"testing"

	"asterism/engine"
)

// TestRecordedOutcomesMoveTheOrder: of two memories that answer, the one with bad outcomes falls behind, for the question and a paraphrase. A question about something else does not
// change. explain shows by how much.
func TestRecordedOutcomesMoveTheOrder(t *testing.T) {
	const outcomes = 30
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{})), Tools: "all"})
	for i, k := range []struct{ question, paraphrase, first, second string }{
		{"how do we roll back a deploy?", "how is a deploy rolled back?", "To roll back a deploy, run make rollback.", "Roll back a deploy by hand: put the old tag into the manifest."},
		{"how do I clear the cache?", "how is the cache cleared?", "Clear the cache with redis-cli flushall.", "The cache is cleared by a restart of the gateway."},
		{"where are the backups kept?", "where is it that the backups are kept?", "The backups are kept in the vault bucket.", "Backups of the site are kept on the tape robot."},
		{"who leads the routing team?", "the routing team, who leads it?", "Mara leads the routing team.", "The routing team has been led by Jonas since May."},
		{"which port does staging use?", "the port that staging uses", "Staging uses port 8443.", "The port of staging was moved to 9000."},
		{"how do I set up a laptop?", "how is a laptop set up?", "Set up a laptop with setup.sh.", "A new laptop is set up by the help desk."},
		{"why did the nightly import fail?", "why was there a fail of the nightly import?", "The nightly import did fail because the disk was full.", "The nightly import fails when the lock is held."},
		{"how do we renew the certificate?", "how is the certificate renewed?", "Renew the certificate with certbot renew.", "The certificate is renewed by the gateway itself."},
		{"what is the limit of the API?", "the limit of the API", "The limit of the API is 100 a minute.", "For partners the limit of the API is 500."},
		{"when does the shop open on Sunday?", "when is the shop open on Sunday?", "On Sunday the shop opens at ten.", "The shop opens on Sunday only in December."},
		{"how do I reset my password?", "how is my password reset?", "Reset your password on the account page.", "A password is reset by the help desk, by phone."},
	} {
		ns := "worth-" + string(rune('a'+i))
		storeTexts(t, c, ns, k.first, k.second, "The canteen serves soup.")
		ask := func(query string) (body map[string]any, hits []map[string]any) {
			body, _ = shownOf(t, c, map[string]any{"query": query, "namespace": ns, "explain": true})
			for _, r := range body["results"].([]any) {
				hits = append(hits, r.(map[string]any))
			}
			return body, hits
		}
		_, before := ask(k.question)
		useless, useful := before[0]["id"], before[1]["id"]
		for range outcomes / 2 {
			body, _ := ask(k.question)
			for id, worth := range map[any]float64{useless: 0, useful: 1} {
				if said, refused := c.call("record_outcome", map[string]any{"query_id": body["query_id"], "memory_id": id, "useful": worth}); refused != nil || said["error"] != nil {
					t.Fatal(refused, said)
				}
			}
		}
		for _, query := range []string{k.question, k.paraphrase} {
			_, after := ask(query)
			up, _ := after[0]["worth"].(float64)
			if after[0]["id"] != useful || up <= 0 {
				t.Errorf("%s: first is %q (%+.2f), want the one that was useful", query, after[0]["snippet"], up)
			}
		}
		if _, other := ask("what does the canteen serve?"); other[0]["worth"] != nil || other[1]["worth"] != nil {
			t.Errorf("%s: outcomes of it move another question: %v", k.question, other)
		}
	}
}
