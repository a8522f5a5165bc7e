#!/usr/bin/env node
import { exitCodes } from './exit-codes.js';
import { ignoreClosedReaders } from '../terminal/command-io.js';
import { runCommand } from './run-command.js';

ignoreClosedReaders([process.stdout, process.stderr], (code) => {
  process.stderr.write(`error: cannot write the output: ${code}\n`);
  process.exit(exitCodes.failed);
});
process.exitCode = await runCommand(process.argv.slice(2), process);
