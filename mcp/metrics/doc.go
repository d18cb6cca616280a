// Package metrics answers: what can a Prometheus server watch? Store, index, queues and embedders, as the engine's status tells them, in Prometheus's
// text format.
package metrics
