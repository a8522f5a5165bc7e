import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EventBody } from '../../src/monitor/channels/event-body.js';
import { scaled } from '../support/scale.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startFaultyService, startFlakyReceiver } from './soak-server.js';
import type { HeapSnapshot, SoakCommand, SoakMessage, SoakSample, SoakTask } from './soak-messages.js';

const DURATION_MS = scaled({ short: 120_000, long: 3_600_000 });
const SAMPLE_MS = scaled({ short: 4000, long: 30_000 });

/** The first breach begins after this time, when all records have been read. */
const START_MS = 12_000;
const CYCLE_MS = 50_000;
const CYCLES = Math.floor((DURATION_MS - START_MS) / CYCLE_MS);

/** The rules whose breaches the script causes, one database for each cycle. */
const RULES = ['state', 'stuck', 'missing', 'drift', 'limit', 'forecast', 'age'] as const;
const idOf = (rule: (typeof RULES)[number], cycle: number): string => `${rule}-${cycle}`;
const cycles = Array.from({ length: CYCLES }, (_, cycle) => cycle);

/** The first cycle that is measured. The caches fill in the first minutes. */
const FIRST_CYCLE = scaled({ short: 0, long: 12 });

/**
 * The most bytes that the heap, without compiled code and tables, may grow for each poll. The smallest object that a poll
 * could leave behind has 16 bytes; a closure, a listener or a timer has more than 100. The short form has 10,000 to 40,000
 * polls, by the speed of the machine.
 */
const LEAK_BYTES = scaled({ short: 20, long: 4 });

/** The tables of maps double and shrink as ids come and go. */
const TABLE_BYTES = 300_000;

/** Requests in flight twice, since a socket is free a turn later; webhooks, scrapes, the IPC channel and the state. */
const MAX_SOCKETS = 2 * 32 + 10;

/** A deadline for each request in flight, and some timers of the fleet, the monitor and the process itself. */
const MAX_TIMERS = 32 + 20;

test(
  'a monitor under faults keeps its memory and its handles, and raises and clears each alert once',
  async () => {
    await using service = await startFaultyService();
    const receiver = await startFlakyReceiver();
    const worker = 'test/prove/soak-worker.ts';
    const child = fork(worker, {
      execArgv: ['--expose-gc', '--import', 'tsx'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const samples: SoakSample[] = [];
    const complaints: string[] = [];
    const fired = new Set<string>();
    const snapshots: HeapSnapshot[] = [];
    let metricsUrl: string | undefined;
    child.on('message', (message: SoakMessage) => {
      if (message.kind === 'sample') samples.push(message);
      else if (message.kind === 'complaint') complaints.push(message.text);
      else if (message.kind === 'fired') fired.add(message.id);
      else if (message.kind === 'snapshot') snapshots.push(message);
      else ({ metricsUrl } = message);
    });
    const directory = await temporaryFolder();
    const task: SoakTask = {
      serviceUrl: service.url,
      webhookUrl: receiver.url,
      directory,
      sampleMs: SAMPLE_MS,
      watched: cycles.flatMap((cycle) => RULES.map((rule) => idOf(rule, cycle))),
      aged: cycles.map((cycle) => idOf('age', cycle)),
    };
    child.send(task);
    await vi.waitFor(() => expect(metricsUrl).toBeDefined(), 20_000);

    const send = (command: SoakCommand): void => void child.send(command);
    let scrapes = 0;
    async function scrape(): Promise<void> {
      const response = await fetch(metricsUrl as string);
      await response.text();
      scrapes += Number(response.ok);
    }
    let scraping = Promise.resolve();
    const timer = setInterval(() => void (scraping = scrape()), 5000);
    onTestFinished(() => clearInterval(timer));
    const startMs = performance.now();
    // One breach of each rule, and an outage. Each breach lasts until its alert has fired.
    for (const cycle of cycles) {
      await delay(startMs + START_MS + cycle * CYCLE_MS - performance.now());
      const id = (rule: (typeof RULES)[number]): string => idOf(rule, cycle);
      service.set(id('state'), { state: 'suspended' });
      service.set(id('stuck'), { modifying_state: 'updating' });
      service.set(id('drift'), { state: 'active', tls: 'yes' });
      service.setMissing(id('missing'), true);
      service.setHanging(id('age'), true);
      send({ kind: 'use', id: id('limit'), clients: 9500 });
      send({ kind: 'grow', id: id('forecast'), isGrowing: true });
      await delay(15_000);
      // On a busy machine the polls take longer. An alert that never fires fails the test at its end.
      for (let seconds = 0; seconds < 60 && !RULES.every((rule) => fired.has(id(rule))); seconds++) await delay(1000);
      service.set(id('state'), { state: 'active' });
      service.set(id('stuck'), { modifying_state: '' });
      service.set(id('drift'), { tls: true });
      service.setMissing(id('missing'), false);
      send({ kind: 'use', id: id('limit'), clients: 10 });
      send({ kind: 'grow', id: id('forecast'), isGrowing: false });
      await delay(7000);
      service.setHanging(id('age'), false);
      await delay(8000);
      if (cycle === FIRST_CYCLE || cycle === CYCLES - 1)
        send({ kind: 'snapshot', path: join(directory, `${cycle}.heapsnapshot`) });
      await delay(10_000);
      service.setOutage(true);
      await delay(4000);
      service.setOutage(false);
    }
    await delay(startMs + DURATION_MS - performance.now());

    // The webhook fails half of the time, and retries back off.
    await vi.waitFor(() => expectOnce(receiver.received), { timeout: 120_000, interval: 1000 });
    await vi.waitFor(() => expect(samples.at(-1)?.alerts).toEqual([]), { timeout: 20_000, interval: 1000 });
    clearInterval(timer);
    // The end of the process would cut it off.
    await scraping;
    const exited = once(child, 'exit');
    send({ kind: 'stop' });
    const [exitCode] = (await Promise.race([exited, delay(10_000)])) ?? ['still running'];

    expect(complaints).toEqual([]);
    expect(exitCode).toBe(0);
    expect(snapshots).toHaveLength(2);
    const [before, after] = snapshots as [HeapSnapshot, HeapSnapshot];
    const growth = await growthOf(before, after);
    console.log(`heap without compiled code and tables: ${growth.toFixed(2)} bytes a poll`);
    expect(growth).toBeLessThan(LEAK_BYTES);
    const measured = samples.filter(({ polls }) => polls >= before.polls);
    for (const { resources } of measured) {
      const sockets = (resources['TCPSocketWrap'] ?? 0) + (resources['TCPConnectWrap'] ?? 0);
      expect(sockets).toBeLessThan(MAX_SOCKETS);
      expect(resources['Timeout'] ?? 0).toBeLessThan(MAX_TIMERS);
    }
    const [first, last] = [measured[0], measured.at(-1)] as [SoakSample, SoakSample];
    expect(last.known).toBe(first.known);
    // Faults, holds and outages cost some of the 500 polls a second.
    const pollsPerSecond = (1000 * (after.polls - before.polls)) / (after.pausedMs - before.resumedMs);
    expect(pollsPerSecond).toBeGreaterThan(400);
    expect(scrapes).toBeGreaterThan(DURATION_MS / 5000 - 10);
  },
  2 * DURATION_MS + 300_000,
);

/**
 * Rules that faults and outages breach too: a database whose answers fail several times in a row is old, and the breaker
 * opens. Each of their breaches has to end.
 */
const AT_LEAST_ONCE = ['age', 'polling'];

/** Each breach of the script fired once and cleared once, and no other alert was raised. */
function expectOnce(received: ReadonlyMap<string, EventBody>): void {
  const counts: Record<string, number> = {};
  const count = (key: string): number => (counts[key] = (counts[key] ?? 0) + 1);
  const ended: Record<string, number> = {};
  for (const { type, alert } of received.values()) {
    const kind = type === 'alert.fired' ? 'fired' : 'cleared';
    const target = `${alert.rule} ${alert.id}`;
    if (!AT_LEAST_ONCE.includes(alert.rule)) count(`${target} ${kind}`);
    else ended[target] = (ended[target] ?? 0) + (kind === 'fired' ? 1 : -1);
  }
  const once = RULES.filter((rule) => !AT_LEAST_ONCE.includes(rule));
  const expected = cycles.flatMap((cycle) =>
    once.flatMap((rule) => ['fired', 'cleared'].map((kind) => [`${rule} ${idOf(rule, cycle)} ${kind}`, 1] as const)),
  );
  expect(counts).toEqual(Object.fromEntries(expected));
  const targets = ['polling ', ...cycles.map((cycle) => `age ${idOf('age', cycle)}`)];
  expect(ended).toEqual(Object.fromEntries(targets.map((target) => [target, 0])));
}

/** How much the heap grew between two snapshots, in bytes a poll. Prints the kinds of objects that grew most. */
async function growthOf(first: HeapSnapshot, last: HeapSnapshot): Promise<number> {
  const [before, after] = [await heapBytesOf(first.path), await heapBytesOf(last.path)];
  const grown = [...after]
    .map(([name, bytes]) => [name, bytes - (before.get(name) ?? 0)] as const)
    .toSorted(([, bytes], [, other]) => other - bytes);
  console.log('growth of the heap, bytes:', Object.fromEntries(grown.slice(0, 8)));
  const sum = (bytes: ReadonlyMap<string, number>): number =>
    [...bytes.values()].reduce((total, size) => total + size, 0);
  return (sum(after) - sum(before) - TABLE_BYTES) / (last.polls - first.polls);
}

/** The parts of a heap snapshot that are read here. Each node is a row of numbers; `node_fields` names its columns. */
interface HeapGraph {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  readonly nodes: readonly number[];
  readonly strings: readonly string[];
}

/** Nodes whose names are texts, and not names of classes or functions. */
const UNNAMED = ['string', 'concatenated string', 'sliced string', 'number', 'object shape'];

/**
 * The bytes of all objects in a heap snapshot, by type and name, without compiled code. V8 compiles for minutes, which
 * `heapUsed` counts: in a process that leaks nothing it grew by 30 bytes a poll for two minutes.
 */
async function heapBytesOf(path: string): Promise<ReadonlyMap<string, number>> {
  const { snapshot, nodes, strings } = JSON.parse(await readFile(path, 'utf8')) as HeapGraph;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const columnOf = (field: string): number => fields.indexOf(field);
  const [typeAt, nameAt, sizeAt] = [columnOf('type'), columnOf('name'), columnOf('self_size')];
  const bytes = new Map<string, number>();
  for (let node = 0; node < nodes.length; node += fields.length) {
    const type = types[0][nodes[node + typeAt] as number] as string;
    if (type === 'code') continue;
    const name = UNNAMED.includes(type) ? type : `${type} ${strings[nodes[node + nameAt] as number]?.slice(0, 40)}`;
    bytes.set(name, (bytes.get(name) ?? 0) + (nodes[node + sizeAt] as number));
  }
  return bytes;
}
