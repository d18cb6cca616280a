// Package httpapi answers: who may reach the server over HTTP, and with how much?
//
// It stands in front of the MCP endpoint: Host and Origin are checked against DNS rebinding and foreign web pages, a
// bearer token is asked for, connections, requests, bodies and their rate have bounds, beyond this machine TLS is asked for,
// and /healthz and /readyz tell a supervisor how things are. At the end nothing that was begun is lost.
package httpapi
