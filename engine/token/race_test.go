//go:build race

package token

// With the race detector pools drop their content.
const raceEnabled = true
