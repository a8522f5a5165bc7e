import { expect, describe, it } from 'vitest';
import { connectDevtools, defineFleetInspector } from '../../src/devtools/index.js';
import { createLeakSearch } from '../support/leaks.js';
import { account, createFleetUnderTest, idsUpTo, quick } from '../core/fleet/fleet-under-test.js';
import { databaseOf } from '../core/fleet/scripted-service.js';
import { installExtension } from './fake-extension.js';

const secrets = ['CANARY-password-of-a-database', 'CANARY-token-of-an-index', account.password];

/** A fleet with a database of each kind, an index and an extension. */
function setUp(perSecond = quick.perSecond) {
  const extension = installExtension();
  const under = createFleetUnderTest({ polling: { ...quick, perSecond, burst: perSecond } });
  let state = 'active';
  under.service.respond(({ operation, id }) => {
    if (operation === 'list') return { json: [{ id: 'products', name: 'products', token: secrets[1] }] };
    if (id === 'gone') return { status: 404, json: { error: `no ${secrets[2]}` } };
    return { json: databaseOf(id, { state, password: secrets[0] }) };
  });
  return { ...under, extension, suspend: () => (state = 'suspended') };
}

const typesOf = (sent: readonly { readonly action: { readonly type: string } | undefined }[]) =>
  sent.map(({ action }) => action?.type);

describe('connectDevtools', () => {
  it('shows the state as a tree', async () => {
    const { fleet, extension, advance } = setUp();
    fleet.databases.add(['a', 'gone']);
    fleet.databases.entry('a').subscribe(() => {});
    fleet.indices.all.subscribe(() => {});
    await advance(100);
    connectDevtools(fleet, { name: 'production', maxAge: 50 });
    expect(extension.connections).toEqual([
      { name: 'production', maxAge: 50, features: { pause: true, export: true } },
    ]);
    const [{ action, state } = {} as never] = extension.take();
    expect(action).toBeUndefined();
    expect(state).toMatchObject({
      databases: {
        a: { status: 'fresh', record: { state: 'active' }, plan: { reasons: ['added', 'observed'], failures: 0 } },
        gone: { status: 'missing', error: { code: 'not-found' }, plan: { everyMs: 300_000 } },
      },
      indices: { products: { status: 'fresh', record: { name: 'products' } } },
      indexList: { status: 'fresh', reasons: [expect.stringMatching('observed')], everyMs: 30_000 },
      polling: { state: 'running', breaker: 'closed', known: 2 },
      limiter: { concurrency: 1000, heldMs: 0 },
      storage: { state: 'none' },
      sharing: { state: 'none' },
    });
    expect(state).not.toHaveProperty('indices.products.plan');
  });

  it('sends an action for each request, answer, failure, commit, transition, drift and pause, without secrets', async () => {
    const { fleet, extension, advance, suspend } = setUp();
    connectDevtools(fleet);
    fleet.databases.add(['a', 'gone']);
    await advance(1000);
    suspend();
    await fleet.databases.refresh('a');
    fleet.polling.pause('maintenance');
    extension.take();
    await advance(1000);
    const first = extension.take();
    expect(typesOf(first)).toEqual([
      'request get-database a',
      'transition a',
      'commit database a',
      'answer get-database a',
      'polling paused',
    ]);
    fleet.polling.resume();
    await fleet.databases.refresh('gone').catch(() => {});
    await fleet.indices.refresh();
    await advance(500);
    const sent = extension.take();
    expect(typesOf(sent)).toEqual(
      expect.arrayContaining([
        'polling running',
        'failure get-database gone',
        'commit index products',
        'drift index products',
      ]),
    );
    const failure = sent.find(({ action }) => action?.['kind'] === 'failure');
    expect(failure?.action).toMatchObject({ id: 'gone', error: { code: 'not-found', status: 404 } });
    expect(failure?.state.databases['gone']).toMatchObject({ status: 'missing' });
    expect(createLeakSearch(secrets)([...first, ...sent])).toEqual([]);
  });

  it('sends a few states a second, of a few databases, in a fleet of 10,000', async () => {
    const { fleet, extension, advance } = setUp(200);
    connectDevtools(fleet);
    extension.take();
    fleet.databases.add(idsUpTo(10_000));
    await advance(1000);
    const sent = extension.take();
    expect(new Set(sent.map(({ source }) => source)).size).toBeLessThanOrEqual(2);
    expect(sent.length).toBeLessThanOrEqual(52);
    expect(sent[0]?.action?.type).toMatch(/^more actions: \d+$/);
    for (const { state } of sent) expect(Object.keys(state.databases)).toHaveLength(101);
    expect(sent[0]?.state.databases).toHaveProperty('and 9900 more');
    fleet.polling.pause();
    await advance(1000);
    const refreshed = fleet.databases.refresh('id-7777');
    await advance(1000);
    await refreshed;
    expect(extension.take().at(-1)?.state.databases['id-7777']).toMatchObject({ status: 'fresh' });
  });

  it('answers a jump with the present state', async () => {
    const { fleet, extension, advance } = setUp();
    connectDevtools(fleet);
    fleet.databases.add(['a']);
    await advance(1000);
    for (const jump of ['JUMP_TO_ACTION', 'JUMP_TO_STATE', 'TOGGLE_ACTION', 'IMPORT_STATE']) {
      extension.take();
      extension.dispatch(jump);
      const sent = extension.take();
      expect(typesOf(sent)).toEqual(['the present state']);
      expect(sent[0]?.state.databases['a']).toMatchObject({ status: 'fresh' });
    }
    for (const reset of ['COMMIT', 'RESET', 'ROLLBACK']) {
      extension.dispatch(reset);
      expect(typesOf(extension.take())).toEqual([undefined]);
    }
    extension.dispatch('LOCK_CHANGES');
    extension.post({ type: 'ACTION', payload: '{"type":"x"}' });
    extension.post(undefined);
    expect(extension.take()).toEqual([]);
  });

  it('sends nothing while the window is closed', async () => {
    const { fleet, extension, advance } = setUp();
    connectDevtools(fleet);
    fleet.polling.pause();
    extension.post({ type: 'STOP' });
    extension.take();
    await fleet.databases.refresh('a');
    extension.dispatch('JUMP_TO_STATE');
    await advance(1000);
    expect(extension.take()).toEqual([]);
    fleet.databases.add(['a']);
    extension.post({ type: 'START' });
    const [first] = extension.take();
    expect(first).toMatchObject({ action: undefined, state: { databases: { a: { status: 'fresh' } } } });
    await fleet.databases.refresh('a');
    await advance(500);
    expect(typesOf(extension.take())).toContain('answer get-database a');
  });

  it('is ended by the returned function, by dispose, and by another call for the fleet', async () => {
    const { fleet, extension, advance } = setUp();
    const end = connectDevtools(fleet);
    const endSecond = connectDevtools(fleet);
    expect(extension.listeners.size).toBe(1);
    end();
    expect(extension.listeners.size).toBe(1);
    endSecond();
    endSecond();
    expect(extension.listeners.size).toBe(0);
    extension.take();
    fleet.databases.add(['a']);
    await advance(1000);
    expect(extension.take()).toEqual([]);

    const endThird = connectDevtools(fleet);
    await fleet.databases.refresh('a');
    fleet.dispose();
    expect(extension.listeners.size).toBe(0);
    extension.take();
    await advance(1000);
    expect(extension.take()).toEqual([]);
    endThird();
    expect(() => connectDevtools(fleet)).toThrow(expect.objectContaining({ code: 'disposed' }));
  });

  it('does nothing without the extension, as on a server, and neither does the inspector', async () => {
    expect(() => defineFleetInspector()).not.toThrow();
    const { fleet, clock } = createFleetUnderTest();
    const end = connectDevtools(fleet, { name: 'x' });
    await fleet.databases.refresh('a');
    expect(clock.armed).toBe(1); // the retention of the record
    end();
    end();
  });

  it('refuses invalid options, and a value that is not a fleet', () => {
    const { fleet } = createFleetUnderTest();
    // The extension does not take one action alone.
    for (const [path, value] of Object.entries({ name: 1, maxAge: 1, maxage: 5 })) {
      const refusal = { code: 'invalid-request', issues: [expect.objectContaining({ path })] };
      expect(() => connectDevtools(fleet, { [path]: value } as object)).toThrow(expect.objectContaining(refusal));
    }
    expect(() => connectDevtools({} as never)).toThrow('connectDevtools expects a fleet');
  });
});

const fail = (): never => expect.fail('the extension was updated');

it.each<[string, Parameters<typeof installExtension>[0], number]>([
  ['`init` and `send` throw', { isBroken: true }, 2],
  ['`subscribe` throws', { connect: () => ({ init: () => {}, subscribe: fail }) }, 1],
  ['`connect` returns nothing', { connect: () => {} }, 1],
])('connectDevtools reports an extension whose %s, and the fleet goes on', async (_, options, count) => {
  installExtension(options);
  const { fleet, errors, advance } = createFleetUnderTest({ polling: quick });
  const end = connectDevtools(fleet);
  fleet.databases.add(['a']);
  await advance(1000);
  end();
  expect(errors).toHaveLength(count);
  expect(fleet.databases.entry('a').value.status).toBe('fresh');
});
