import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { createTroubles } from '../../../../../src/apps/dashboard/page/polling/troubles.js';
import { FleetError, type Activity, type FleetErrorCode, type Operation } from '../../../../../src/index.js';

function createSubject() {
  const activity = new Subject<Activity>();
  const troubles = createTroubles({ activity: activity as never });
  const of = (operation: Operation, id?: string) => ({
    at: 0,
    durationMs: 1,
    operation,
    ...(id !== undefined && { id }),
  });
  return {
    troubles,
    fails: (code: FleetErrorCode, id?: string, operation: Operation = 'get-database') =>
      activity.next({ kind: 'failure', ...of(operation, id), error: new FleetError(code, operation, code) }),
    answers: (id?: string) => activity.next({ kind: 'answer', ...of('get-database', id) }),
  };
}

describe('createTroubles', () => {
  it('counts what fails until it succeeds, each once', () => {
    const { troubles, fails, answers } = createSubject();
    fails('timeout', 'a');
    fails('timeout', 'a');
    fails('unavailable', 'b');
    expect(troubles.value).toMatchObject({ failing: 2, last: { code: 'unavailable' } });
    answers('b');
    expect(troubles.value).toMatchObject({ failing: 1, last: { code: 'timeout' } });
    answers('a');
    expect(troubles.value).toEqual({ failing: 0, last: undefined });
  });

  it('counts the list of vector indices, which has no id, as one more', () => {
    const { troubles, fails } = createSubject();
    fails('timeout', 'a');
    fails('timeout', undefined, 'list-vector-indices');
    expect(troubles.value.failing).toBe(2);
  });

  it('does not count what is no trouble: a database that is gone, a request that was given up, a refused create', () => {
    const { troubles, fails } = createSubject();
    fails('timeout', 'a');
    fails('not-found', 'a');
    fails('aborted', 'b');
    fails('rejected', undefined, 'create-database');
    expect(troubles.value.failing).toBe(0);
  });

  it('tells nobody of answers that change nothing', () => {
    const { troubles, answers } = createSubject();
    let told = 0;
    troubles.subscribe(() => (told += 1));
    answers('a');
    expect(told).toBe(1);
  });
});
