// Package hub answers: how do a repository's files come here whole?
//
// A [Source] is a hub over HTTP ([Web]), a mirror of one, or a folder ([Folder]). [MakePlan] says what would be fetched, under
// which licences and at what size; [Plan.Run] fetches it into a folder beside the profile, has it converted, pins every file in
// lock.json, and only then puts the new profile in the old one's place, in one step. What is broken off is taken up again.
package hub
