// Package fault answers: who can mend this error?
//
// Every error that leaves the engine is an [Error]. Its [Kind] says who can mend it: the caller, who asked for what cannot be done ([KindInvalid]); time ([KindBusy]); who runs
// the machine ([KindStorage], [KindDevice]); or we ([KindInternal]). Its hint says how. The other functions look at a cause and find the kind for it, so that a full queue or a
// panic is told the same way wherever it was met.
package fault
