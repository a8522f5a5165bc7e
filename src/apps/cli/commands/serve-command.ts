import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import type { Credentials } from '../../../core/api/credentials.js';
import type { Seeded, Service } from '../../../service/index.js';
import { DEFAULT_PORT } from '../../terminal/client-options.js';
import { renderOptionsOf, say, type CommandIo } from '../../terminal/command-io.js';
import { controlTokenVariable, readVariable } from '../../terminal/environment-variables.js';
import { Interrupted } from '../../terminal/interrupted.js';
import { registerService } from '../../local-services/register-service.js';
import { parsePort } from './parse-port.js';
import { createRedisOption, type RedisMode } from '../../terminal/redis-option.js';
import { readAccountCredentials } from '../../terminal/read-account-credentials.js';
import { renderSeeded, renderServing } from '../render/render-serving.js';
import { showJsonLine } from '../../terminal/show-json.js';
import { listenForStop } from '../../terminal/listen-for-stop.js';
import { UsageError } from '../../terminal/usage-error.js';

interface ServeOptions {
  readonly port: number;
  readonly directory?: string;
  readonly seed?: string;
  readonly redis: RedisMode;
  readonly strict?: true;
  readonly json?: true;
}

const HELP = `
The account is the one in FLEETGLASS_USERNAME and FLEETGLASS_PASSWORD; on a
terminal it is asked for. FLEETGLASS_CONTROL_TOKEN opens the control face at
/control: faults, scripted changes, the request log.
Other commands find the service with --local. For that, address and account are
in a file that only this user can read, until the service stops.
Ctrl-C, SIGTERM and SIGHUP end the service in order, with exit code 0.

Examples:
  fleetglass serve
  fleetglass serve --directory ./fleet --seed fleet.json
  fleetglass serve --port 0 --redis off --json`;

/** Adds `fleetglass serve`: the local service on loopback, until it is told to stop. */
export function addServeCommand(program: Command, io: CommandIo): void {
  program
    .command('serve')
    .description('run the local service, which answers the same API on this machine')
    .addOption(
      new Option('--port <port>', 'port on 127.0.0.1; 0 takes any free one').argParser(parsePort).default(DEFAULT_PORT),
    )
    .option('--directory <directory>', 'keep databases there (needs the package classic-level); without it, in memory')
    .option('--seed <file>', 'JSON file with the databases and indices to begin with')
    .addOption(createRedisOption())
    .option('--strict', 'refuse a create with fields that the API does not document')
    .option('--json', 'print one line of JSON when it listens')
    .addHelpText('after', HELP)
    .action((options: ServeOptions) => serve(io, options));
}

async function serve(io: CommandIo, options: ServeOptions): Promise<void> {
  const { port, json } = options;
  // LevelDB and redis-server choose the mode of their files by the umask. The files hold passwords.
  process.umask(0o077);
  await refuseBusyPort(port);
  const seeded = collectSeeded(io, options);
  const { service, credentials } = await makeService(io, options, seeded.onSeeded);
  const stop = listenForStop();
  let unregister = async (): Promise<void> => {};
  try {
    const listening = await Promise.race([listen(service, port), stop.requested]);
    if (listening === undefined) return;
    unregister = await registerService(io, { url: listening.url, credentials }, noticesOf(io, options));
    announce(io, options, listening, seeded.begin());
    await stop.requested;
    if (!json) say(io, '\nStopping.');
  } finally {
    await unregister();
    await service.close();
    stop.release();
  }
}

/** Before anybody is asked for a password: by a service that is gone at once. */
async function refuseBusyPort(port: number): Promise<void> {
  const { createService } = await import('../../../service/index.js');
  await using service = createService({ credentials: { username: randomUUID(), password: randomUUID() } });
  await listen(service, port);
}

/** @throws Error that says what to do where the port is the trouble. */
async function listen(service: Service, port: number): Promise<{ url: string; port: number }> {
  return service.listen({ port }).catch(({ message }: Error) => {
    throw new Error(
      message.includes('cannot listen') ? `${message} --port takes another one, 0 any free one.` : message,
    );
  });
}

/** @throws UsageError for whatever is wrong with what was asked for; nothing is open then. */
async function makeService(
  io: CommandIo,
  options: ServeOptions,
  onSeeded: (seeded: Seeded) => void,
): Promise<{ readonly service: Service; readonly credentials: Credentials }> {
  // Loaded only where it is needed: the other commands start faster.
  const { createService, readSeedFile } = await import('../../../service/index.js');
  const controlToken = readVariable(io.env, controlTokenVariable);
  const { directory, redis } = options;
  return asUsage(async () => {
    const seed = options.seed === undefined ? undefined : await readSeedFile(options.seed);
    const credentials = await readAccountCredentials(io);
    const service = createService({
      ...(seed === undefined ? {} : { seed }),
      ...(directory === undefined ? {} : { directory }),
      ...(controlToken === '' ? {} : { controlToken }),
      credentials,
      redis,
      strict: options.strict === true,
      onSeeded,
      onNotice: noticesOf(io, options),
    });
    return { service, credentials };
  });
}

/** Keeps what the seed made until the service is announced; what a reset makes later is printed at once. */
function collectSeeded(
  { stdout }: CommandIo,
  { json }: ServeOptions,
): { onSeeded(this: void, seeded: Seeded): void; begin(): Seeded | undefined } {
  let first: Seeded | undefined;
  let isAnnounced = false;
  return {
    onSeeded(seeded) {
      if (!isAnnounced) first = seeded;
      else stdout.write(`${json ? showJsonLine({ seeded }) : ['', ...renderSeeded(seeded)].join('\n')}\n`);
    },
    begin() {
      isAnnounced = true;
      return first;
    },
  };
}

function noticesOf(io: CommandIo, { json }: ServeOptions): (notice: string) => void {
  return (notice) => (json ? io.stderr.write(`${showJsonLine({ notice })}\n`) : say(io, `note: ${notice}`));
}

async function asUsage<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    throw error instanceof Interrupted ? error : new UsageError((error as Error).message);
  }
}

function announce(
  io: CommandIo,
  options: ServeOptions,
  { url, port }: { url: string; port: number },
  seeded: Seeded | undefined,
): void {
  const directory = options.directory === undefined ? undefined : resolve(options.directory);
  const hasControl = readVariable(io.env, controlTokenVariable) !== '';
  const { palette } = renderOptionsOf(io, io.stdout);
  const text = options.json
    ? showJsonLine({ url, port, directory, control: hasControl ? `${url}/control` : undefined, seeded })
    : renderServing({ url, directory, hasControl, redis: options.redis, seeded }, palette);
  io.stdout.write(`${text}\n`);
  if (options.seed !== undefined && directory !== undefined && seeded === undefined)
    noticesOf(io, options)('The directory had its seed before, so this seed is not used.');
}
