import type { CommandIo } from '../terminal/command-io.js';
import { controlTokenVariable, readVariable } from '../terminal/environment-variables.js';
import type { DemoOptions } from './demo-options.js';
import type { DemoEnvironmentOptions } from './demo-environment.js';

/** More servers would load the machine too much. */
const MAX_SERVERS = 20;

/** Derives options from the command line and the environment variables. */
export function environmentOptionsOf(
  { env }: Pick<CommandIo, 'env'>,
  { port, redis, databases }: DemoOptions,
): Pick<DemoEnvironmentOptions, 'port' | 'redis' | 'databases' | 'controlToken'> {
  const controlToken = readVariable(env, controlTokenVariable);
  return {
    ...(port !== undefined && { port }),
    redis: redis === 'auto' && databases > MAX_SERVERS ? 'off' : redis,
    databases,
    ...(controlToken !== '' && { controlToken }),
  };
}
