import { createDatabase } from '../../src/index.js';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/shared/clock.js';
import { FleetError } from '../../src/core/shared/fleet-error.js';
import { createFleet } from '../../src/core/fleet/fleet.js';
import { quick } from '../core/fleet/fleet-under-test.js';
import { abortListeners } from '../support/abort-listeners.js';
import { createCountingClock } from '../support/counting-clock.js';
import { createRequest } from '../support/requests.js';
import { scaled } from '../support/scale.js';
import { createSeededRandom } from '../support/seeded-random.js';
import { httpAnswer, startWireServer, type Wire, type WireRequest } from '../support/wire-server.js';

const ROUNDS = scaled({ short: 25, long: 60 });
const CALLS = 25;
const IDS = Array.from({ length: 12 }, (_, nth) => `db-${nth}`);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Characters of one to four bytes, different for each id, so that bytes of another answer would show. */
const nameOf = (id: string): string => `${id} é€😀ñ`.repeat(20);
const textOf = (id: string): string => JSON.stringify({ database_id: id, database_name: nameOf(id), state: 'active' });

/** Sends an answer in pieces that end inside characters, interleaved with other answers. */
async function sendInPieces(wire: Wire, bytes: Buffer, random: () => number): Promise<void> {
  for (let from = 0; from < bytes.length;) {
    const to = from + 1 + Math.floor(random() * 300);
    wire.send(bytes.subarray(from, to));
    from = to;
    await turn();
  }
}

/** A service with any possible behaviour. */
function createFaultyScript(random: () => number) {
  let created = 0;
  return (wire: Wire, { method, target }: WireRequest): void => {
    const id = method === 'POST' ? `new-${(created += 1)}` : (/([^/]*)\?/.exec(target)?.[1] ?? '');
    const text = textOf(id);
    const whole = httpAnswer(200, text);
    const broken = Buffer.concat([Buffer.from(text), Buffer.from([0xe2, 0x82])]);
    const ways: readonly (() => unknown)[] = [
      () => wire.send(whole),
      () => wire.send(whole),
      () => sendInPieces(wire, whole, random),
      () => sendInPieces(wire, whole, random),
      () => wire.send(httpAnswer(200, `\uFEFF${text}`)),
      () => wire.send(httpAnswer(200, broken)),
      () => sendInPieces(wire, httpAnswer(200, broken), random),
      () => wire.end(whole.subarray(0, Math.floor(random() * whole.length))),
      () => wire.reset(),
      () => undefined,
      () => wire.send(whole.subarray(0, whole.length - 5)),
      () => wire.send(httpAnswer(302, '', { location: '/other' })),
      () => wire.send(httpAnswer(404, '{"error":"none"}')),
      () => wire.send(httpAnswer(500, '{"error":"no"}')),
    ];
    ways[Math.floor(random() * ways.length)]?.();
  };
}

test.each(scaled({ short: [1], long: [1, 2, 3] }))(
  'each call settles in an allowed way, for any answer and any abort (seed %i)',
  async (seed) => {
    const random = createSeededRandom(seed);
    const upTo = (count: number): number => Math.floor(random() * count);
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    await using server = await startWireServer(createFaultyScript(random));
    const clock = createCountingClock(systemClock);
    const fleet = createFleet({ baseUrl: server.url, clock, polling: quick, retainMs: 0 });
    const calls: Promise<unknown>[] = [];
    const signals: AbortSignal[] = [];
    const codes = new Set<string>();
    let names = 0;

    function watch(
      call: Promise<{ readonly database_id: string; readonly database_name?: unknown }>,
      id?: string,
    ): void {
      calls.push(
        call.then(
          (record) => {
            codes.add('answered');
            if (id !== undefined) expect(record.database_id).toBe(id);
            expect(record.database_name).toBe(nameOf(record.database_id));
          },
          (error: unknown) => {
            expect(error).toBeInstanceOf(FleetError);
            codes.add((error as FleetError).code);
          },
        ),
      );
    }

    function callSomething(): void {
      const caller = new AbortController();
      const signal = [caller.signal, signals.at(-1) ?? caller.signal][upTo(2)] as AbortSignal;
      signals.push(signal);
      const id = IDS[upTo(IDS.length)] as string;
      if (upTo(8) === 0)
        watch(createDatabase(fleet, { ...createRequest, database_name: `n-${(names += 1)}` }, { signal }));
      else watch(fleet.databases.refresh(id, upTo(3) === 0 ? {} : { signal }), id);
      const leaves = [
        () => caller.abort(),
        () => queueMicrotask(() => caller.abort()),
        () => setImmediate(() => caller.abort()),
      ];
      leaves[upTo(6)]?.();
    }

    const subscriptions = IDS.map((id) =>
      fleet.databases.entry(id).subscribe(({ fetching }) => {
        if (upTo(40) === 0 && calls.length < ROUNDS * CALLS) callSomething();
        if (fetching && upTo(60) === 0) fleet.polling.pause();
      }),
    );
    const untrack = fleet.databases.track(IDS);
    for (let round = 0; round < ROUNDS; round++) {
      for (let call = 0; call < CALLS; call++) callSomething();
      // This test does not count an unanswered request as an outage.
      fleet.polling.resume();
      for (let turns = upTo(6); turns >= 0; turns--) await turn();
    }
    fleet.dispose();
    await Promise.all(calls);
    await server.quiet();
    await turn();
    process.off('unhandledRejection', note);
    for (const subscription of subscriptions) subscription.unsubscribe();
    untrack();

    expect(unhandled).toEqual([]);
    expect(clock.armed).toBe(0);
    expect(signals.map(abortListeners).filter((count) => count > 0)).toEqual([]);
    const creates = server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(creates.length).toBeGreaterThan(10);
    expect(new Set(creates).size).toBe(creates.length);
    expect(server.requests.filter(({ target }) => target.includes('/other'))).toEqual([]);
    const outcomes = ['answered', 'aborted', 'bad-response', 'not-found', 'unavailable', 'outcome-unknown', 'disposed'];
    expect([...codes]).toEqual(expect.arrayContaining(outcomes));
  },
);
