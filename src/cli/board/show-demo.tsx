import type { CommandIo } from '../command-io.js';
import type { DemoOptions } from '../demo/demo-options.js';
export async function showDemo(_io: CommandIo, _options: DemoOptions, _signal: AbortSignal): Promise<void> {}
