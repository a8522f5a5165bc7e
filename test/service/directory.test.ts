import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDirectoryEngine } from '../../src/persistence/directory/directory-engine.js';
import { rejectionOf } from '../support/failure-of.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { openService } from './opened-service.js';

const make = (directory: string) => openService({ directory, lifecycle: { creatingMs: 3_600_000 } });

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

describe.skipIf(process.platform === 'win32')('a directory that other users can open', () => {
  it('gets restricted permissions, as do its folders', async () => {
    const directory = await temporaryFolder();
    const first = make(directory);
    await first.service.listen();
    await first.service.close();
    await mkdir(join(directory, 'redis'));
    const folders = ['', 'records', 'redis'].map((name) => join(directory, name));
    for (const path of folders) await chmod(path, 0o755);
    await make(directory).service.listen();
    for (const path of folders) expect(await modeOf(path), path).toBe('700');
  });

  it('is refused with other files in it, and stays unchanged, until its permissions are restricted', async () => {
    const directory = await temporaryFolder();
    const { service } = make(directory);
    await writeFile(join(directory, 'notes.txt'), '');
    await chmod(directory, 0o775);
    expect((await rejectionOf(service.listen())).message).toBe(
      `The directory ${directory} cannot be used: other users of this machine can open it, and it holds other files; ` +
        'choose a directory for fleetglass alone, or run chmod 700.',
    );
    expect([await modeOf(directory), await readdir(directory)]).toEqual(['775', ['notes.txt']]);
    await chmod(directory, 0o700);
    await service.listen();
  });
});

async function put(directory: string, key: string, text: string): Promise<void> {
  const engine = await openDirectoryEngine(join(directory, 'records'));
  await engine.write([{ key, text }]);
  await engine.close();
}

it.each(['{"password":"canary-secret"', '"canary-secret"', '{"password":"canary-secret","n":1e}'])(
  'a stored record that is damaged is named, and never quoted: %j',
  async (text) => {
    const directory = await temporaryFolder();
    const { service } = make(directory);
    await service.listen();
    await service.close();
    await put(directory, 'index:a', text);

    const { service: again, notices, ask } = make(directory);
    const answer = await ask('/v2/vector/index');
    expect([answer.status, await answer.json()]).toEqual([500, { error: 'the service failed' }]);
    expect(notices).toEqual(['A request failed: the stored record index:a is damaged']);

    await again.close();
    await put(directory, 'database:b', text);
    const refused = await rejectionOf(make(directory).service.listen());
    expect(refused.message).toBe('the stored record database:b is damaged');
  },
);
