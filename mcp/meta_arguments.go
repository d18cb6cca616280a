package mcp

import (
	"encoding/json"
	"time"

	"asterism/engine/metautl"
)

// domainProperty is the argument of tools that look at the predictions of one field of work.
const domainProperty = `"domain":{"type":"string","enum":["code","medical","legal","creative","research","general"]}`

// domain reads an optional field of work; "" when not given.
func (a *arguments) domain(name string) metautl.Domain {
	return fixed(a, name, metautl.ParseDomain)
}

// eventType reads an optional type of events; "" when not given.
func (a *arguments) eventType(name string) metautl.EventType {
	return fixed(a, name, metautl.ParseEventType)
}

// isoTime reads an optional time of ISO 8601; zero when not given.
func (a *arguments) isoTime(name string) time.Time {
	return fixed(a, name, metautl.ParseTime)
}

// fixed reads an optional string with a parser whose words are the specification's; what is no string is shown to it by its kind. "" is
// a value that no parser is asked about in vain: it is what a caller sent, and wrong.
func fixed[T any](a *arguments, name string, parse func(string) (T, error)) T {
	var none T
	raw, given := a.field(name)
	if !given {
		return none
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		s = jsonKind(raw)
	}
	if s == "" {
		a.problem("%s is blank: leave it out, or give a value", name)
		return none
	}
	v, err := parse(clip(s))
	if err != nil {
		a.problem("%v", err)
	}
	return v
}
