import { inspect } from 'node:util';
import { limitSummaryOf } from '../../src/index.js';
import { serialize } from 'node:v8';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCredentialField } from '../../src/core/records/credential-fields.js';
import { exactInt64 } from '../../src/core/records/exact-int64.js';
import { createFleet, type Fleet } from '../../src/core/fleet/fleet.js';
import { isSameList } from '../../src/core/shared/deep-equal.js';
import type { IndexRecord, VectorIndex } from '../../src/core/records/vector-index.js';
import { sampleVectorIndices } from '../support/sample-vector-indices.js';
import { createManualClock } from '../support/manual-clock.js';

const CANARY = 'CANARY-3b1f7c';
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

/** An element of a list, as text: its digits and the order of its members count. */
interface Element {
  /** Absent if the element has no readable id. */
  readonly id: string | undefined;
  readonly digits: string;
  readonly name: string;
  readonly secret: 'none' | 'token' | 'nested' | 'other token';
  readonly isReversed: boolean;
}

const elements: fc.Arbitrary<Element> = fc.record({
  id: fc.option(fc.constantFrom(...IDS), { freq: 20, nil: undefined }),
  digits: fc.constantFrom('1', '2', '9007199254740993', '9007199254740992', '1e400'),
  name: fc.constantFrom('x', 'y', ']},{', '\\'),
  secret: fc.constantFrom('none', 'none', 'token', 'nested', 'other token'),
  isReversed: fc.boolean(),
});

/** All documented fields, so that the limited list of drift names the elements that were left out. */
const { id: _, name: _name, max_vector_count: _count, ...documented } = sampleVectorIndices(1)[0] as VectorIndex;
const others = JSON.stringify(
  Object.fromEntries(Object.entries(documented).filter(([field]) => !isCredentialField(field))),
).slice(1, -1);

function textOf({ id, digits, name, secret, isReversed }: Element): string {
  const members = [
    ...(id === undefined ? [] : [`"id":"${id}"`]),
    `"name":${JSON.stringify(name)}`,
    `"max_vector_count":${digits}`,
    others,
    `"tags":[{"x":1},["${name === 'x' ? 1 : 2}"]]`,
    ...(secret === 'none' ? [] : [`"access":{"by":"x"${secret === 'nested' ? `,"a_secret":"${CANARY}"` : ''}}`]),
    ...(secret.endsWith('token') ? [`"token":"${CANARY}-${secret}"`] : []),
  ];
  return `{${(isReversed ? members.toReversed() : members).join(secret === 'token' ? ', ' : ',')}}`;
}

/** The parts of an element that a fleet may show. */
function shownOf(text: string): object {
  return JSON.parse(text, (field, value: unknown) => (/^token$|_secret$/.test(field) ? undefined : value)) as object;
}

const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      // Most elements occur in several lists, so that the lists can share records.
      keep: fc.array(fc.nat(9), { maxLength: 8 }),
      added: fc.array(elements, { maxLength: 3 }),
      isAfterAnother: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ failure: fc.constantFrom('refused', 'cut off', 'given up') }) },
  { weight: 2, arbitrary: fc.record({ id: fc.constantFrom(...IDS, 'z'), isWatched: fc.boolean() }) },
);

/** A simple model of a fleet's indices. */
class Model {
  readonly members = new Map<string, { text: string; status: string }>();

  list(list: readonly Element[]): void {
    const listed = new Map<string, string>();
    for (const element of list) {
      if (element.id !== undefined && !listed.has(element.id)) listed.set(element.id, textOf(element));
    }
    for (const [id, text] of listed) this.members.set(id, { text, status: 'fresh' });
    const isWhole = list.every(({ id }) => id !== undefined);
    for (const [id, member] of this.members) {
      if (listed.has(id)) continue;
      if (isWhole) this.members.delete(id);
      else member.status = 'stale';
    }
  }

  fail(): void {
    for (const member of this.members.values()) member.status = 'stale';
  }
}

function expectModel({ indices }: Fleet, { members }: Model): void {
  expect(indices.all.value).toEqual([...members.values()].map(({ text }) => shownOf(text)));
  for (const id of IDS) {
    const member = members.get(id);
    const { record, status, fetching } = indices.entry(id).value;
    expect(fetching).toBe(false);
    if (member === undefined) {
      expect(record).toBeUndefined();
      continue;
    }
    expect(status).toBe(member.status);
    // Only int64 fields of databases have digits beside the number.
    const { max_vector_count: count } = record as IndexRecord;
    expect(exactInt64(record as IndexRecord, 'max_vector_count')).toBe(
      Number.isSafeInteger(count) ? BigInt(count) : undefined,
    );
  }
}

/** Checks that no view of the indices contains a secret. */
function expectNoSecret(fleet: Fleet): void {
  const { indices } = fleet;
  const entries = IDS.map((id) => indices.entry(id).value);
  const shown = [indices.all.value, entries, limitSummaryOf(fleet).value];
  expect(inspect(shown, { depth: Infinity, showHidden: true, maxStringLength: Infinity })).not.toContain('CANARY');
  expect(serialize(shown).includes('CANARY')).toBe(false);
}

/** Subscribes, and expects each value to differ from the previous value. */
function watch({ indices }: Fleet, id: string): { unsubscribe(): void } {
  const seen: unknown[] = [];
  return indices.record(id).subscribe((record) => {
    const now = [record, record && exactInt64(record, 'max_vector_count')];
    expect(now).not.toEqual(seen.at(-1));
    seen.push(now);
  });
}

function respond(body: string, status = 200): Response {
  return new Response(body, { status, headers: { 'content-type': 'application/json' } });
}

test('for any lists in any texts, a fleet shows the last list, emits each change once, and shows no secret', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 12 }), async (list) => {
      const clock = createManualClock();
      const answers: (() => Response | Promise<Response>)[] = [];
      const errors: unknown[] = [];
      using fleet = createFleet({
        baseUrl: 'https://api.example.com',
        clock,
        onError: (error) => errors.push(error),
        polling: { perSecond: 1e6, burst: 1e6 },
        fetch: async () => (answers.shift() as () => Response)(),
      });
      const { indices } = fleet;
      fleet.polling.pause();
      const model = new Model();
      let now: readonly Element[] = [];
      const subscriptions = new Map<string, { unsubscribe(): void }>();
      const lists: (readonly IndexRecord[])[] = [];
      indices.all.subscribe((all) => lists.push(all));
      indices.all.subscribe(() => {
        throw new RangeError('of a subscriber');
      });

      async function refresh(body: string, status?: number): Promise<void> {
        answers.push(() => respond(body, status));
        const done = indices.refresh().catch(() => {});
        await clock.advance(0);
        await done;
      }

      async function giveUp(): Promise<void> {
        const left = new AbortController();
        answers.push(() => new Promise<never>(() => {}));
        void indices.refresh({ signal: left.signal }).catch(() => {});
        await clock.advance(0);
        left.abort();
      }

      for (const step of list) {
        if ('added' in step) {
          if (step.isAfterAnother) await giveUp();
          now = [...step.keep.flatMap((at) => now.slice(at, at + 1)), ...step.added];
          await refresh(`[${now.map(textOf).join()}]`);
          model.list(now);
        } else if ('id' in step) {
          subscriptions.get(step.id)?.unsubscribe();
          if (step.isWatched) subscriptions.set(step.id, watch(fleet, step.id));
        } else if (step.failure === 'given up') {
          await giveUp();
        } else {
          if (step.failure === 'refused') await refresh(`{"error":"${CANARY}-token"}`, 400);
          else await refresh(`[{"id":"a","token":"${CANARY}"},`);
          model.fail();
        }
        expectModel(fleet, model);
        expectNoSecret(fleet);
        expect(lists.at(-1)).toBe(indices.all.value);
      }
      // The first of the two subscribers got each change, and so did the subscriber that throws.
      expect(errors).toEqual(lists.map(() => expect.any(RangeError)));
      for (const [at, all] of lists.entries()) expect(isSameList(all, lists[at - 1] ?? [0])).toBe(false);
    }),
    { numRuns: 150 },
  );
});
