// Package validity answers: which of several memories about one thing holds at a time?
//
// A memory can say that it takes the place of others, and from when until when it holds ([Fact]). Nothing is ever written into what is replaced: whether a memory holds
// follows from what is stored when it is read ([Chains]). So a replacement that is forgotten, or that has ended, leaves what it replaced in force, unless a later one has
// taken its place: the middle of a chain binds its ends also while it is forgotten. [Book] knows
// which memories belong together, and [Chains.Fold] puts what holds in the place of what it replaced.
package validity
