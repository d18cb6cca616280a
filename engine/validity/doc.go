// Package validity answers: which of several memories about one thing is valid at a time?
//
// A memory can say that it replaces others, and from when until when it is valid ([Fact]). Nothing is written into the replaced memory: whether a memory is valid is
// computed from the stored facts when it is read ([Chains]). So if a replacement is forgotten, or has ended, the memory that it replaced is valid again, unless a later
// one has replaced it: the middle of a chain connects its ends even while it is forgotten. [Book] holds which memories belong together, and [Chains.Fold] shows valid
// memories in place of those they replaced.
package validity
