#!/usr/bin/env node
import { homedir } from 'node:os';
import { exitCodes } from './failure/exit-codes.js';
import { readVersion } from '../terminal/installed-package.js';

// Node opens a debugger port at SIGUSR1. Every user of this machine could read the secrets in memory through it.
process.on('SIGUSR1', () => {});
// A reload of `watch` while it starts must not end it. The command reads its configuration later.
if (process.argv.slice(2).find((word) => !word.startsWith('-')) === 'watch') process.on('SIGHUP', () => {});

try {
  homedir();
} catch {
  // A user of a container may have no home directory. --state and FLEETGLASS_CONFIG need none.
  process.env['HOME'] = '/';
}

/** Codes after the reader closed the pipe (`| head`), or the terminal was closed. A service then continues to serve. */
const READER_GONE = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'];
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', ({ code = 'unknown error' }: NodeJS.ErrnoException) => {
    if (READER_GONE.includes(code)) return;
    process.stderr.write(`error: cannot write the output: ${code}\n`);
    process.exit(exitCodes.failed);
  });
}

const [first] = process.argv.slice(2);
if (first === '--version' || first === '-V') {
  process.stdout.write(`${readVersion()}\n`);
} else {
  // Loaded after the listeners, because this takes most of the start.
  const { runCommand } = await import('./run-command.js');
  process.exitCode = await runCommand(process.argv.slice(2), process);
}
