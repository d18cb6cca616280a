// Package arguments answers: what was a tool asked? It reads the arguments of a call, and says at once all that is wrong with them.
package arguments
