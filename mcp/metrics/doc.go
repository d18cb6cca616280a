// Package metrics answers: what can a Prometheus server watch? Store, index, queues and embedders, from the engine's status, in Prometheus's text format.
package metrics
