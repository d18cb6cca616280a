// Package archive answers: how is a folder kept elsewhere, and brought back whole?
//
// An archive is a folder with any number of backups. Each file's content is stored in it once, under its hash, so a backup takes only the space of what has changed since
// the last one:
//
//	ARCHIVE                       "asterism archive, format 1" and a line feed
//	LOCK                          held (flock) by who writes; readers need no lock
//	files/ab/abcdef…              a file's bytes under their SHA-256
//	backups/20261122T101500Z-6f2a  a backup: a JSON text that names its files with length and hash, then a line with the text's own SHA-256
//
// A file is written as .new-… and renamed when all of it is on the disk. A backup exists when its text exists, and the text is written last. So a killed process leaves the earlier backups
// and perhaps files that no backup names, or a .new-…; [Remove] deletes these. Nothing is overwritten: restoring writes to a folder that does not exist yet, and that appears when it is
// complete.
package archive
