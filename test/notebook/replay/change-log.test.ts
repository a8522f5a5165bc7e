import { expect, it } from 'vitest';
import { createChangeLog } from '../../../src/notebook/replay/change-log.js';
import type { HistoryChange, Version } from '../../../src/notebook/replay/resource-versions.js';

const change = (at: number, from: unknown, to: unknown, field = 'state'): HistoryChange => {
  return { resource: 'database', id: 'a', field, from, to, at };
};

/** The outcome of each change, with the time at which it was seen, or until which it is open. */
function outcomesOf(changes: readonly HistoryChange[][], use: (log: ReturnType<typeof createChangeLog>) => void) {
  const versions = changes.map((each, at): Version => {
    return { at, record: undefined, lastRecord: undefined, changes: each, isKnown: true };
  });
  const log = createChangeLog([{ resource: 'database', id: 'a', versions }]);
  use(log);
  return log.finish(100).map(({ at, kind, outcome, seenAt, openUntil }) => [at, kind, outcome, seenAt ?? openUntil]);
}

function show(log: ReturnType<typeof createChangeLog>, version: number, at: number): void {
  log.recordAt('database', 'a', version);
  log.shown('database', 'a', at);
}

it('returns until when the id of a change was known, also for a seen change', () => {
  const versions = [[], [change(1, 'active', 'passive')], [], [change(50, 'active', 'passive')]].map(
    (changes, at): Version => ({ at, record: undefined, lastRecord: undefined, changes, isKnown: at !== 2 }),
  );
  const log = createChangeLog([{ resource: 'database', id: 'a', versions }]);
  show(log, 1, 5);
  log.forgotten('a', 2, 20);
  show(log, 3, 60);
  expect(log.finish(100).map((each) => [each.outcome, log.knownUntil(each)])).toEqual([
    ['seen', 20],
    ['seen', 100],
  ]);
});

it('judges each field of the versions that were passed by itself, in the order of time', () => {
  const changes = [
    [],
    [
      change(5, 'active', 'passive'),
      change(5, undefined, 'updating', 'modifying_state'),
      change(4, undefined, 2, 'port'),
    ],
    [change(6, 'passive', 'active'), change(6, 'updating', 'deleting', 'modifying_state')],
  ];
  expect(outcomesOf(changes, (log) => log.forgotten('a', 2, 70))).toEqual([
    [4, 'other', 'open', 70],
    [5, 'beginning', 'missed', undefined],
    [5, 'beginning', 'missed', undefined],
    [6, 'end', 'missed', undefined],
    [6, 'other', 'open', 70],
  ]);
});
