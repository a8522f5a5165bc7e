import { Option, type Command } from 'commander';
import { DEFAULT_PORT } from '../../terminal/client-options.js';
import { isInteractive, type CommandIo } from '../../terminal/command-io.js';
import { parseDatabaseCount } from './parse-database-count.js';
import { parsePort } from './parse-port.js';
import { createRedisOption } from '../../terminal/redis-option.js';
import { listenForStop } from '../../terminal/listen-for-stop.js';
import type { DemoOptions } from '../../demo/demo-options.js';

const HELP = `
On a terminal: a board of the fleet that you can play with; ? on it says how.
Elsewhere, or with --json: a story of 20 s, a line of JSON for all that is done
and all that subscribers of the fleet see. Exit code 0 if they saw every step.
Everything is on this machine and in memory. The account is public: user name
demo, password demo.

Examples:
  fleetglass demo
  fleetglass demo --redis off --databases 500
  fleetglass demo --json | jq -c 'select(.event == "transition")'`;

/** Adds `fleetglass demo`: a local service with a life of its own, and what a fleet sees of it. */
export function addDemoCommand(program: Command, io: CommandIo): void {
  program
    .command('demo')
    .description('see it work: a fleet that lives, on a local service')
    .addOption(
      new Option('--port <port>', `port on 127.0.0.1 (default: ${DEFAULT_PORT}, or any free one)`).argParser(parsePort),
    )
    .addOption(createRedisOption())
    .addOption(
      new Option('--databases <count>', 'how many databases there are at first')
        .argParser(parseDatabaseCount)
        .default(4),
    )
    .option('--json', 'tell the story in lines of JSON on a terminal, too')
    .addHelpText('after', HELP)
    .action((options: DemoOptions & { readonly json?: true }) => demo(io, options));
}

async function demo(io: CommandIo, { json, ...options }: DemoOptions & { readonly json?: true }): Promise<void> {
  const stop = listenForStop();
  try {
    // Each is loaded only where it is needed: what draws the board is large, and other commands start without either.
    if (json || !isInteractive(io) || io.env['TERM'] === 'dumb') {
      const { tellDemo } = await import('../../demo/tell-demo.js');
      await tellDemo(io, options, stop.signal);
    } else {
      const { showDemo } = await import('../../demo/show-demo.js');
      await showDemo(io, options, stop.signal);
    }
  } finally {
    stop.release();
  }
}
