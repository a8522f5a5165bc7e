import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { FleetError, type Database } from '../../../index.js';
import { isShortHostName } from '../../../format/connection-lines.js';
import { Interrupted, UsageError } from '../../terminal/command-errors.js';
import { printMessage, type CommandIo } from '../../terminal/command-io.js';
import { STOP_SIGNALS, untilStopped } from '../../terminal/stopping.js';
import { readRecord, type GetOptions } from './get.js';

const CLIENTS = ['redis-cli', 'valkey-cli'];

/** The password is in the environment of the client, because `ps` shows arguments to all users of the machine. */
export async function connect(
  io: CommandIo,
  word: string,
  args: readonly string[],
  options: GetOptions & { readonly endpointDomain?: string },
): Promise<void> {
  const { database } = await readRecord(io, word, { ...options, showSecrets: true });
  const target = targetOf(database, options.endpointDomain);
  const { password = '' } = database as { readonly password?: unknown };
  const isSent = typeof password === 'string' && password !== '';
  if (!isSent) printMessage(io, 'note: the service sends no password: the client connects without one');
  // Without the variables of this command, and without a password for another database.
  const kept = Object.entries(io.env).filter(([name]) => !/^FLEETGLASS_|^(?:REDIS|VALKEY)CLI_AUTH$/.test(name));
  const own = isSent ? { REDISCLI_AUTH: password, VALKEYCLI_AUTH: password } : {};
  const env = { ...Object.fromEntries(kept), ...own };
  for (const client of CLIENTS) {
    const end = await run(io, client, [...target, ...args], env);
    if (end === 'absent') continue;
    if (STOP_SIGNALS.some((signal) => signal === end)) throw new Interrupted();
    if (end !== 0) throw new Error(`${client} ended with ${typeof end === 'number' ? 'exit code ' : ''}${end}`);
    return;
  }
  throw new Error(
    `${CLIENTS.join(' and ')} are not installed, or not in PATH. They are in the packages redis-tools and valkey-tools.`,
  );
}

/** Only the characters of host names and addresses, so that no text of the service is an option of the client. */
const HOST = /^[\w:][\w.:-]*$/;

function targetOf({ endpoint, port, tls }: Database, domain: string | undefined): string[] {
  if (typeof endpoint !== 'string' || !HOST.test(endpoint) || !Number.isInteger(port))
    throw new FleetError(
      'bad-response',
      'get-database',
      'the record of the database has no endpoint and port that a client could connect to',
    );
  const isIdentifier = isShortHostName(endpoint);
  if (isIdentifier && domain === undefined)
    throw new UsageError(
      `The endpoint ${endpoint} is an identifier, and not a host name. Pass the domain of the databases: --endpoint-domain example.com`,
    );
  const host = isIdentifier ? `${endpoint}.${domain}` : endpoint;
  return [...(tls === false ? [] : ['--tls', '--sni', host]), '-h', host, '-p', String(port)];
}

/** @returns the exit code, or the signal that ended the client; `absent` if the program is not installed */
async function run(
  io: CommandIo,
  client: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number | NodeJS.Signals | 'absent'> {
  // Ctrl-C belongs to the client, which has the same terminal. The other signals reach this process only.
  const ignore = (): void => {};
  process.on('SIGINT', ignore);
  const wait = async (signal: AbortSignal): Promise<number | NodeJS.Signals> => {
    const child = spawn(client, args, { env, stdio: 'inherit' });
    signal.addEventListener('abort', () => child.kill());
    const [code, endedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals];
    return code ?? endedBy;
  };
  try {
    return await untilStopped(io, wait, ['SIGTERM', 'SIGHUP']);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'absent';
    throw error;
  } finally {
    process.off('SIGINT', ignore);
  }
}
