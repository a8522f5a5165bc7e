import fc from 'fast-check';
import { firstValueFrom, take, toArray } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { FleetError } from '../../../src/core/shared/fleet-error.js';
import { missing } from '../../../src/core/store/entry.js';
import type { Transition } from '../../../src/core/fleet/transition.js';
import type { TransitionStream } from '../../../src/core/fleet/transitions.js';
import { scaled } from '../../support/scale.js';
import { recordOf, setUp, type Facts, type TransitionsUnderTest } from './transitions-under-test.js';

/** Subscribes and keeps what it hears. */
function record(stream: TransitionStream): Transition[] {
  const received: Transition[] = [];
  stream.subscribe((transition) => received.push(transition));
  return received;
}

const short = ({ id, field, from, to }: Transition): string => `${id} ${field}: ${from} -> ${to}`;
const sequences = (received: readonly Transition[]): number[] => received.map(({ sequence }) => sequence);

/** Makes `count` transitions, each by a commit of its own. */
function flip({ confirm, databases }: Pick<TransitionsUnderTest, 'confirm' | 'databases'>, count: number): void {
  const next = (): Facts => ({ state: databases.peek('a').record?.state === 'active' ? 'passive' : 'active' });
  if (databases.peek('a').record === undefined) confirm('a', { state: 'passive' });
  for (let made = 0; made < count; made++) confirm('a', next());
}

describe('a transition', () => {
  test('has the id, the field, both values, the time and the record', async () => {
    const { confirm, clock, databases, stream } = setUp();
    const received = record(stream);
    confirm('a', { state: 'active' });
    await clock.advance(2000);
    confirm('a', { state: 'suspended' });
    expect(received).toEqual([
      {
        sequence: 1,
        resource: 'database',
        id: 'a',
        field: 'state',
        from: 'active',
        to: 'suspended',
        at: clock.now(),
        record: { database_id: 'a', state: 'suspended' },
      },
    ]);
    expect(received[0]?.record).toBe(databases.peek('a').record);
  });

  const updating = { state: 'active', modifying_state: 'updating' };
  const atRest = ['', null, undefined];
  const gone = new FleetError('not-found', 'get-database', 'no');
  const never = recordOf('a', { state: 'active' });

  test.each<[string, readonly (Facts | ((store: TransitionsUnderTest) => void))[], string[]]>([
    ['not that of the first record and of equal answers', [updating, { ...updating, budget: 2 }, updating], []],
    [
      'of the state, then of modifying_state, for one answer',
      [
        { modifying_state: 'creating', state: 'passive' },
        { modifying_state: '', state: 'active' },
      ],
      ['a state: passive -> active', 'a modifying_state: creating -> undefined'],
    ],
    [
      'not that between two values at rest',
      atRest.flatMap((from) => atRest.flatMap((to) => [{ modifying_state: from }, { modifying_state: to }])),
      [],
    ],
    [
      'that of a database that was missing and returns in another state',
      [
        { state: 'active' },
        ({ databases }) => databases.update('a', (entry) => missing(entry, gone)),
        { state: 'active' },
        ({ databases }) => databases.update('a', (entry) => missing(entry, gone)),
        { state: 'suspended' },
      ],
      ['a state: active -> suspended'],
    ],
    [
      'not that of a database that was forgotten',
      [{ state: 'active' }, ({ databases }) => databases.forget('a'), { state: 'passive' }],
      [],
    ],
    [
      'not that from a record that was never confirmed',
      [
        ({ databases }) => databases.update('a', (entry) => ({ ...entry, record: never, status: 'stale' })),
        { state: 'passive' },
      ],
      [],
    ],
  ])('is emitted: %s', (_, steps, expected) => {
    const store = setUp();
    const received = record(store.stream);
    for (const step of steps) {
      if (typeof step === 'function') step(store);
      else store.confirm('a', step);
    }
    expect(received.map(short)).toEqual(expected);
  });

  test('cannot be changed by one subscriber for the next', () => {
    const { stream, errors, ...store } = setUp();
    stream.subscribe((transition) => Object.assign(transition, { to: 'spoilt' }));
    const received = record(stream);
    flip(store, 1);
    expect(received[0]?.to).toBe('active');
    expect(errors).toHaveLength(1);
  });
});

describe('the stream of transitions', () => {
  test('emits after all views show the change, in the order of the commit', () => {
    const { commits, confirm, databases, stream } = setUp();
    confirm('a', { state: 'active' });
    confirm('b', { state: 'active' });
    const notified: string[] = [];
    databases.record('a').subscribe(() => notified.push('view'));
    stream.subscribe((transition) => {
      notified.push(short(transition));
      expect([databases.field('a', 'state').value, databases.field('b', 'state').value]).toEqual([
        'passive',
        'passive',
      ]);
    });
    commits.commit(() => {
      confirm('b', { state: 'passive' });
      confirm('a', { state: 'passive' });
    });
    expect(notified).toEqual(['view', 'view', 'b state: active -> passive', 'a state: active -> passive']);
  });

  test('emits each change of a commit that changes a field several times', () => {
    const { commits, confirm, stream } = setUp();
    const received = record(stream);
    confirm('a', { state: 'one' });
    commits.commit(() => {
      confirm('a', { state: 'two' });
      confirm('a', { state: 'three' });
    });
    expect(received.map(short)).toEqual(['a state: one -> two', 'a state: two -> three']);
  });

  test('emits no earlier transition to a new subscriber', () => {
    const { databases, stream, ...store } = setUp();
    flip({ ...store, databases }, 2);
    const received: Transition[][] = [];
    const subscription = databases.record('a').subscribe(() => received.push(record(stream)));
    flip({ ...store, databases }, 1);
    subscription.unsubscribe();
    flip({ ...store, databases }, 1);
    // The second subscriber came while the views were notified of the third transition, which it could already see.
    expect(received.map(sequences)).toEqual([[3, 4], [4]]);
  });

  test('completes on dispose, also for later subscribers, after the kept history', async () => {
    const { stream, dispose, ...store } = setUp();
    const whole = firstValueFrom(stream.pipe(toArray()));
    flip(store, 2);
    dispose();
    flip(store, 1);
    expect(sequences(await whole)).toEqual([1, 2]);
    expect(sequences(await firstValueFrom(stream.since(0).pipe(toArray())))).toEqual([1, 2]);
    const read: number[] = [];
    for await (const { sequence } of stream.since(1)) read.push(sequence);
    expect(read).toEqual([2]);
    expect(await firstValueFrom(stream.pipe(toArray()))).toEqual([]);
  });
});

describe('since', () => {
  test('is consistent with the views: a view and `latest`, read together, belong to one commit', () => {
    const { databases, stream, ...store } = setUp();
    flip({ ...store, databases }, 1);
    const reads: { state: unknown; latest: number; since: Transition[] }[] = [];
    databases.record('a').subscribe((now) => {
      const { latest } = stream;
      reads.push({ state: now?.state, latest, since: record(stream.since(latest)) });
    });
    flip({ ...store, databases }, 2);
    expect(reads.map(({ state, latest, since }) => [state, latest, sequences(since)])).toEqual([
      ['active', 1, [2, 3]],
      ['passive', 2, [3]],
      ['active', 3, []],
    ]);
  });

  test('shows by `oldest`, and by the first sequence, that the history is incomplete', () => {
    const { stream, ...store } = setUp(3);
    expect([stream.oldest, stream.latest]).toEqual([1, 0]);
    flip(store, 2);
    expect([stream.oldest, stream.latest]).toEqual([1, 2]);
    flip(store, 3);
    expect([stream.oldest, stream.latest]).toEqual([3, 5]);
    expect(sequences(record(stream.since(0)))).toEqual([3, 4, 5]);
    expect(sequences(record(stream.since(2)))).toEqual([3, 4, 5]);
  });

  test('keeps 1,000 by default', () => {
    const { stream, ...store } = setUp();
    flip(store, 1002);
    expect(stream.oldest).toBe(3);
  });

  test.each([
    [-1, [1, 2, 3, 4]],
    [-Infinity, [1, 2, 3, 4]],
    [1.5, [2, 3, 4]],
    [3, [4]],
    // A restarted fleet counts from the start. Its transitions must not be dropped until it reaches the old count.
    [500, [4]],
    [Infinity, [4]],
  ])('accepts %s', (sequence, expected) => {
    const { stream, ...store } = setUp();
    flip(store, 3);
    const received = record(stream.since(sequence));
    flip(store, 1);
    expect(sequences(received)).toEqual(expected);
  });

  test.each([Number.NaN, undefined, '1', null, 1n])('refuses %s', (sequence) => {
    const { stream } = setUp();
    expect(() => stream.since(sequence as number)).toThrow(
      expect.objectContaining({
        code: 'invalid-request',
        issues: [{ path: 'sequence', message: 'expected a number' }],
      }),
    );
  });

  test('emits transitions that a subscriber causes during the history in order, also beyond the kept number', () => {
    const { stream, ...store } = setUp(3);
    flip(store, 3);
    const received: number[] = [];
    stream.since(0).subscribe(({ sequence }) => {
      received.push(sequence);
      if (sequence === 1) flip(store, 7);
    });
    expect(received).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('stops when its subscriber unsubscribes, in the history or later', () => {
    const { stream, ...store } = setUp();
    flip(store, 3);
    const received: number[] = [];
    for (const count of [2, 4])
      stream
        .since(0)
        .pipe(take(count))
        .subscribe(({ sequence }) => received.push(sequence));
    flip(store, 2);
    expect(received).toEqual([1, 2, 1, 2, 3, 4]);
  });
});

const states = fc.constantFrom('active', 'suspended', 'passive', 'unheard-of', '', null, undefined, 7);
const facts = fc.record({ state: states, modifying_state: states, budget: fc.constantFrom(1, 2) });

test('since(n) has no gap and no duplicate at any moment, for any answers of the service', () => {
  // Each step commits some answers, and gives the start of the history for a subscriber that joins during the
  // notification.
  const step = fc.tuple(
    fc.array(fc.tuple(fc.constantFrom('a', 'b'), facts), { maxLength: 4 }),
    fc.nat(6),
    fc.boolean(),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
      const { commits, confirm, databases, stream, dispose } = setUp(1000);
      const late: { readonly since: number; readonly received: Transition[] }[] = [];
      let back = 0;
      const join = (): void => {
        const since = Math.max(0, stream.latest - back);
        late.push({ since, received: record(stream.since(since)) });
      };
      databases.record('a').subscribe(join);
      const joining = stream.subscribe(({ sequence }) => sequence % 3 === 0 && join());
      for (const [answers, lookBack, isBetween] of steps) {
        back = lookBack;
        commits.commit(() => answers.forEach(([id, answer]) => confirm(id, answer)));
        if (isBetween) join();
      }
      joining.unsubscribe();
      for (const { since, received } of late)
        expect(sequences(received)).toEqual(Array.from({ length: stream.latest - since }, (_, at) => since + 1 + at));
      dispose();
    }),
    { numRuns: scaled({ short: 200, long: 1000 }) },
  );
});
