import { describe, expect, it } from 'vitest';
import { buildWorker } from '../../support/build-worker.js';
import { execute } from '../../support/execute.js';

describe.skipIf(process.platform === 'win32')('a process without free file descriptors', () => {
  it('keeps running when a command of a channel or an id source cannot be started', async () => {
    const worker = await buildWorker('test/monitor/system/exhausted-worker.ts');
    const script = 'ulimit -n 100 && exec "$0" "$1"';
    const { stdout } = await execute('sh', ['-c', script, process.execPath, worker]);
    expect(stdout.split('\n')).toEqual([
      'true cannot be started: too many open files',
      'it cannot be started: too many open files',
      'alive',
      '',
    ]);
  });
});
