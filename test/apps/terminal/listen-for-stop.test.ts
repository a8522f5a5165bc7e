import { describe, expect, it } from 'vitest';
import { listenForStop } from '../../../src/apps/terminal/stopping.js';

describe('listenForStop', () => {
  it('aborts at the first signal, and lets the second signal end the process', async () => {
    const stop = listenForStop(['SIGUSR2', 'SIGWINCH']);
    expect([stop.signal.aborted, process.listenerCount('SIGUSR2')]).toEqual([false, 1]);
    process.emit('SIGUSR2');
    await stop.requested;
    expect(stop.signal.aborted).toBe(true);
    expect([process.listenerCount('SIGUSR2'), process.listenerCount('SIGWINCH')]).toEqual([0, 0]);
  });
});
