import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRedisServers } from '../../../src/service/redis/redis-servers.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

async function withoutRedis(): Promise<void> {
  vi.stubEnv('PATH', await temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe('createRedisServers without redis-server', () => {
  test('sends one notice with `auto`, and returns no servers', async () => {
    await withoutRedis();
    const onNotice = vi.fn<(message: string) => void>();
    expect(await createRedisServers({ mode: 'auto', onNotice })).toBeUndefined();
    expect(onNotice).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/not found.*records only/));
  });

  test('fails with `on`, and names the package', async () => {
    await withoutRedis();
    const opening = createRedisServers({ mode: 'on' });
    await expect(opening).rejects.toThrow(/apt-get install redis-server.*brew install redis/);
  });

  test('does nothing with `off`', async () => {
    await withoutRedis();
    const onNotice = vi.fn<(message: string) => void>();
    expect(await createRedisServers({ mode: 'off', onNotice })).toBeUndefined();
    expect(onNotice).not.toHaveBeenCalled();
  });
});
