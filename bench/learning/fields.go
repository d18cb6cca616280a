package learning

import "path/filepath"

// field is a collection and sentences in which somebody who works in it might say what the work is for, written from a look at a few of its
// texts: two to develop the calibration on, one that was written and measured after the calibration was fixed, to report.
type field struct {
	set         string
	development []string
	reported    []string
	akin        []string // sets whose texts are about much the same: never taken as unrelated
	topics      bool     // also measure topics inside it
}

var fields = []field{
	{set: "cranfield", topics: true,
		development: []string{"Understand how air flows around wings and bodies at high speed: aerodynamics, boundary layers, shock waves and heat transfer.",
			"Design and strength of aircraft structures and the flow of gas around them."},
		reported: []string{"Collect experiments and theory on supersonic flow, wing lift, drag and aerodynamic heating."}},
	{set: "medline", topics: true, akin: []string{"citation-dev"},
		development: []string{"Collect findings of medical research: diseases, organs, drugs, hormones and their effects in patients and animals.",
			"Review the clinical and laboratory literature for better diagnosis and treatment."},
		reported: []string{"Understand how the body works and what goes wrong in illness, from studies of tissues and patients."}},
	{set: "citation-dev", akin: []string{"medline"},
		development: []string{"Check the claims of biomedical papers against the abstracts that they cite.",
			"Survey evidence about cancer, COVID-19, genes and cells for a review article."},
		reported: []string{"Molecular biology, genetics and epidemiology: what the cited studies really found."}},
	{set: "cosqa-dev",
		development: []string{"Write small Python functions for everyday tasks with strings, lists, files, dates and numbers.",
			"Build a library of reusable Python helper code."},
		reported: []string{"Python snippets that parse, convert, sort and format data."}},
	{set: "issue-links",
		development: []string{"Develop a git-backed issue tracker for coding agents: its command line, daemon, sync and database.",
			"Fix bugs and plan features of our task tracking tool and its agent orchestration."},
		reported: []string{"Make the issue tracker reliable: databases, merges, daemons, hooks, tests and releases."}},
	{set: "longmemeval-mini", topics: true,
		development: []string{"Know the user personally: what they do, own, like, plan and ask about in daily life.",
			"Be a helpful assistant for hobbies, travel, cooking, shopping and health of one person."},
		reported: []string{"A personal assistant's notes about its owner's habits, purchases, trips and hobbies."}},
	{set: "intents",
		development: []string{"Help customers of a bank with their GPUs, transfers, top-ups, fees and accounts.",
			"Answer support requests about payments and cash withdrawals in the banking app."},
		reported: []string{"What customers ask about their bank account, GPUs, top-ups and exchange rates."}},
}

// leastOfTopic is how many texts a topic must have to be measured.
const leastOfTopic = 8

func (f *field) load(eval string) (*collection, error) {
	if f.set == "intents" {
		return loadCSV(f.set, filepath.Join(eval, f.set, "test.csv"))
	}
	return loadBEIR(filepath.Join(eval, f.set), leastOfTopic)
}
