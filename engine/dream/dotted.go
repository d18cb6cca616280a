package dream

import "asterism/engine/pattern"

// dotted is a dot within a name, such as Node.js, or in front of one, such as .NET. What ends a sentence has white space behind it, and of "e.g." there is a letter alone.
var dotted = pattern.New(`(\p{L}{2})\.(\p{L}{2})|(^|[\s(*` + "`" + `])\.(\p{Lu}{2})`)

// dot stands for such a dot while a text is parted.
const dot = "\u2024"

// joined is a text with the dots of its names as parts of words.
func joined(text string) string { return dotted.ReplaceAllString(text, "$1$3"+dot+"$2$4") }
