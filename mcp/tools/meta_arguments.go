package tools

import (
	"encoding/json"
	"time"

	"asterism/engine/metautl"
	"asterism/mcp/arguments"
	"asterism/mcp/failure"
)

// domainProperty is the argument of tools about the predictions of one field of work.
const domainProperty = `"domain":{"type":"string","enum":["code","medical","legal","creative","research","general"]}`

// domain reads an optional field of work; "" if not given.
func domain(a *arguments.Given, name string) metautl.Domain {
	return fixed(a, name, metautl.ParseDomain)
}

// eventType reads an optional type of events; "" if not given.
func eventType(a *arguments.Given, name string) metautl.EventType {
	return fixed(a, name, metautl.ParseEventType)
}

// isoTime reads an optional time of ISO 8601; zero if not given.
func isoTime(a *arguments.Given, name string) time.Time {
	return fixed(a, name, metautl.ParseTime)
}

// fixed reads an optional string with a parser whose error messages are specified. For a value that is not a string, the parser gets the name of its kind. The empty string is not
// "not given": the parser gets it and reports it.
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
