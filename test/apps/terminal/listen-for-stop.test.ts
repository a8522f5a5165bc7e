import { describe, expect, it } from 'vitest';
import { listenForStop } from '../../../src/apps/terminal/listen-for-stop.js';

describe('listenForStop', () => {
  it('takes the first signal as a request, and leaves the second one to end the process at once', async () => {
    const stop = listenForStop(['SIGUSR2', 'SIGWINCH']);
    expect([stop.signal.aborted, process.listenerCount('SIGUSR2')]).toEqual([false, 1]);
    process.emit('SIGUSR2');
    await stop.requested;
    expect(stop.signal.aborted).toBe(true);
    expect([process.listenerCount('SIGUSR2'), process.listenerCount('SIGWINCH')]).toEqual([0, 0]);
  });

  it('leaves no listener behind when nobody asked', () => {
    const stop = listenForStop(['SIGUSR2']);
    stop.release();
    expect([process.listenerCount('SIGUSR2'), stop.signal.aborted]).toEqual([0, false]);
  });
});
