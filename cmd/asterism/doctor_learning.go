package main

import (
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/metautl"
	"asterism/mcp/answer"
)

// learningFinding says whether a person is asked to look at the prediction of surprise. escalation is its status; "" means none.
func learningFinding(escalation string) finding {
	if escalation == string(metautl.HumanRequired) {
		return finding{Part: "learning", Words: []string{engine.HumanRequired}, WayOut: "`asterism meta log`, then `asterism meta acknowledge`"}
	}
	return finding{Part: "learning", OK: true, Words: []string{"no alarm of meta-learning waits for a person"}}
}

// settingsFinding says which settings of meta-learning differ from the specification.
func settingsFinding(s answer.Settings) finding {
	return finding{Part: "settings", OK: true, Words: []string{"settings of learning: " + words.Settings(s)}}
}
