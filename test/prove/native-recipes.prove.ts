import { EventEmitter } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFleet, type Fleet, type FleetSnapshot } from 'fleetglass';
import { createControlClient, createService } from 'fleetglass/service';
import { recipeFiles } from '../docs/printed-files.js';
import { scaled } from '../support/scale.js';
import { createApplication, type Application } from './application.js';
import { isRegistryReachable } from './npm.js';
import { typeErrors } from './type-errors.js';

/** Applications without a server of pages. They are compiled with the types of their platform, and run in Node. */
const credentials = { username: 'somebody@example.com', password: 'CANARY-of-the-account' };
const seed = { databases: [{ database_name: 'orders', platform: 'aws', primary_region: 'eu-west-1' }] } as const;
const isReachable = await isRegistryReachable('the check of the recipes of Electron and React Native');
/** The packages of React Native take 360 MB. */
const isLong = scaled({ short: false, long: true });
const WAIT = { timeout: 20_000, interval: 50 };

async function createFixture(section: string, packages: string) {
  const application = await createApplication({ packages, files: [] });
  onTestFinished(() => application[Symbol.asyncDispose]());
  const files = recipeFiles('docs/recipes.md', section);
  await application.write(files);
  const service = createService({ credentials, controlToken: 'token', seed });
  onTestFinished(() => service.close());
  const control = createControlClient({ baseUrl: 'http://localhost', token: 'token', fetch: service.fetch });
  const [database] = await control.databases.list();
  return { application, paths: files.map(({ path }) => path), service, control, id: String(database?.['database_id']) };
}

const optionsOf = (...types: string[]) => ({ jsx: 'react-jsx', lib: ['es2023', 'dom', 'esnext.disposable'], types });

/** Imports a module of an application, with other modules in place of those of its platform. */
async function load<Module>({ folder }: Application, file: string, alias: Record<string, string> = {}) {
  const outfile = join(folder, `${file}.mjs`);
  await build({
    entryPoints: [join(folder, file)],
    outfile,
    bundle: true,
    format: 'esm',
    external: ['fleetglass'],
    alias,
  });
  return (await import(/* @vite-ignore */ outfile)) as Module;
}

const stateOf = (fleet: Fleet, id: string): string | undefined =>
  fleet.databases.record(id, { passive: true }).value?.state;

describe.skipIf(!isReachable)('the recipe for', () => {
  test('Electron shows the fleet of the main process in a window, without requests and secrets', async () => {
    const { application, paths, service, control, id } = await createFixture('Electron', 'electron @types/node@20');
    expect(await typeErrors(application.folder, paths, optionsOf('node'))).toBe('');
    type Answer = (event: { sender: EventEmitter }) => FleetSnapshot;
    const { shareFleet } = await load<{ shareFleet(fleet: Fleet, ipc: object): void }>(application, 'share-fleet.ts');
    const { mirrorFleet } = await load<{ mirrorFleet(main: object): Promise<Fleet> }>(application, 'mirror-fleet.ts');

    using main = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
    main.databases.add([id]);
    await main.databases.refresh(id);
    const answers = new Map<string, Answer>();
    shareFleet(main, { handle: (channel: string, answer: Answer) => answers.set(channel, answer) });

    const sent: string[] = [];
    let listener: ((snapshot: FleetSnapshot) => void) | undefined;
    // Electron clones what it sends.
    const clone = (snapshot: FleetSnapshot): FleetSnapshot => (
      sent.push(JSON.stringify(snapshot)),
      structuredClone(snapshot)
    );
    const sender = Object.assign(new EventEmitter(), {
      send: (channel: string, snapshot: FleetSnapshot) => (expect(channel).toBe('fleet'), listener?.(clone(snapshot))),
    });
    const ask = (): FleetSnapshot => clone((answers.get('fleet') as Answer)({ sender }));
    using mirror = await mirrorFleet({
      ask: async () => ask(),
      subscribe: (each: typeof listener) => (listener = each),
    });
    const shown: (string | undefined)[] = [];
    mirror.databases.record(id).subscribe((record) => shown.push(record?.state));
    await control.databases.set(id, { state: 'suspended' });
    await main.databases.refresh(id);
    expect(shown).toEqual(['active', 'suspended']);
    await control.faults.inject({ kind: 'status', status: 404 });
    await main.databases.refresh(id).catch(() => {});
    await control.faults.clear();
    expect(mirror.databases.entry(id).value.status).toBe('missing');
    expect(mirror.databases.tracked.value).toEqual([id]);
    expect(mirror.polling.status.value).toMatchObject({ state: 'paused', requestsLastMinute: 0 });
    for (const secret of Object.values(credentials)) expect(sent.filter((text) => text.includes(secret))).toEqual([]);

    await main.databases.refresh(id);
    expect(sent.at(-1)).toContain('"status":"fresh"');
    // The window reloads, and a frame in it loads.
    ask();
    sender.emit('did-start-loading');
    await control.databases.set(id, { state: 'active' });
    await main.databases.refresh(id);
    expect(sent).toHaveLength(6);
    expect(sender.listenerCount('destroyed')).toBe(1);
    sender.emit('destroyed');
    await control.databases.set(id, { state: 'suspended' });
    await main.databases.refresh(id);
    expect(sent).toHaveLength(6);
  });

  test.runIf(isLong)('React Native polls in the foreground only, in a runtime without a document', async () => {
    expect('document' in globalThis).toBe(false);
    const packages = 'expo react react-native @types/react @types/node@20';
    const { application, paths, service, control, id } = await createFixture('React Native', packages);
    const { folder } = application;
    expect(await typeErrors(folder, paths, optionsOf('node', 'react-native'))).toBe('');
    await writeFile(join(folder, 'platform.mjs'), 'export const { AppState, fetch } = globalThis.platform;');
    const listeners = new Set<() => void>();
    const AppState = {
      currentState: 'active',
      addEventListener(_event: string, listener: () => void) {
        listeners.add(listener);
        return { remove: () => listeners.delete(listener) };
      },
    };
    let requests = 0;
    const fetch = (url: string, init?: RequestInit): Promise<Response> => {
      requests += 1;
      const path = new URL(url).pathname.replace('/fleet', '');
      const authorization = `Basic ${btoa(`${credentials.username}:${credentials.password}`)}`;
      return service.fetch(`http://localhost${path}`, { ...init, headers: { authorization } });
    };
    Object.assign(globalThis, { platform: { AppState, fetch } });
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'platform'));
    const platform = join(folder, 'platform.mjs');
    const { fleet } = await load<{ fleet: Fleet }>(application, 'fleet.ts', {
      'expo/fetch': platform,
      'react-native': platform,
    });
    onTestFinished(() => fleet.dispose());
    const move = (state: string): void => {
      AppState.currentState = state;
      for (const listener of listeners) listener();
    };

    fleet.databases.record(id, { everyMs: 100 }).subscribe();
    await expect.poll(() => stateOf(fleet, id), WAIT).toBe('active');
    move('background');
    await expect
      .poll(() => fleet.polling.status.value, WAIT)
      .toMatchObject({ state: 'paused', reason: { code: 'hidden' }, inFlight: 0 });
    await control.databases.set(id, { state: 'suspended' });
    const before = requests;
    // The time of several polls.
    await delay(1000);
    expect([requests, stateOf(fleet, id)]).toEqual([before, 'active']);
    move('active');
    await expect.poll(() => stateOf(fleet, id), WAIT).toBe('suspended');
    expect(requests).toBeGreaterThan(before);
  });
});
