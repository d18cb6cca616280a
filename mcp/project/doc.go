// Package project answers: in which project does a caller work, and which namespace has its memories? The command line, the server and the hooks all use it, so that they agree. A
// project is a git repository, or a folder with a file named .asterism. Its namespace has the name of the folder, or the name in that file. The file projects.json in the data
// directory stores the namespace of each folder, so that two folders of the same name have different namespaces.
package project
