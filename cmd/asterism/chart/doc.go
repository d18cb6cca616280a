// Package chart answers: how is drift drawn? One chart of a history of measurements, in a terminal with braille dots or plain characters, or as an SVG or PNG file.
package chart
