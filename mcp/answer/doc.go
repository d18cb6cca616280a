// Package answer answers: what does a tool say? One struct a tool, which the server makes of what the engine gives, and a program that asks the server reads again.
package answer
