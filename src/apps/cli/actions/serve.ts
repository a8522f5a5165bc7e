import { resolve } from 'node:path';
import { createService, readSeedFile, type Seeded, type Service, type ServiceOptions } from '../../../service/index.js';
import { DEFAULT_PORT, type RedisMode } from '../../terminal/client-options.js';
import { listenWithFallback, refuseBusyPort } from '../../terminal/listen-with-fallback.js';
import {
  printMessage,
  printNotice,
  renderOptionsOf,
  type CommandIo,
  formatJsonLine,
} from '../../terminal/command-io.js';
import { readVariable, variables } from '../../terminal/environment-variables.js';
import { Interrupted, UsageError } from '../../terminal/command-errors.js';
import { registerLocal } from '../../local-services/local-files.js';
import { readAccountCredentials } from '../../terminal/read-account-credentials.js';
import { aborted, untilStopped } from '../../terminal/stopping.js';
import { alignColumns } from '../../terminal/render-table.js';
import { printable } from '../../../format/printable.js';

interface ServeOptions {
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
  const notice = (text: string): void => printNotice(io, json, text);
  // LevelDB and redis-server derive the mode of their files from the umask. The files contain passwords.
  process.umask(0o077);
  if (port !== undefined) await refuseBusyPort(port, 'service');
  // The records of the seed are printed when the service listens, and those of a later reset at once.
  let seeded: Seeded | undefined;
  let onSeeded = (first: Seeded): void => void (seeded = first);
  const { service, credentials } = await createServiceFor(io, options, {
    onSeeded: (records) => onSeeded(records),
    onNotice: notice,
  }).catch((error: Error) => {
    throw error instanceof Interrupted ? error : new UsageError(error.message);
  });
  await untilStopped(io, async (signal) => {
    let unregister = async (): Promise<void> => {};
    try {
      const started = listenWithFallback((at) => service.listen({ port: at }), port, DEFAULT_PORT);
      const begun = await Promise.race([started, aborted(signal)]);
      if (begun === undefined) return;
      const { listening, movedFrom } = begun;
      if (movedFrom !== undefined) notice(`Port ${movedFrom} is in use. The service uses port ${listening.port}.`);
      unregister = await registerLocal(io, 'services', { url: listening.url, credentials }, notice);
      io.stdout.write(`${describeService(io, options, listening, seeded)}\n`);
      if (options.seed !== undefined && options.directory !== undefined && seeded === undefined)
        notice('The directory had its seed before, so this seed is not used.');
      onSeeded = (records) =>
        void io.stdout.write(
          `${json ? formatJsonLine({ seeded: records }) : ['', ...renderSeeded(records)].join('\n')}\n`,
        );
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
  listeners: Pick<ServiceOptions, 'onSeeded' | 'onNotice'>,
) {
  const controlToken = readVariable(io.env, variables.controlToken);
  const { directory, redis } = options;
  const seed = options.seed === undefined ? undefined : await readSeedFile(options.seed);
  const credentials = await readAccountCredentials(io);
  const service = createService({
    ...(seed === undefined ? {} : { seed }),
    ...(directory === undefined ? {} : { directory }),
    ...(controlToken === '' ? {} : { controlToken }),
    credentials,
    redis,
    strict: options.strict === true,
    ...listeners,
  });
  return { service, credentials };
}

const REDIS = {
  auto: 'a redis-server for each database, if it is installed',
  on: 'a redis-server for each database',
  off: 'records only, without redis-server',
} as const;

type Listening = Awaited<ReturnType<Service['listen']>>;

function describeService(io: CommandIo, options: ServeOptions, { url, port }: Listening, seeded?: Seeded): string {
  const directory = options.directory === undefined ? undefined : resolve(options.directory);
  const control = readVariable(io.env, variables.controlToken) === '' ? undefined : `${url}/control`;
  if (options.json) return formatJsonLine({ url, port, directory, control, seeded });
  const { palette } = renderOptionsOf(io, io.stdout);
  const facts = [
    ['storage', directory === undefined ? 'in memory, lost when the service stops' : printable(directory)],
    ['databases', REDIS[options.redis]],
    ['control API', control ?? `off; set ${variables.controlToken} to enable it`],
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
