// Package natstest answers: how does a test get a cluster of NATS servers? The servers run inside the test's process and keep their files in its own folder.
package natstest
