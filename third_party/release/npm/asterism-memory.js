#!/usr/bin/env node
// Starts Asterism's program out of the package that npm chose for this machine. Without arguments it serves MCP over stdio,
// which is what an assistant that runs `npx -y asterism-memory` wants; with arguments it is the command `asterism`.
"use strict";

const { spawn } = require("node:child_process");
const os = require("node:os");
const path = require("node:path");

const name = `asterism-memory-${process.platform}-${process.arch}`;
let folder;
try {
  folder = path.dirname(require.resolve(`${name}/package.json`));
} catch {
  console.error(`asterism-memory: there is no package ${name} beside this one. Linux with glibc 2.34 or later on x64 and arm64 has one;` +
    " if this machine is such a one, install again without --omit=optional.");
  process.exit(1);
}

const args = process.argv.slice(2);
const child = spawn(path.join(folder, "asterism"), args.length > 0 ? args : ["serve"], { stdio: "inherit" });

// What asks this process to end asks the program, which finishes its calls first; then this one ends as it did.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (err) => {
  console.error(`asterism-memory: start ${folder}/asterism: ${err.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(signal ? 128 + os.constants.signals[signal] : code));
