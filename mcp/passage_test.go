package mcp

import (
	"strings"
	"testing"

	"asterism/engine"
)

// TestTheSnippetIsThePassageThatAnswers stores long texts, each about one thing, in which every sentence has words of the question. It asks for one of their sentences.
func TestTheSnippetIsThePassageThatAnswers(t *testing.T) {
	deploy := "The deployment begins at ten on weekdays, after the deployment branch was built and signed. Before deployment, run the migration check and read its report to the end. " +
		"During deployment the old pods keep serving until the new ones are ready, so nobody sees an error page. After the deployment is live, tell Mara and the support channel, so that they can watch the tickets. " +
		"A deployment is taken back with the rollback script, which needs the number of the deployment before. The deployment log is kept for a year in the archive bucket, beside the logs of earlier deployments."
	office := "The office on Mill Road has four meeting rooms, of which the largest seats twenty. The office is open from seven in the morning until eight in the evening. " +
		"Visitors of the office ring at the side door, since the front door is locked. Coffee in the office is free, and the machine is cleaned by whoever makes the last cup. " +
		"The office was renovated in spring, and the carpets were replaced by oak boards. Bicycles are left in the yard behind the office, never in the hall."
	database := "The orders database runs on PostgreSQL 16 with one primary and two replicas. The orders database is backed up every night at two, and the backups are kept for ninety days. " +
		"To restore the orders database, fetch the newest dump from the vault and run restore.sh with its name. Queries of the orders database that take longer than a second are written to the slow log. " +
		"Only the billing service may write to the orders database; everybody else reads from a replica. The orders database was moved from MongoDB because transactions over several documents were too slow."
	trip := "We arrived in Lisbon late on Thursday and took the tram to the old town. On Friday the museum was closed, so we walked along the river to Belém and ate custard tarts. " +
		"The hotel in Lisbon was called Casa do Jasmim and cost ninety euros a night. On Saturday our trip went to Sintra, where it rained until the evening. " +
		"My passport was stolen on the way back to Lisbon, and the embassy made out a new one. The flight home from Lisbon was late by three hours because of fog."
	c := overStdio(t, Options{Engine: provide(realEngine(t, engine.Config{}))})
	for _, text := range []string{deploy, office, database, trip} {
		if _, refused := c.call("store_memory", map[string]any{"content": text, "rationale": "how we work"}); refused != nil {
			t.Fatal(refused.Message)
		}
	}
	for _, k := range []struct{ question, answer string }{
		{"whom to notify after deployment?", "tell Mara and the support channel"},
		{"how do we undo a deployment?", "rollback script"},
		{"what do I have to check before a deployment?", "run the migration check"},
		{"where do visitors of the office ring?", "side door"},
		{"where do I put my bicycle at the office?", "yard behind the office"},
		{"who cleans the coffee machine?", "whoever makes the last cup"},
		{"how long are backups of the orders database kept?", "ninety days"},
		{"who is allowed to write to the orders database?", "billing service"},
		{"why did we leave MongoDB for the orders database?", "transactions over several documents"},
		{"what was the name of the hotel in Lisbon?", "Casa do Jasmim"},
		{"what was stolen in Lisbon?", "passport was stolen"},
		{"why was the flight home delayed?", "because of fog"},
	} {
		body, refused := c.call("search_graph", map[string]any{"query": k.question, "topK": 1})
		if refused != nil {
			t.Fatal(refused.Message)
		}
		snippet, _ := body["results"].([]any)[0].(map[string]any)["snippet"].(string)
		if !strings.Contains(snippet, k.answer) || len([]rune(snippet)) > engine.PassageRunes+2 {
			t.Errorf("%s shows %q, want what says %q", k.question, snippet, k.answer)
		}
	}
}
