// Command release answers: how does a built program become what people install? It takes a program and a library for each
// kind of processor, the models, the manual pages and the completions, and writes tarballs, packages for Debian and for rpm,
// packages for npm, bundles for Claude Desktop, container images, a list of what is in them (CycloneDX) and their sums. The same
// input gives the same bytes: every entry is sorted, owned by root and dated with the commit.
//
// It is a module of its own, so that what packs the program does not come into the program's list of modules.
// third_party/release.sh builds its input and calls it.
package main
