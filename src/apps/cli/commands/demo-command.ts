import { Option, type Command } from 'commander';
import { DEFAULT_PORT } from '../../terminal/client-options.js';
import { isInteractive, type CommandIo } from '../../terminal/command-io.js';
import { parseDatabaseCount, parsePort } from './argument-parsers.js';
import { createRedisOption } from '../../terminal/redis-option.js';
import { listenForStop } from '../../terminal/listen-for-stop.js';
import { whileRead } from '../../terminal/while-read.js';
import type { DemoOptions } from '../../demo/demo-options.js';

const HELP = `
On a terminal, the command shows a board of the fleet. Press ? for its keys.
Without a terminal, or with --json, it runs a script of up to 20 s. It prints a
line of JSON for each action and each change that subscribers of the fleet see.
The exit code is 0 if they saw every change.
The service runs on this machine and in memory. Its account is public: user name
demo, password demo.

Examples:
  fleetglass demo
  fleetglass demo --redis off --databases 500
  fleetglass demo --json | jq -c 'select(.event == "transition")'`;

/** Adds `fleetglass demo`, which runs a local service that changes, and shows a fleet that polls it. */
export function addDemoCommand(program: Command, io: CommandIo): void {
  program
    .command('demo')
    .description('run a demonstration: a fleet with its own local service')
    .addOption(
      new Option('--port <port>', `port on 127.0.0.1 (default: ${DEFAULT_PORT}, or a free port)`).argParser(parsePort),
    )
    .addOption(createRedisOption())
    .addOption(
      new Option('--databases <count>', 'number of databases at the start').argParser(parseDatabaseCount).default(4),
    )
    .option('--json', 'print lines of JSON instead of the board')
    .addHelpText('after', HELP)
    .action((options: DemoOptions & { readonly json?: true }) => demo(io, options));
}

async function demo(io: CommandIo, { json, ...options }: DemoOptions & { readonly json?: true }): Promise<void> {
  const stop = listenForStop();
  try {
    // Loaded on demand: the modules of the board are large, and the other commands start faster without them.
    if (json || !isInteractive(io) || io.env['TERM'] === 'dumb') {
      const { printDemo } = await import('../../demo/print-demo.js');
      await whileRead(io.stdout, stop.signal, (signal) => printDemo(io, options, signal));
    } else {
      const { showDemo } = await import('../../demo/show-demo.js');
      await showDemo(io, options, stop.signal);
    }
  } finally {
    stop.release();
  }
}
