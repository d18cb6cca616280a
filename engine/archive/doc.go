// Package archive answers: how is a folder kept elsewhere, and brought back whole?
//
// An archive is a folder that holds any number of backups. What files hold lies in it once, under its hash, so a backup takes the room of what has changed since the last:
//
//	ARCHIVE                       "asterism archive, format 1" and a line feed
//	LOCK                          held (flock) by who writes; readers need no lock
//	files/ab/abcdef…              a file's bytes under their SHA-256
//	backups/20261122T101500Z-6f2a  a backup: a JSON text that names its files with length and hash, then a line with the text's own SHA-256
//
// A file is written as .new-… and renamed when all of it is on the disk. A backup is there when its text is, and the text is written last, so a process that is killed
// leaves the backups that were there and perhaps files that no backup names, or a .new-…; [Remove] takes such away. Nothing is overwritten: restoring goes into a folder that is not there yet, and that appears when it is whole.
package archive
