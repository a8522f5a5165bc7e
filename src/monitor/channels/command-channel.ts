import { once } from 'node:events';
import { basename } from 'node:path';
import * as v from 'valibot';
import { systemClock } from '../../core/shared/clock.js';
import { onAbort } from '../../core/shared/on-abort.js';
import { parseOptions } from '../options/parse-options.js';
import type { AlertEvent } from '../alerts/alert.js';
import { killCommand, startCommand } from '../system/command.js';
import { aName, matching } from '../rules/check-members.js';
import { attempt } from './attempt.js';
import { deadline, type Channel } from './channel.js';
import { describeDigest, groupOptions, type Digest, type GroupOptions } from './digest.js';
import { digestBody, eventBody } from './event-body.js';

/** The options of {@link commandChannel}. */
export interface CommandChannelOptions {
  readonly name: string;
  /** The program and its arguments. No shell reads them. */
  readonly command: readonly string[];
  /** Further variables of the environment. @default {} */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The deadline of an attempt, milliseconds, at most 600000. The command is killed then. @default 10000 */
  readonly timeoutMs?: number | undefined;
  /** Runs the command once for many events, with the JSON of `DigestBody`. @default none: once for each event */
  readonly group?: GroupOptions | undefined;
}

const commandOptions = v.strictObject({
  name: aName,
  command: v.custom<readonly string[]>(
    (value) =>
      Array.isArray(value) &&
      value.length > 0 &&
      value[0] !== '' &&
      value.every((part) => typeof part === 'string' && !part.includes('\0')),
    'a list of strings: the program and its arguments',
  ),
  env: v.optional(
    v.record(
      v.pipe(
        matching(/^[A-Za-z_]\w*$/, 'the name of a variable'),
        v.check((name) => !name.startsWith('FLEETGLASS_ALERT_'), 'another variable: the channel sets this one'),
      ),
      v.custom<string>(
        (value) => typeof value === 'string' && !value.includes('\0'),
        'a string without NUL characters',
      ),
      'an object of variables',
    ),
  ),
  timeoutMs: v.optional(deadline),
  group: v.optional(groupOptions),
});

/**
 * Runs a command for each event. The command gets the JSON of `EventBody` on its standard input, and the most important
 * members in variables. `FLEETGLASS_ALERT_TYPE` is `alert.fired`, `alert.repeated` or `alert.cleared`. The others begin
 * with `FLEETGLASS_ALERT` too: `_RULE`, `_SEVERITY`, `_RESOURCE`, `_ID`, `_NAME`, `_FIELD`, `_VALUE`, `_SUMMARY`,
 * `_RUNBOOK`, `_IDEMPOTENCY_KEY` and `_IS_TEST`. Names come from the service, so a script must quote its variables. For
 * a digest, `_TYPE` is `alert.digest`, `_SEVERITY` is the severity of the worst alert, and the other members of an alert
 * are absent.
 *
 * The environment has `PATH`, `HOME`, `LANG`, these variables and `env`, and nothing else. Exit code 0 means delivered;
 * otherwise the command runs again later. At the deadline the command and its process group are killed. Standard output
 * is discarded. The last line of standard error is logged after a failure, so the command must print no secret there.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const mail = commandChannel({ name: 'mail', command: ['/usr/local/bin/mail-alert', 'oncall@example.com'] });
 * ```
 */
export function commandChannel(options: CommandChannelOptions): Channel {
  const { name, command, env, timeoutMs, group } = parseOptions(commandOptions, options);
  const words = [...command];
  const runWith = (sent: object, variables: Record<string, string>, signal: AbortSignal): Promise<void> =>
    run(words, JSON.stringify(sent), { ...env, ...variables }, signal);
  return {
    name,
    timeoutMs,
    group,
    deliver: ({ event }, { signal }) => runWith(eventBody(event), variablesOf(event), signal),
    deliverDigest: (digest, { signal }) => runWith(digestBody(digest), variablesOfDigest(digest), signal),
  };
}

/** Longer values are cut: the size of the environment is limited. */
const MAX_VARIABLE = 1000;

function variablesOf({ alert, kind, idempotencyKey, isTest }: AlertEvent): Record<string, string> {
  const { rule, severity, resource, id, name, field, value, summary, runbook } = alert;
  const members = { rule, severity, resource, id, name, field, value, summary, runbook };
  return asVariables({ type: `alert.${kind}`, ...members, idempotency_key: idempotencyKey, is_test: isTest === true });
}

function variablesOfDigest(digest: Digest): Record<string, string> {
  const { idempotencyKey, events } = digest;
  const facts = { type: 'alert.digest', severity: events[0]?.alert.severity, summary: describeDigest(digest) };
  return asVariables({ ...facts, idempotency_key: idempotencyKey, is_test: false });
}

/** Names the variables in capitals: `idempotency_key` becomes `FLEETGLASS_ALERT_IDEMPOTENCY_KEY`. */
function asVariables(values: Readonly<Record<string, string | number | boolean | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `FLEETGLASS_ALERT_${name.toUpperCase()}`,
      // A line break could forge a line of the command's own output, and NUL is refused by the system.
      String(value ?? '')
        .replace(/\p{Cc}+/gu, ' ')
        .slice(0, MAX_VARIABLE),
    ]),
  );
}

/** How long to wait for the end of standard error: a process that the command started may keep it open. */
const STDERR_WAIT_MS = 100;

const STDERR_BYTES = 4096;

async function run(command: readonly string[], input: string, env: Record<string, string>, signal: AbortSignal) {
  signal.throwIfAborted();
  const shown = basename(command[0] ?? '');
  const child = await startCommand(command, { env, stdio: ['pipe', 'ignore', 'pipe'] }).catch((error: Error) => {
    throw new Error(`${shown} ${error.message}`);
  });
  const [exited, closed] = [once(child, 'exit'), once(child, 'close')];
  const release = onAbort(signal, () => killCommand(child));
  // The signal may have aborted while the command started.
  if (signal.aborted) killCommand(child);
  let stderr = Buffer.alloc(0);
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-STDERR_BYTES);
  });
  child.stderr?.on('error', () => {});
  // A command may end without reading its input.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);

  const [code, killedBy] = await exited;
  if (code !== 0) await attempt(() => closed, { clock: systemClock, timeoutMs: STDERR_WAIT_MS });
  release();
  child.stderr?.destroy();
  child.stdin?.destroy();
  if (code === 0) return;
  const lines = String(stderr)
    .trimEnd()
    .split(/[\r\n]+/);
  // A line that fills the buffer has lost its beginning, and the log cannot mask a part of a secret.
  const line = lines.length === 1 && stderr.length === STDERR_BYTES ? '' : lines.at(-1);
  const failure = `${shown} ${code === null ? `was ended by ${killedBy}` : `ended with code ${code}`}`;
  throw new Error(line ? `${failure}: ${line}` : failure);
}
