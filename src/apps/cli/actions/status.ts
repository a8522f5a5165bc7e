import { printable } from '../../../format/printable.js';
import { Interrupted } from '../../terminal/command-errors.js';
import { type CommandIo, printResult } from '../../terminal/command-io.js';
import { type RenderOptions, wrapText } from '../../terminal/text.js';
import { createManagementClient, type Fetch, systemClock } from '../../../index.js';
import { describeDuration } from '../../../format/describe-duration.js';
import { countOf } from '../../../format/quantities.js';
import { findPages } from '../../local-services/open-page.js';
import type { ServiceOptions } from '../../terminal/client-options.js';
import { readVersion } from '../../terminal/installed-package.js';
import { proxyVariable } from '../../terminal/use-proxy.js';
import { toCommandFailure } from '../failure/command-failure.js';
import { findMonitor } from '../state/monitor-client.js';
import { mayExist, openCopyOfStore, withKeptFleet } from '../state/kept-fleet.js';
import { type Account, type FoundAccount, findAccount, type StateOptions } from '../state/state-directory.js';

interface StatusOptions extends ServiceOptions, StateOptions {
  readonly monitor?: string;
}

export async function status(io: CommandIo, options: StatusOptions): Promise<void> {
  const findings = await inspectSetup(io, options);
  const document = Object.fromEntries(findings.map(({ part, ...finding }) => [part, finding]));
  // Only the doctor says what to do.
  const facts = findings.map(({ advice: _, ...fact }) => fact);
  printResult(io, options.json, document, (shown) => render(facts, shown));
}

/** @throws Error if a part of the setup is wrong */
export async function doctor(io: CommandIo, options: StatusOptions): Promise<void> {
  const findings = await inspectSetup(io, options);
  printResult(io, options.json, findings, (shown) => render(findings, shown));
  const wrong = findings.filter(({ isGood }) => !isGood).length;
  if (wrong > 0) throw new Error(wrong === 1 ? 'one part is wrong' : `${wrong} parts are wrong`);
}

const PART_COLUMNS = 10;
const INDENT = ' '.repeat(PART_COLUMNS + 2);

function render(findings: readonly Finding[], { columns, palette }: RenderOptions): string {
  const wrap = (text: string): string[] => wrapText(printable(text), columns - INDENT.length);
  return findings
    .flatMap(({ part, isGood, text, advice }) => {
      const mark = isGood ? palette.green('✓') : palette.red('✗');
      const [first = '', ...rest] = wrap(text);
      const tips = advice === undefined ? [] : wrap(advice).map(palette.yellow);
      return [`${mark} ${part.padEnd(PART_COLUMNS)}${first}`, ...[...rest, ...tips].map((line) => INDENT + line)];
    })
    .join('\n');
}

interface Finding {
  readonly part: 'versions' | 'account' | 'proxy' | 'service' | 'clock' | 'storage' | 'polling' | 'monitor';
  readonly isGood: boolean;
  readonly text: string;
  readonly advice?: string | undefined;
}

async function inspectSetup(io: CommandIo, options: StatusOptions): Promise<readonly Finding[]> {
  const versions = `fleetglass ${readVersion()}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`;
  const proxy = proxyVariable(io.env);
  return [
    good('versions', versions),
    good('proxy', proxy === undefined ? 'none' : `requests to other machines go through the proxy of ${proxy}`),
    ...(await findAccount(io, options).then(
      async (found) => [
        good('account', `${found.credentials.username} at ${found.baseUrl}`),
        ...(await inspectService(io, found)),
        ...(await inspectStorage(io, found, options.json)),
      ],
      (error: unknown) => [failure('account', error, io)],
    )),
    await inspectMonitor(io, options),
  ];
}

/** Answers of the service tell the time with a resolution of 1 s, and a cache may have kept them for a moment. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

async function inspectService(io: CommandIo, { baseUrl, credentials, timeoutMs }: Account): Promise<Finding[]> {
  let servedAt: number | undefined;
  const fetchAndTime: Fetch = async (url, init) => {
    const response = await fetch(url, init);
    servedAt = Date.parse(response.headers.get('date') ?? '') || undefined;
    return response;
  };
  const startedMs = systemClock.monotonic();
  const client = createManagementClient({ baseUrl, credentials, timeoutMs, fetch: fetchAndTime });
  const answer = await client.listVectorIndices().then(
    ({ length }) => {
      const ms = Math.round(systemClock.monotonic() - startedMs);
      return good('service', `answers after ${ms} ms; ${countOf(length, 'vector index', 'vector indices')}`);
    },
    (error: unknown) => failure('service', error, io),
  );
  if (servedAt === undefined) return [answer];
  return [answer, inspectClock(systemClock.now() - servedAt)];
}

function inspectClock(differenceMs: number): Finding {
  const distance = describeDuration(Math.abs(differenceMs));
  if (Math.abs(differenceMs) <= MAX_CLOCK_DIFFERENCE_MS)
    return good('clock', 'differs from the clock of the service by less than a minute');
  const advice = 'Set the clock of this machine, for example by NTP: ages, forecasts and Retry-After depend on it.';
  return bad('clock', `this machine is ${distance} ${differenceMs > 0 ? 'ahead of' : 'behind'} the service`, advice);
}

async function inspectStorage(io: CommandIo, found: FoundAccount, json?: true): Promise<Finding[]> {
  const { directory = '', ...account } = found;
  const polling = (changedAt = 0): Promise<Finding> => inspectPolling(io, account, changedAt);
  if (!(await mayExist(directory)))
    return [good('storage', `nothing is kept yet; the directory will be ${directory}`), await polling()];
  const opened = { directory, json, openStore: openCopyOfStore };
  return withKeptFleet(io, opened, async ({ databases, storage }) => {
    const ids = databases.tracked.value;
    const read = ids.filter((id) => databases.record(id).value !== undefined).length;
    const text = `${countOf(ids.length, 'id')}, ${read} with a record, in ${directory}`;
    const last = await polling(ids.reduce((at, id) => Math.max(at, databases.entry(id).value.confirmedAt ?? 0), 0));
    if (storage.value.lost.every(({ repaired }) => repaired)) return [good('storage', text), last];
    const advice = 'fleetglass list --refresh reads the records again. fleetglass ids list shows which ids are left.';
    return [bad('storage', `${text}; something was lost: see the warnings`, advice), last];
  }).catch(async (error: unknown) => [failure('storage', error, io), await polling()]);
}

/**
 * Without a page, other commands poll only while they run.
 *
 * @param changedAt when an answer last changed a kept record: an equal answer is not saved. 0 without a record
 */
async function inspectPolling(io: CommandIo, { baseUrl, credentials }: Account, changedAt: number): Promise<Finding> {
  const pages = await findPages(io);
  const page = pages.find(({ service, account }) => service === baseUrl && account === credentials.username);
  const last =
    changedAt === 0
      ? 'no record was read yet'
      : `last change of a record seen ${describeDuration(systemClock.now() - changedAt)} ago`;
  // The address that admits a browser is a secret.
  const place = page && `a page at ${new URL(page.url).origin}`;
  return good('polling', place === undefined ? `not running here; ${last}` : `${place}; ${last}`);
}

async function inspectMonitor(io: CommandIo, { monitor }: StatusOptions): Promise<Finding> {
  if (monitor === undefined) return good('monitor', 'not named; --monitor takes its address or state directory');
  try {
    const client = await findMonitor(io, monitor);
    const { alerts } = await client.alerts();
    const firing = alerts.filter(({ state }) => state === 'firing').length;
    const polling = describeMetrics(await client.metrics());
    return good('monitor', `${monitor} ${polling}; ${countOf(firing, 'alert is', 'alerts are')} firing`);
  } catch (error) {
    return failure('monitor', error, io);
  }
}

/** The polling of a monitor since it started, in words: its state, its requests and the failed ones. */
function describeMetrics(metrics: string): string {
  // The metrics of a large fleet are 100 MB: only these lines become objects.
  const sum = (samples: RegExp): number =>
    [...metrics.matchAll(samples)].reduce((total, [, value]) => total + Number(value), 0);
  const [, condition = 'unknown'] = /^fleetglass_polling_state\{(?:.*,)?state="(\w+)".*\} 1$/m.exec(metrics) ?? [];
  const requests = sum(/^fleetglass_requests_total\{.*\} (\S+)$/gm);
  const failed = requests - sum(/^fleetglass_requests_total\{.*outcome="success".*\} (\S+)$/gm);
  return `polls (${condition}): ${countOf(requests, 'request')}, ${failed.toLocaleString('en')} failed`;
}

function good(part: Finding['part'], text: string): Finding {
  return { part, isGood: true, text };
}

function bad(part: Finding['part'], text: string, advice: string | undefined): Finding {
  return { part, isGood: false, text, advice };
}

/** Describes an error in the words of a command that fails with it. @throws Interrupted at Ctrl-C, also in a prompt */
function failure(part: Finding['part'], thrown: unknown, { env }: CommandIo): Finding {
  if (thrown instanceof Interrupted) throw thrown;
  const { error, hint } = toCommandFailure(thrown, env);
  const [text = '', ...rest] = error.message.split('\n');
  return bad(part, text, [...rest, hint].filter(Boolean).join(' ') || undefined);
}
