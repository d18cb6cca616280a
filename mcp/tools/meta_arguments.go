package tools

import (
	"encoding/json"
	"time"

	"asterism/engine/metautl"
	"asterism/mcp/arguments"
	"asterism/mcp/failure"
)

// domainProperty is the argument of tools that look at the predictions of one field of work.
const domainProperty = `"domain":{"type":"string","enum":["code","medical","legal","creative","research","general"]}`

// domain reads an optional field of work; "" when not given.
func domain(a *arguments.Given, name string) metautl.Domain {
	return fixed(a, name, metautl.ParseDomain)
}

// eventType reads an optional type of events; "" when not given.
func eventType(a *arguments.Given, name string) metautl.EventType {
	return fixed(a, name, metautl.ParseEventType)
}

// isoTime reads an optional time of ISO 8601; zero when not given.
func isoTime(a *arguments.Given, name string) time.Time {
	return fixed(a, name, metautl.ParseTime)
}

// fixed reads an optional string with a parser whose messages the specification fixes. A value that is no string is given to the parser as the name of
// its kind. The empty string is a mistake of its own: it is what a caller sent, and no value.
func fixed[T any](a *arguments.Given, name string, parse func(string) (T, error)) T {
	var none T
	raw, given := a.Field(name)
	if !given {
		return none
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		s = arguments.Kind(raw)
	}
	if s == "" {
		a.Problem("%s is blank: leave it out, or give a value", name)
		return none
	}
	v, err := parse(failure.Clip(s))
	if err != nil {
		a.Problem("%v", err)
	}
	return v
}
