// Package page answers: how soon is the dashboard there over a store of many memories? It fills a store, serves it with the built program, and has a headless Chromium load the page
// again and again, each time with a browser context of its own, so that nothing is cached.
package page
