package cuda

// Clear describes out = 0 for rows of so many words of 4 bytes.
func Clear(out Pointer, rows, words int) (Launch, error) {
	return flatLaunch("clear_words", rows, words, out)
}
