// Package tooldrift answers: did a server's tools change, and does it matter?
//
// [Classify] compares two lists of tools and answers two separate questions: what the change costs a prompt cache (order matters), and how far the server can still be trusted
// (order does not matter). [Decide] turns a report into the action for a reconnect. [Fetch] requests a real server's list, [Pins] stores the lists that a person has reviewed, and
// [Guard] is a process between a client and a server.
package tooldrift
