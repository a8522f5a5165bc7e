import { describe, expect, test, vi } from 'vitest';
import { createCell } from '../../../src/core/store/cell.js';
import { Commits } from '../../../src/core/store/commits.js';
import { Events } from '../../../src/core/store/events.js';

function setUp() {
  const errors: unknown[] = [];
  const commits = new Commits((error) => errors.push(error));
  return { commits, errors, cell: createCell(commits, 0), other: createCell(commits, 0) };
}

describe('a commit', () => {
  test('that changes a value and changes it back notifies no subscriber', () => {
    const { commits, cell } = setUp();
    const next = vi.fn<(value: number) => void>();
    cell.view.subscribe(next);
    commits.commit(() => {
      cell.set(1);
      cell.set(0);
    });
    expect(next).toHaveBeenCalledTimes(1);
  });

  test('that throws is reported; its earlier changes are notified, and the next commit works', () => {
    const { commits, errors, cell } = setUp();
    const emitted: number[] = [];
    const thrown = new RangeError('of a change');
    cell.view.subscribe((now) => emitted.push(now));
    commits.commit(() => {
      cell.set(1);
      throw thrown;
    });
    cell.set(2);
    expect(errors).toEqual([thrown]);
    expect(emitted).toEqual([0, 1, 2]);
  });

  test('in a render has its values at once, and notifies each subscriber once, later', async () => {
    const { commits, cell, other } = setUp();
    const emitted: string[] = [];
    cell.view.subscribe((now) => emitted.push(`cell ${now}`));
    other.view.subscribe((now) => emitted.push(`other ${now}, cell ${cell.view.value}`));
    emitted.length = 0;
    commits.commitInRender(() => cell.set(1));
    commits.commitInRender(() => cell.set(2));
    expect([cell.view.value, emitted]).toEqual([2, []]);
    await Promise.resolve();
    expect(emitted).toEqual(['cell 2']);
    commits.commitInRender(() => cell.set(3));
    other.set(1);
    expect(emitted).toEqual(['cell 2', 'cell 3', 'other 1, cell 3']);
    await Promise.resolve();
    expect(emitted).toHaveLength(3);
  });

  test('in a render is queued during a notification, and does nothing after `dispose`', async () => {
    const { commits, cell, other } = setUp();
    const seen: number[] = [];
    cell.view.subscribe((now) => {
      if (now === 1) commits.commitInRender(() => other.set(5));
      seen.push(other.view.value);
    });
    cell.set(1);
    expect([seen, other.view.value]).toEqual([[0, 0], 5]);
    commits.dispose();
    commits.commitInRender(() => other.set(6));
    await Promise.resolve();
    expect(other.view.value).toBe(5);
  });

  test('made by a subscriber is applied before the outermost commit returns', () => {
    const { cell } = setUp();
    cell.view.subscribe((now) => {
      if (now < 100_000) cell.set(now + 1);
    });
    expect(cell.view.value).toBe(100_000);
    cell.set(0);
    expect(cell.view.value).toBe(100_000);
  });

  test('made by a subscriber is queued, also after it subscribed to another view', () => {
    const { cell, other } = setUp();
    const log: string[] = [];
    cell.view.subscribe((now) => {
      if (now === 1) {
        other.view.subscribe();
        cell.set(2);
      }
      log.push(`first ${now}`);
    });
    cell.view.subscribe((now) => log.push(`second ${now}`));
    log.length = 0;
    cell.set(1);
    expect(log).toEqual(['first 1', 'second 1', 'first 2', 'second 2']);
  });

  test('after disposal does nothing, nor does a queued one; the running one still reaches its views', () => {
    const { commits, cell } = setUp();
    const shown: number[] = [];
    cell.view.subscribe((now) => {
      if (now !== 1) return;
      commits.afterViews(() => shown.push(cell.view.value));
      cell.set(2);
      commits.dispose();
    });
    cell.set(1);
    cell.set(3);
    expect([cell.view.value, shown]).toEqual([1, [1]]);
    expect(commits.isDisposed).toBe(true);
  });
});

describe('events', () => {
  test('are emitted in order after the views of their commit and the tasks that a subscriber leaves', () => {
    const { commits, cell } = setUp();
    const events = new Events<string>(commits);
    const log: string[] = [];
    events.stream.subscribe((event) => log.push(`${event} ${cell.view.value}`));
    cell.view.subscribe((now) => {
      if (now === 1) commits.afterViews(() => log.push('task'));
    });
    cell.view.subscribe((now) => log.push(`view ${now}`));
    commits.commit(() => {
      events.emit('first');
      cell.set(1);
      events.emit('second');
    });
    cell.set(2);
    expect(log).toEqual(['view 0', 'view 1', 'task', 'first 1', 'second 1', 'view 2']);
  });

  test('reach all listeners in the same order, also when a listener causes another event', () => {
    const { commits, cell } = setUp();
    const events = new Events<string>(commits);
    const received: string[][] = [[], []];
    events.stream.subscribe((event) => {
      if (event === 'cause') commits.commit(() => events.emit('by a commit'));
      if (event === 'cause') events.emit('at once');
      received[0]?.push(event);
    });
    events.stream.subscribe((event) => received[1]?.push(event));
    events.emit('cause');
    expect(received[0]).toEqual(['cause', 'at once', 'by a commit']);
    expect(received[1]).toEqual(received[0]);
    cell.set(1);
    expect(received[0]).toHaveLength(3);
  });

  test('continue after a listener or its teardown throws, and complete once', () => {
    const { commits, errors } = setUp();
    const events = new Events<number>(commits);
    const received: unknown[] = [];
    const throwing = events.stream.subscribe(() => {
      throw new RangeError('of a listener');
    });
    throwing.add(() => {
      throw new RangeError('of a teardown');
    });
    events.stream.subscribe({ next: (event) => received.push(event), complete: () => received.push('end') });
    events.emit(1);
    events.emit(2);
    commits.dispose();
    commits.end();
    events.emit(3);
    expect(received).toEqual([1, 2, 'end']);
    expect(errors).toHaveLength(3);
    expect(events.isObserved).toBe(false);
  });
});
