import type { CommandIo } from '../terminal/command-io.js';
import { controlTokenVariable, readVariable } from '../terminal/environment-variables.js';
import type { DemoOptions } from './demo-options.js';
import type { DemoStageOptions } from './demo-stage.js';

/** More real servers than this are no demonstration but a load test. */
const MOST_SERVERS = 20;

/** The part of the stage's options that follows from the command line and the environment. */
export function stageOptionsOf(
  { env }: Pick<CommandIo, 'env'>,
  { port, redis, databases }: DemoOptions,
): Pick<DemoStageOptions, 'port' | 'redis' | 'databases' | 'controlToken'> {
  const controlToken = readVariable(env, controlTokenVariable);
  return {
    ...(port !== undefined && { port }),
    redis: redis === 'auto' && databases > MOST_SERVERS ? 'off' : redis,
    databases,
    ...(controlToken !== '' && { controlToken }),
  };
}
