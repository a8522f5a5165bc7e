import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRedisServers } from '../../../src/service/redis/redis-servers.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

async function withoutRedis(): Promise<void> {
  vi.stubEnv('PATH', await temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe('without redis-server', () => {
  test('`auto` says so once, and there are no servers', async () => {
    await withoutRedis();
    const onNotice = vi.fn<(message: string) => void>();
    expect(await createRedisServers({ mode: 'auto', onNotice })).toBeUndefined();
    expect(onNotice).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/not found.*records only/));
  });

  test('`on` is an error that names the package', async () => {
    await withoutRedis();
    const opening = createRedisServers({ mode: 'on' });
    await expect(opening).rejects.toThrow(/apt-get install redis-server.*brew install redis/);
  });

  test('`off` asks for nothing and says nothing', async () => {
    await withoutRedis();
    const onNotice = vi.fn<(message: string) => void>();
    expect(await createRedisServers({ mode: 'off', onNotice })).toBeUndefined();
    expect(onNotice).not.toHaveBeenCalled();
  });
});
