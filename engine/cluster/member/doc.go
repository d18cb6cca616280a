// Package member answers: which machine may be a node of a cluster?
//
// A cluster has its own authority: a key, and a certificate that the key signed. Each node has a certificate of that authority and a token, and shows both to the others. A machine
// joins with an [Invite]: one short-lived string with the authority's fingerprint, an address and a secret that can be used once. The machine calls the node at that address
// ([Join]), which signs a certificate for it ([Member.DoorHandler]). Every node keeps the authority's key, because the machine that made the cluster may be lost for good. That
// gives nothing away: a node stores all memories, so whoever can read one node's folder can read them all.
//
// All files are in the folder cluster of a node's data folder. Only its owner can read them.
package member
