// Package stress answers: is what a server acknowledged there after it was killed, and does it keep its speed and its memory under load that goes on?
//
// It drives the real program from outside: a server as a process of its own, clients as processes of their own, HTTP between them, and SIGKILL.
package stress
