// Package httpapi answers: who may reach the server over HTTP, and with how much load?
//
// It is in front of the MCP endpoint. It checks Host and Origin against DNS rebinding and foreign web pages, requires a bearer token, and limits connections, requests, bodies and
// their rate. Outside of this machine it requires TLS. /healthz and /readyz report the state to a supervisor. At the end no request that was begun is lost.
package httpapi
