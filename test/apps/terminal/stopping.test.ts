import { expect, it } from 'vitest';
import { untilStopped } from '../../../src/apps/terminal/stopping.js';

it('untilStopped aborts at the first signal, and lets the second signal end the process', async () => {
  const run = async (signal: AbortSignal): Promise<void> => {
    expect([signal.aborted, process.listenerCount('SIGUSR2')]).toEqual([false, 1]);
    process.emit('SIGUSR2');
    expect(signal.aborted).toBe(true);
    expect([process.listenerCount('SIGUSR2'), process.listenerCount('SIGWINCH')]).toEqual([0, 0]);
  };
  await untilStopped(run, ['SIGUSR2', 'SIGWINCH']);
});
