import type { DemoOptions } from '../../demo/demo-environment.js';
import { type CommandIo, isInteractive } from '../../terminal/command-io.js';
import { listenForStop, whileRead } from '../../terminal/stopping.js';

export interface DemoCommandOptions extends DemoOptions {
  readonly json?: true;
}

export async function demo(io: CommandIo, { json, ...options }: DemoCommandOptions): Promise<void> {
  const stop = listenForStop();
  try {
    if (json || !isInteractive(io) || io.env['TERM'] === 'dumb') {
      const { printDemo } = await import('../../demo/print-demo.js');
      await whileRead(io.stdout, stop.signal, (signal) => printDemo(io, options, signal));
    } else {
      const { showDemo } = await import('../../demo/show-demo.js');
      await showDemo(io, options, stop.signal);
    }
  } finally {
    stop.release();
  }
}
