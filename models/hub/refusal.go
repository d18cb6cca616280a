package hub

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// refusal turns the status of an answer into words and, where waiting helps, into an error to try again after.
func refusal(resp *http.Response) error {
	why := clean(resp.Header.Get("X-Error-Message"))
	if why != "" {
		why = fmt.Sprintf(" (it says %q)", why)
	}
	code := resp.Header.Get("X-Error-Code")
	switch {
	case resp.StatusCode == http.StatusUnauthorized && code != "GatedRepo":
		return fmt.Errorf("the hub answers 401%s: the repository does not exist, or is private, or the token in $%s is not valid", why, TokenVariable)
	case resp.StatusCode == http.StatusUnauthorized, resp.StatusCode == http.StatusForbidden:
		return fmt.Errorf("the hub answers %d%s: the repository is gated; ask for access on its page, then put a token that may read it into $%s ($%s for a mirror)",
			resp.StatusCode, why, TokenVariable, MirrorTokenVariable)
	case resp.StatusCode == http.StatusNotFound:
		return fmt.Errorf("the hub answers 404%s: %s", why, missing(code))
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
		return &passing{err: fmt.Errorf("the hub answers %d%s", resp.StatusCode, why), after: retryAfter(resp.Header.Get("Retry-After"))}
	}
	return fmt.Errorf("the hub answers %d%s, which this program does not expect", resp.StatusCode, why)
}

func missing(code string) string {
	switch code {
	case "RevisionNotFound":
		return "it has no such revision"
	case "EntryNotFound":
		return "the revision has no such file"
	case "RepoNotFound":
		return "it has no such repository"
	}
	return "no such repository, revision or file"
}

// retryAfter reads the header in both its forms, seconds and a date; 0 when it says nothing.
func retryAfter(v string) time.Duration {
	if n, err := strconv.ParseInt(v, 10, 32); err == nil {
		return time.Duration(max(n, 0)) * time.Second
	}
	if t, err := http.ParseTime(v); err == nil {
		return max(time.Until(t), 0)
	}
	return 0
}
