import { createDatabase, waitFor } from '../../src/index.js';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFleet } from '../../src/core/fleet/fleet.js';
import { atRest } from '../../src/core/records/database-state.js';
import {
  createControlClient,
  createMemoryService,
  type MemoryServiceOptions,
  type MemoryService,
} from '../../src/service/memory.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const credentials = { username: 'demo', password: 'canary-password' };
const request = { database_name: 'sessions', platform: 'aws', primary_region: 'eu-west-1' } as const;
const baseUrl = 'http://localhost';

function make(options: Partial<MemoryServiceOptions> = {}): MemoryService {
  const service = createMemoryService({ credentials, lifecycle: { creatingMs: 0, updatingMs: 0 }, ...options });
  onTestFinished(() => service.close());
  return service;
}

describe('createMemoryService', () => {
  it('serves a fleet: create, get, list and wait', async () => {
    const service = make({ seed: { indices: [{ id: 'products-1', name: 'products' }] } });
    const fleet = createFleet({ baseUrl, credentials, fetch: service.fetch });
    onTestFinished(() => fleet.dispose());
    const { database_id: id } = await createDatabase(fleet, request);
    expect(await fleet.databases.refresh(id)).toMatchObject({ database_name: 'sessions' });
    expect(await waitFor(fleet, id, atRest)).toMatchObject({ modifying_state: '' });
    expect((await fleet.indices.refresh()).map(({ name }) => name)).toEqual(['products']);
  });

  it('serves the control API through its fetch', async () => {
    const service = make({ controlToken: 'let-me-in' });
    const control = createControlClient({ baseUrl, token: 'let-me-in', fetch: service.fetch });
    const fleet = createFleet({ baseUrl, credentials, fetch: service.fetch });
    onTestFinished(() => fleet.dispose());
    await control.indices.add({ name: 'products' });
    await control.faults.inject({ kind: 'status', status: 503, times: 1 });
    await expect(fleet.indices.refresh()).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    expect((await fleet.indices.refresh()).map(({ name }) => name)).toEqual(['products']);
    expect((await control.requests.list()).map(({ status }) => status)).toEqual([503, 200]);
  });

  it('refuses the options that need Node, and other unknown options', () => {
    for (const name of ['directory', 'redis', 'listen'])
      expect(() => createMemoryService({ credentials, [name]: 'canary-value' } as MemoryServiceOptions)).toThrow(
        new RegExp(`^Invalid service options: ${name}: (?!.*canary)`),
      );
  });

  it.each([
    ['another password', `Basic ${btoa('demo:other')}`],
    ['a prefix of the password', `Basic ${btoa('demo:canary')}`],
    ['a longer password', `Basic ${btoa('demo:canary-password2')}`],
    ['no password', 'Basic'],
    ['a text that is not base64', 'Basic a'],
  ])('answers 401 to %s', async (_, authorization) => {
    const { status } = await make().fetch(`${baseUrl}/v2/vector/index`, { headers: { authorization } });
    expect(status).toBe(401);
  });

  it('rejects requests in flight and later requests when it is closed', async () => {
    const service = make();
    const authorization = `Basic ${btoa('demo:canary-password')}`;
    const pending = service.fetch(`${baseUrl}/v2/vector/index`, { headers: { authorization } });
    const [result] = await Promise.allSettled([pending, service.close(), service.close()]);
    const closed = new TypeError('fetch failed: the service is closed');
    expect(result).toEqual({ status: 'rejected', reason: closed });
    await expect(service.fetch(baseUrl)).rejects.toEqual(closed);
  });

  it('accepts 30 requests at once without a leak warning', async () => {
    const warnings: unknown[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    const service = make();
    await Promise.all(Array.from({ length: 30 }, () => service.fetch(`${baseUrl}/v2/vector/index`)));
    expect(warnings).toEqual([]);
  });
});

describe('src/service/memory.ts', () => {
  it(
    'bundles for a browser without a module of Node, and serves a fleet in a worker',
    { timeout: 60_000 },
    async () => {
      const program = `
      import { createDatabase, createFleet } from './src/index.ts';
      import { createMemoryService } from './src/service/memory.ts';
      const credentials = { username: 'demo', password: 'demo' };
      const seed = { indices: [{ id: 'products-1', name: 'products' }] };
      const service = createMemoryService({ credentials, seed });
      const fleet = createFleet({ baseUrl: 'http://localhost', credentials, fetch: service.fetch });
      const { database_id: id } = await createDatabase(fleet, ${JSON.stringify(request)});
      const { database_name } = await fleet.databases.refresh(id);
      const [index] = await fleet.indices.refresh();
      fleet.dispose();
      await service.close();
      globalThis.report([database_name, index.name]);`;
      // A module of Node that a file imports, directly or through others, ends this build with an error.
      const { outputFiles } = await build({
        stdin: { contents: program, resolveDir: root },
        bundle: true,
        write: false,
        platform: 'browser',
        format: 'esm',
        logLevel: 'silent',
      });
      const [{ text } = { text: '' }] = outputFiles;
      expect(text).not.toMatch(/["']node:|\bBuffer\b/);
      const report = `import { parentPort } from 'node:worker_threads';
      globalThis.report = (value) => parentPort.postMessage(value);
      delete globalThis.process;`;
      const moduleOf = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
      const entry = `await import(${JSON.stringify(moduleOf(report))}); await import(${JSON.stringify(moduleOf(text))});`;
      const worker = new Worker(new URL(moduleOf(entry)));
      onTestFinished(async () => void (await worker.terminate()));
      const reported = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
      expect(reported).toEqual(['sessions', 'products']);
    },
  );
});
