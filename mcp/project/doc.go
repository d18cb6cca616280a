// Package project answers: in which project is somebody at work, and in which namespace are its memories? A command line, a server and a hook ask here, so that all of them
// agree. A project is a git repository, or a folder with a file named .asterism; its namespace has the name of the folder, or the one that the file holds. The file projects.json
// in the data directory remembers which folder has which name, so that two folders of one name do not share one.
package project
