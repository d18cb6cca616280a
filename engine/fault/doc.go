// Package fault answers: who can repair this error?
//
// Every error that leaves the engine is an [Error]. Its [Kind] says who can repair it: the caller, whose request is not possible ([KindInvalid]); waiting ([KindBusy]); the
// operator of the machine ([KindStorage], [KindDevice]); or the developers ([KindInternal]). Its hint says how. The other functions derive the kind from a cause, so that a
// full queue or a panic is reported in the same way everywhere.
package fault
