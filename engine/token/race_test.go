//go:build race

package token

// The race detector makes pools drop what they hold.
const raceEnabled = true
