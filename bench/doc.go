// Command bench answers: is it faster, is it better, and says who?
//
// It is one program with a command for each benchmark; `go run ./bench` lists them, and main.go is their table. A benchmark is a package
// of its own below this folder, and bench/report is what they share: flags, parts, rows, result files. The program for machines with a GPU
// is apart (bench/gpu).
package main
