import type { DemoOptions } from '../../demo/demo-environment.js';
import { type CommandIo, isInteractive } from '../../terminal/command-io.js';
import { untilStopped, whileRead } from '../../terminal/stopping.js';

export async function demo(io: CommandIo, { json, ...options }: DemoOptions & { readonly json?: true }): Promise<void> {
  await untilStopped(io, async (stopped) => {
    if (json || !isInteractive(io)) {
      const { printDemo } = await import('../../demo/print-demo.js');
      await whileRead(io.stdout, stopped, (signal) => printDemo(io, options, signal));
    } else {
      const { showDemo } = await import('../../demo/show-demo.js');
      await showDemo(io, options, stopped);
    }
  });
}
