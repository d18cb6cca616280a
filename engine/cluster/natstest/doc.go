// Package natstest answers: how does a cluster of NATS servers come to be in a test? The servers are embedded in the test's process and keep their files under its own folder.
package natstest
