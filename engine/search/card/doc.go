// Package card answers: how is the index searched on a card? A [Mirror] keeps copies of the index's full chunks in the memory of a card and does there what a
// search does with all rows: count terms, score them, estimate, choose, compare.
//
// Four things are at work:
//
//   - the keeper (keeper.go), one goroutine on a thread of its own, opens the card once there are enough memories, tries it (trial.go), decides what it has room
//     for (plan.go), copies chunks there (copier.go, encode.go), and publishes what is there (holdings.go);
//   - lanes (lane.go), each a thread with a stream, run the steps of searches one after the other, and those that wait to read all rows at the same moment
//     together: the rows are read once for up to eight questions;
//   - rooms (room.go) are the memory of a search on the card: they are made for as many rows as there are and kept from one search to the next;
//   - a look (look.go, best.go) is one search's view. It holds a lease on what was published when it began: nothing of that is changed or given to another chunk
//     before the look is closed.
//
// A search waits for the card at most four times: for the counts of its terms (only with a filter), for the sample and the sums of the sparse spaces, for the
// best rows with their table (where estimates choose alone, once more for that), and for the tokens of the best. Equal scores at a border, which are settled by ids that the card does not know,
// cost one more, and one a million rows when they are very many; a search that compares all rows exactly waits once for each 16,384 of them.
//
// When the card's memory is short the parts of all chunks go alike, those first that leave most room or are least missed: E12's tokens, E9's bits, the values of E7, E1, E5,
// E10, E8 and E11, and then whole chunks, the oldest first. What went comes back when there is room again.
package card
