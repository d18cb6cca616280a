// Package answer answers: what does a tool answer?
//
// There is one struct for each tool's answer. The server builds it from the engine's result, and a program that calls the server reads it back.
package answer
