// Package member answers: which machine may be a node of a cluster?
//
// A cluster has an authority of its own: a key, and a certificate that the key signed. Each node has a certificate of that authority and a token, and shows both
// to the others. A machine joins with an [Invite]: one short-lived string that holds the authority's fingerprint, an address and a secret that is good once. It asks the
// node at that address ([Join]), which signs a certificate for it ([Member.DoorHandler]). Every node keeps the authority's key, because the machine that made the cluster may be
// lost for good, and a node holds all memories anyway: who can read one node's folder has the whole cluster.
//
// All of it lies in the folder cluster of a node's data folder, readable by its owner alone.
package member
