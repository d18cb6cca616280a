package temporal

// Width is the length of the vectors of E2, E3 and E4: recent.go, periodic.go and positional.go.
const Width = 512

// Float is the type of a vector's numbers.
type Float interface{ float32 | float64 }
