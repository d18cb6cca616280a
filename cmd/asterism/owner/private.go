package owner

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"asterism/engine"
)

// What this program writes contains memories, tokens and commands with keys. Only its user may read that. There are three measures:
//
//   - a data directory, and every folder for backups, is made with mode 0700;
//   - commands that write there run with umask 077 from their first line on, so that files of libraries (RocksDB makes its own with 0644) and temporary files under
//     another name are closed too, even in a directory that somebody else has made;
//   - what is written elsewhere (an export, a client's configuration with a token in it) is made with mode 0600.

// closed is the umask that gives rights only to the owner.
const closed = 0o077

// usersMask is the umask with which this program was started; for files that are meant to be shown, such as charts.
var usersMask fs.FileMode = closed

// CloseFiles makes this process create files that only their owner can read.
func CloseFiles() { usersMask = fs.FileMode(syscall.Umask(closed)) & fs.ModePerm }

// OpenMask is the mask of files that are meant to be shown.
func OpenMask() fs.FileMode { return usersMask }

// CheckFolder checks the permissions of an existing data directory. It refuses one that everybody can write: anybody could replace our files, such as the one with a server's
// address. It warns of one that others can enter, or a group can write: others see names and sizes of files, and can read files that an older program made. A group may be intended
// (a container's volume, or a user's own group), so its right to write is no error.
func CheckFolder(data string) (warning string, err error) {
	if data == "" {
		return "", &engine.Error{Kind: engine.KindInvalid, Message: "no folder of the store is named", Hint: "name one with --data, or set ASTERISM_HOME, or HOME, below which it is .asterism"}
	}
	info, err := os.Stat(data)
	if errors.Is(err, syscall.ENOTDIR) || err == nil && !info.IsDir() {
		return "", &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--data %s is a file, or below one, and a store is a folder", data), Hint: "name a folder, which need not be there yet"}
	}
	if err != nil {
		return "", nil // it will be created, or opening the store reports why not
	}
	mode, owner := openTo(info), ownerOf(info)
	if foreign := refuseForeign(data); foreign != nil { // its permissions are right for its purpose, such as /etc's, so no advice to change them
		if mode&0o002 != 0 {
			return "", foreign
		}
		return "", nil
	}
	wayOut := "chmod 700 " + data
	switch {
	case mode&0o002 != 0:
		return "", &engine.Error{Kind: engine.KindStorage, Message: fmt.Sprintf("data directory %s can be written by every user of this machine (mode %04o), who could put files of their own in it", data, info.Mode().Perm()),
			Hint: wayOut + ", or name another directory with --data, such as one inside of it"}
	case owner != os.Geteuid() && os.Geteuid() != 0:
		return fmt.Sprintf("data directory %s belongs to user %d, who can read and replace what is stored there; name one of your own with --data", data, owner), nil
	case mode&0o020 != 0:
		return fmt.Sprintf("data directory %s can be written by its group (mode %04o), whose members can replace what is stored there: %s", data, info.Mode().Perm(), wayOut), nil
	case mode != 0:
		return fmt.Sprintf("data directory %s can be entered or listed by other users (mode %04o): %s", data, info.Mode().Perm(), wayOut), nil
	}
	return "", nil
}

// openTo returns the rights that users other than its owner have on a file.
func openTo(info fs.FileInfo) fs.FileMode { return info.Mode().Perm() & closed }

// ours reports whether files of a user are trusted in a folder: those of this user, of the administrator, and of the folder's owner, since the administrator's commands reach a
// user's server.
func ours(user, folder int) bool { return user == os.Geteuid() || user == 0 || user == folder }

// ownerOf returns the user who owns a file.
func ownerOf(info fs.FileInfo) int {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Uid)
	}
	return -1 // not a file on disk
}
