import { Option, type Command } from 'commander';
import { createManagementClient } from '../../api/management-client.js';
import { systemClock } from '../../shared/clock.js';
import type { Service } from '../../service/index.js';
import { DEFAULT_PORT } from './client-options.js';
import { isInteractive, say, type CommandIo } from '../command-io.js';
import { demoCredentials } from './demo-credentials.js';
import { demoSeed } from './demo-seed.js';
import { runDemoSteps } from './demo-steps.js';
import { controlTokenVariable } from '../environment-variables.js';
import { Interrupted } from '../interrupted.js';
import { parsePort } from './parse-port.js';
import { createRedisOption, type RedisMode } from './redis-option.js';
import { renderDemoEnd } from '../render/render-demo-end.js';
import { listenForStop } from '../listen-for-stop.js';

interface DemoOptions {
  readonly port?: number;
  readonly redis: RedisMode;
}

const HELP = `
Everything is on this machine and in memory. The account is public: user name
demo, password demo. On a terminal the service stays up until Ctrl-C; elsewhere
the command ends, with exit code 0 if all steps worked.

Examples:
  fleetglass demo
  fleetglass demo --redis off`;

/** Adds `fleetglass demo`: a service with demonstration data, and the three operations shown on it. */
export function addDemoCommand(program: Command, io: CommandIo): void {
  program
    .command('demo')
    .description('see it work: a local service, and each operation of the API shown on it')
    .addOption(
      new Option('--port <port>', `port on 127.0.0.1 (default: ${DEFAULT_PORT}, or any free one)`).argParser(parsePort),
    )
    .addOption(createRedisOption())
    .addHelpText('after', HELP)
    .action((options: DemoOptions) => demo(io, options));
}

async function demo(io: CommandIo, { port, redis }: DemoOptions): Promise<void> {
  const { createService } = await import('../../service/index.js');
  const { [controlTokenVariable]: controlToken = '' } = io.env;
  const stop = listenForStop();
  const service = createService({
    credentials: demoCredentials,
    seed: demoSeed,
    redis,
    // Long enough to be seen, short enough for someone who waits.
    lifecycle: { creatingMs: 1200, updatingMs: 1000 },
    ...(controlToken === '' ? {} : { controlToken }),
    onNotice: (notice) => say(io, `note: ${notice}`),
  });
  try {
    const baseUrl = await listen(service, port);
    const client = createManagementClient({ baseUrl, credentials: demoCredentials });
    const id = await runDemoSteps({ io, client, baseUrl, clock: systemClock, signal: stop.signal });
    io.stdout.write(`${renderDemoEnd(baseUrl, id, isInteractive(io))}\n`);
    if (isInteractive(io)) await stop.requested.then(() => say(io, '\nStopping.'));
  } catch (error) {
    // What became of a create matters to nobody here: the service ends as well.
    throw stop.signal.aborted ? new Interrupted() : error;
  } finally {
    await service.close();
    stop.release();
  }
}

/** Without a wish, the usual port; a newcomer who has something else there gets any free one. */
async function listen(service: Service, port: number | undefined): Promise<string> {
  if (port !== undefined) return (await service.listen({ port })).url;
  const { url } = await service.listen({ port: DEFAULT_PORT }).catch(() => service.listen());
  return url;
}
