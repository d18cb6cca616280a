// Package hub answers: how do a repository's files come here whole?
//
// A [Source] is a hub over HTTP ([Web]), a mirror of one, or a folder ([Folder]). [MakePlan] returns what would be fetched,
// under which licences and at what size. [Plan.Run] fetches it into a folder next to the profile, has it converted, pins every
// file in lock.json, and only then replaces the old profile by the new one, in one step. An interrupted pull is resumed.
package hub
