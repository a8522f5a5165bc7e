import { expect } from 'vitest';
import type { Database } from '../../../src/index.js';
import type { Part } from './binding-under-test.js';
import type { StageTest } from './stage.js';

export function testRenders(test: StageTest): void {
  test('one change in a hundred rows renders one row, once', async ({ stage }) => {
    const ids = Array.from({ length: 100 }, (_, at) => `id-${at}`);
    await Promise.all(ids.map((id) => stage.fleet.databases.refresh(id)));
    await stage.load(...ids.map((id): Part => ({ ask: 'database', id })));
    stage.newRenders();

    await stage.change('id-42', { database_name: 'new' });
    expect(stage.on(42)).toMatchObject({ database_name: 'new' });
    expect(stage.newRenders()).toBe(1);
  });

  test('an answer that confirms a record does not render its components', async ({ stage }) => {
    await stage.fleet.databases.refresh('a');
    await stage.load(
      { ask: 'database', id: 'a' },
      { ask: 'selection', id: 'a', selector: (record) => record?.state },
      { ask: 'databases' },
      { ask: 'limits', resource: 'database', id: 'a' },
      { ask: 'summary' },
      { ask: 'transitions' },
      { ask: 'known' },
    );
    stage.newRenders();
    await stage.fleet.databases.refresh('a');
    await stage.pass();
    expect(stage.newRenders()).toBe(0);
  });

  test('a row that reads `record` and `error` renders when one of them changes, and not for an unchanged poll', async ({
    stage,
  }) => {
    await stage.fleet.databases.refresh('a');
    await stage.load({ ask: 'entry', id: 'a', reads: ['record', 'error'] });
    stage.newRenders();
    stage.service.clear();
    await stage.pass(60_000);
    expect(stage.service.requests.length).toBeGreaterThan(1);
    expect(stage.newRenders()).toBe(0);

    await stage.change('a', { database_name: 'new' });
    expect(stage.on(0)).toContain('"new"');
    expect(stage.newRenders()).toBe(1);

    stage.service.respond(() => ({ status: 500 }));
    await stage.fleet.databases.refresh('a').catch(() => {});
    await stage.pass();
    expect(stage.on(0)).toMatch(/"new".*unavailable/);
    expect(stage.newRenders()).toBe(1);
  });

  test('a selection renders only when it changes, keeps its reference while it is equal, and follows its selector', async ({
    stage,
  }) => {
    await stage.fleet.databases.refresh('a');
    const selector = (record: Database | undefined): readonly unknown[] => [record?.state];
    const equals = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
    const name: Part = { ask: 'selection', id: 'a', selector: (record) => record?.database_name };
    await stage.show({ ask: 'selection', id: 'a', selector, equals }, name);
    const shown = stage.on(0);
    // New functions with the same behaviour must not change the selection.
    await stage.load({ ask: 'selection', id: 'a', selector: (record) => selector(record), equals }, name);
    expect(stage.on(0)).toBe(shown);
    stage.newRenders();
    await stage.change('a', { database_name: 'new' });
    expect(stage.on(0)).toBe(shown);
    expect(stage.on(1)).toBe('new');
    expect(stage.newRenders()).toBe(1);
    await stage.change('a', { database_name: 'new', state: 'suspended' });
    expect(stage.on(0)).toEqual(['suspended']);
    expect(stage.newRenders()).toBe(1);
    const changed = stage.on(0);
    await stage.show({ ask: 'selection', id: 'a', selector: (record) => selector(record), equals }, name);
    expect(stage.on(0)).toBe(changed);
    await stage.show({ ask: 'selection', id: 'a', selector: (record) => record?.database_id, equals }, name);
    expect(stage.on(0)).toBe('a');
  });

  test('the changes of one commit appear on the page together', async ({ stage }) => {
    const list = (name: string) => ({ json: ['a', 'b'].map((id) => ({ id, name })) });
    stage.service.respond(() => list('old'));
    await stage.fleet.indices.refresh();
    await stage.load(
      { ask: 'index', id: 'a' },
      { ask: 'index', id: 'b' },
      { ask: 'indices' },
      { ask: 'index', id: 'a' },
    );
    const seen = new Set<string>();
    const observer = new MutationObserver(() => {
      const [a, b, all, again] = [0, 1, 2, 3].map((at) => stage.on(at)) as [Named, Named, readonly Named[], Named];
      seen.add([a, b, ...all, again].map(({ name }) => name).join(' '));
    });
    observer.observe(stage.container, { childList: true, characterData: true, subtree: true });
    stage.service.respond(() => list('new'));
    await stage.fleet.indices.refresh();
    await stage.pass();
    expect([...seen]).toEqual(['new new new new new']);
    observer.disconnect();
  });
}

interface Named {
  readonly name: string;
}
