// Package tooldrift answers: did a server's tools change, and does it matter?
//
// [Classify] compares two lists of tools and answers two separate questions: what the change costs a cache of the prompt
// (order matters) and how far the server can still be trusted (order does not). [Decide] turns a report into what a
// reconnect does. [Fetch] asks a real server for its list, [Pins] keeps what a person has looked at, [Guard] stands
// between a client and a server.
package tooldrift
