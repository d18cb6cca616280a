// Package shard answers: who leads a shard, and how do the others follow?
package shard
