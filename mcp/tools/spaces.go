package tools

import (
	"strconv"

	"asterism/models"
)

// spaceCount is the number of spaces, for the texts and schemas of tools.
var spaceCount = strconv.Itoa(models.Count)
