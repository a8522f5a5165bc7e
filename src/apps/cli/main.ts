#!/usr/bin/env node
import { exitCodes } from './exit-codes.js';
import { outliveReaders } from '../terminal/outlive-readers.js';
import { runCommand } from './run-command.js';

outliveReaders([process.stdout, process.stderr], (code) => {
  process.stderr.write(`error: the output cannot be written: ${code}\n`);
  process.exit(exitCodes.failed);
});
process.exitCode = await runCommand(process.argv.slice(2), process);
