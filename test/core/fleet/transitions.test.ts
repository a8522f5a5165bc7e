import fc from 'fast-check';
import { firstValueFrom, toArray } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { transitionsOf } from '../../../src/index.js';
import { restoreTransitions } from '../../../src/core/fleet/fleet-snapshot.js';
import { kernelOf } from '../../../src/core/fleet/kernel.js';
import type { Transition } from '../../../src/core/fleet/transition.js';
import type { RecentTransitionsOptions, TransitionStream } from '../../../src/core/fleet/transitions.js';
import type { Database } from '../../../src/core/records/database.js';
import { FleetError } from '../../../src/core/shared/fleet-error.js';
import { missing } from '../../../src/core/store/entry.js';
import { errorOf } from '../../support/failure-of.js';
import { scaled } from '../../support/scale.js';
import { createFleetUnderTest } from './fleet-under-test.js';

/** The fields of a record in a test: any value that a service may send. */
type Facts = Readonly<Record<string, unknown>>;

/** The transitions of a fleet, whose records come without requests. */
function setUp() {
  const { fleet, clock, errors, advance } = createFleetUnderTest();
  const { commits, databases, transitions: log } = kernelOf(fleet, 'test');
  const stream = transitionsOf(fleet);
  let order = 0;
  /** Commits a record as the answer to the youngest request. */
  const confirm = (id: string, facts: Facts): void => databases.confirm(id, ++order, recordOf(id, facts), clock.now());
  /** Makes `count` transitions, each by a commit of its own. */
  const flip = (count: number): void => {
    if (databases.peek('a').record === undefined) confirm('a', { state: 'passive' });
    for (let made = 0; made < count; made++)
      confirm('a', { state: databases.peek('a').record?.state === 'active' ? 'passive' : 'active' });
  };
  return {
    clock,
    advance,
    commits,
    databases,
    log,
    stream,
    recent: (options?: RecentTransitionsOptions) => stream.recent(options),
    errors,
    confirm,
    flip,
    /** Commits records with these states, one after the other. */
    follow: (id: string, ...states: readonly string[]) => states.forEach((state) => confirm(id, { state })),
    dispose: () => fleet.dispose(),
  };
}

/** A record with only the fields that a test needs. */
function recordOf(id: string, facts: Facts): Database {
  return { database_id: id, ...facts } as unknown as Database;
}

function record(stream: TransitionStream): Transition[] {
  const received: Transition[] = [];
  stream.subscribe((transition) => received.push(transition));
  return received;
}

const show = ({ id, field, from, to }: Transition): string => `${id} ${field}: ${from} -> ${to}`;
const short = (transitions: readonly Transition[]): string => transitions.map(({ id, to }) => `${id} ${to}`).join(', ');
const sequences = (received: readonly Transition[]): number[] => received.map(({ sequence }) => sequence);
const range = (first: number, last: number): number[] =>
  Array.from({ length: last + 1 - first }, (_, at) => first + at);

describe('a transition', () => {
  test('has the id, the field, both values, the time and the record, and no subscriber can change it', async () => {
    const { confirm, clock, advance, databases, errors, stream } = setUp();
    stream.subscribe((transition) => Object.assign(transition, { to: 'spoilt' }));
    const received = record(stream);
    confirm('a', { state: 'active' });
    await advance(2000);
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
    expect(errors).toHaveLength(1);
  });

  const updating = { state: 'active', modifying_state: 'updating' };
  const atRest = ['', null, undefined];
  const gone = new FleetError('not-found', 'get-database', 'no');
  const never = recordOf('a', { state: 'active' });

  test.each<[string, readonly (Facts | ((store: ReturnType<typeof setUp>) => void))[], string[]]>([
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
    expect(received.map(show)).toEqual(expected);
  });
});

describe('the stream of transitions', () => {
  test('emits each change of a commit, in its order, after all views show the last one', () => {
    const { commits, confirm, databases, stream } = setUp();
    confirm('a', { state: 'active' });
    confirm('b', { state: 'active' });
    const notified: string[] = [];
    databases.record('a').subscribe(() => notified.push('view'));
    stream.subscribe((transition) => {
      const shown = ['a', 'b'].map((id) => databases.field(id, 'state').value);
      notified.push(`${show(transition)}, shown: ${shown.join()}`);
    });
    commits.commit(() => {
      confirm('b', { state: 'passive' });
      confirm('a', { state: 'passive' });
      confirm('b', { state: 'suspended' });
    });
    expect(notified).toEqual([
      'view',
      'view',
      'b state: active -> passive, shown: passive,suspended',
      'a state: active -> passive, shown: passive,suspended',
      'b state: passive -> suspended, shown: passive,suspended',
    ]);
  });

  test('completes on dispose, also for later subscribers, after the kept history', async () => {
    const { stream, dispose, flip } = setUp();
    const whole = firstValueFrom(stream.pipe(toArray()));
    flip(2);
    dispose();
    flip(1);
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
    const { databases, stream, flip } = setUp();
    flip(1);
    const reads: { state: unknown; latest: number; since: Transition[] }[] = [];
    databases.record('a').subscribe((now) => {
      const { latest } = stream;
      reads.push({ state: now?.state, latest, since: record(stream.since(latest)) });
    });
    flip(2);
    expect(reads.map(({ state, latest, since }) => [state, latest, sequences(since)])).toEqual([
      ['active', 1, [2, 3]],
      ['passive', 2, [3]],
      ['active', 3, []],
    ]);
  });

  test('shows by `oldest`, and by the first sequence, that the history is incomplete', () => {
    const { stream, flip } = setUp();
    expect([stream.oldest, stream.latest]).toEqual([1, 0]);
    flip(1000);
    expect([stream.oldest, stream.latest]).toEqual([1, 1000]);
    flip(2);
    expect([stream.oldest, stream.latest]).toEqual([3, 1002]);
    expect(sequences(record(stream.since(0)))).toEqual(range(3, 1002));
    expect(sequences(record(stream.since(2)))).toEqual(range(3, 1002));
  });

  test.each([
    [-1, [1, 2, 3, 4]],
    [1.5, [2, 3, 4]],
    [3, [4]],
    // A restarted fleet counts from the start. Its transitions must not be dropped until it reaches the old count.
    [500, [4]],
  ])('accepts %s', (sequence, expected) => {
    const { stream, flip } = setUp();
    flip(3);
    const received = record(stream.since(sequence));
    flip(1);
    expect(sequences(received)).toEqual(expected);
  });

  test.each([Number.NaN, '1', null])('refuses %s', (sequence) => {
    const { stream } = setUp();
    const issues = [{ path: 'sequence', message: 'expected a number' }];
    expect(errorOf(() => stream.since(sequence as number))).toMatchObject({ code: 'invalid-request', issues });
  });

  test('emits transitions that a subscriber causes during the history in order, also beyond the kept number', () => {
    const { stream, flip } = setUp();
    flip(1000);
    const received: number[] = [];
    stream.since(0).subscribe(({ sequence }) => {
      received.push(sequence);
      if (sequence === 1) flip(7);
    });
    expect(received).toEqual(range(1, 1007));
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
      const { commits, confirm, databases, stream, dispose } = setUp();
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
      for (const { since, received } of late) expect(sequences(received)).toEqual(range(since + 1, stream.latest));
      dispose();
    }),
    { numRuns: scaled({ short: 200, long: 1000 }) },
  );
});

describe('the recent transitions', () => {
  test('are at most the requested number, 50 by default', () => {
    const { recent, follow } = setUp();
    follow('a', ...Array.from({ length: 61 }, (_, at) => String(at)));
    expect([{}, { limit: 3 }, { limit: 0 }, { limit: 1000 }].map((each) => recent(each).value.length)).toEqual([
      50, 3, 0, 60,
    ]);
    expect(short(recent({ limit: 2 }).value)).toBe('a 60, a 59');
  });

  test('change once for a commit with several transitions, and when a shown transition is dropped', () => {
    const { recent, follow, confirm, flip } = setUp();
    const emitted: string[] = [];
    follow('b', 'active');
    recent({ id: 'b' }).subscribe((now) => emitted.push(short(now)));
    confirm('b', { state: 'suspended', modifying_state: 'updating' });
    flip(1000);
    expect(emitted).toEqual(['', 'b updating, b suspended', 'b updating', '']);
  });

  test.each<[unknown, readonly string[]]>([
    [{ id: 7, limit: 'all' }, ['id', 'limit']],
    [{ limit: 1.5 }, ['limit']],
    [null, ['']],
  ])('are refused for wrong options: %j', (options, paths) => {
    const { recent } = setUp();
    const error = errorOf(() => recent(options as RecentTransitionsOptions));
    expect(error).toMatchObject({ code: 'invalid-request', issues: paths.map((path) => ({ path })) });
  });

  test('show restored transitions to a subscriber from before the restore', () => {
    const { commits, log, recent, follow } = setUp();
    follow('a', 'active', 'suspended');
    const emitted: string[] = [];
    recent().subscribe((now) => emitted.push(short(now)));
    const restored = { ...log.kept[0], id: 'b', sequence: 7 } as Transition;
    commits.commit(() => restoreTransitions(log, [restored], 7));
    expect(emitted).toEqual(['a suspended', 'a suspended, b suspended']);
    expect(log.latest).toBe(8);
  });
});
