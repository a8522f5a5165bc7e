import { resolve } from 'node:path';
import type { Credentials } from '../../../core/wire/credentials.js';
import { createService, readSeedFile, type Seeded, type Service } from '../../../service/index.js';
import { DEFAULT_PORT, type RedisMode } from '../../terminal/client-options.js';
import { listenWithFallback, refuseBusyPort } from '../../terminal/listen-with-fallback.js';
import {
  printMessage,
  printNotice,
  renderOptionsOf,
  type CommandIo,
  formatJsonLine,
} from '../../terminal/command-io.js';
import { controlTokenVariable, readVariable } from '../../terminal/environment-variables.js';
import { Interrupted, UsageError } from '../../terminal/command-errors.js';
import { registerService } from '../../local-services/local-files.js';
import { readAccountCredentials } from '../../terminal/read-account-credentials.js';
import { aborted, untilStopped } from '../../terminal/stopping.js';
import { alignColumns } from '../../terminal/render-table.js';
import type { Palette } from '../../terminal/palette.js';
import { printable } from '../../../format/printable.js';

export interface ServeOptions {
  /** @default the usual port, or a free port if it is in use */
  readonly port?: number;
  readonly directory?: string;
  readonly seed?: string;
  readonly redis: RedisMode;
  readonly strict?: true;
  readonly json?: true;
}

export async function serve(io: CommandIo, options: ServeOptions): Promise<void> {
  const { port, json } = options;
  // LevelDB and redis-server derive the mode of their files from the umask. The files contain passwords.
  process.umask(0o077);
  if (port !== undefined) await refuseBusyPort(port, 'service');
  const seeded = collectSeeded(io, options);
  const { service, credentials } = await createServiceFor(io, options, seeded.onSeeded);
  await untilStopped(async (signal) => {
    let unregister = async (): Promise<void> => {};
    try {
      const started = listenWithFallback((at) => service.listen({ port: at }), { port, usualPort: DEFAULT_PORT });
      const begun = await Promise.race([started, aborted(signal)]);
      if (begun === undefined) return;
      const { listening, movedFrom } = begun;
      if (movedFrom !== undefined)
        noticePrinter(io, options)(`Port ${movedFrom} is in use. The service uses port ${listening.port}.`);
      unregister = await registerService(io, { url: listening.url, credentials }, noticePrinter(io, options));
      printListening(io, options, listening, seeded.begin());
      await aborted(signal);
      if (!json) printMessage(io, '\nStopping.');
    } finally {
      await unregister();
      await service.close();
    }
  });
}

async function createServiceFor(
  io: CommandIo,
  options: ServeOptions,
  onSeeded: (seeded: Seeded) => void,
): Promise<{ readonly service: Service; readonly credentials: Credentials }> {
  const controlToken = readVariable(io.env, controlTokenVariable);
  const { directory, redis } = options;
  return withUsageErrors(async () => {
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
      onNotice: noticePrinter(io, options),
    });
    return { service, credentials };
  });
}

/** Keeps the records of the seed until the service listens. Prints the records of a later reset at once. */
function collectSeeded(
  { stdout }: CommandIo,
  { json }: ServeOptions,
): { onSeeded(this: void, seeded: Seeded): void; begin(): Seeded | undefined } {
  let first: Seeded | undefined;
  let isListening = false;
  return {
    onSeeded(seeded) {
      if (!isListening) first = seeded;
      else stdout.write(`${json ? formatJsonLine({ seeded }) : ['', ...renderSeeded(seeded)].join('\n')}\n`);
    },
    begin() {
      isListening = true;
      return first;
    },
  };
}

function noticePrinter(io: CommandIo, { json }: ServeOptions): (notice: string) => void {
  return (notice) => printNotice(io, json, notice);
}

async function withUsageErrors<T>(create: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    throw error instanceof Interrupted ? error : new UsageError((error as Error).message);
  }
}

function printListening(
  io: CommandIo,
  options: ServeOptions,
  { url, port }: { url: string; port: number },
  seeded: Seeded | undefined,
): void {
  const directory = options.directory === undefined ? undefined : resolve(options.directory);
  const hasControl = readVariable(io.env, controlTokenVariable) !== '';
  const { palette } = renderOptionsOf(io, io.stdout);
  const text = options.json
    ? formatJsonLine({ url, port, directory, control: hasControl ? `${url}/control` : undefined, seeded })
    : renderServeMessage({ url, directory, hasControl, redis: options.redis, seeded }, palette);
  io.stdout.write(`${text}\n`);
  if (options.seed !== undefined && directory !== undefined && seeded === undefined)
    noticePrinter(io, options)('The directory had its seed before, so this seed is not used.');
}

interface ServedService {
  readonly url: string;
  readonly directory: string | undefined;
  readonly hasControl: boolean;
  readonly redis: 'auto' | 'on' | 'off';
  readonly seeded: Seeded | undefined;
}

const REDIS = {
  auto: 'a redis-server for each database, if it is installed',
  on: 'a redis-server for each database',
  off: 'records only, without redis-server',
} as const;

function renderServeMessage({ url, directory, hasControl, redis, seeded }: ServedService, palette: Palette): string {
  const facts = [
    ['storage', directory === undefined ? 'in memory, lost when the service stops' : printable(directory)],
    ['databases', REDIS[redis]],
    ['control API', hasControl ? `${url}/control` : `off; set ${controlTokenVariable} to enable it`],
  ];
  return [
    `${palette.bold('fleetglass serves the API at')} ${palette.cyan(url)}`,
    '',
    ...alignColumns(facts.map(([name = '', fact = '']) => [{ text: `  ${name}`, style: palette.dim }, { text: fact }])),
    '',
    ...(seeded === undefined ? [] : [...renderSeeded(seeded), '']),
    'In another terminal:',
    '',
    '  fleetglass indices --local',
    '',
    'Press Ctrl-C to stop the service.',
  ].join('\n');
}

function renderSeeded({ databases, indices }: Seeded): string[] {
  const rows = [
    ...databases.map((record) => ({ ...record, kind: 'database' })),
    ...indices.map((record) => ({ ...record, kind: 'index' })),
  ].map(({ id, kind, name }) => [`  ${printable(id)}`, kind, printable(name)].map((text) => ({ text })));
  return ['Created from the seed:', '', ...alignColumns(rows)];
}
