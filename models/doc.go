// Package models answers: which embedders exist, what does each promise, and where are its files?
//
// [Catalog] is the one place that says there are thirteen spaces. [Manifest] reads the list of model
// files of a profile and checks them against their recorded SHA-256.
package models
