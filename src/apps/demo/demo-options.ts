import type { CommandIo } from '../terminal/command-io.js';
import type { RedisMode } from '../terminal/client-options.js';
import { controlTokenVariable, readVariable } from '../terminal/environment-variables.js';

export interface DemoOptions {
  /** @default the usual port, or a free port if it is in use */
  readonly port?: number;
  readonly redis: RedisMode;
  readonly databases: number;
}

/**
 * The credentials of the demonstration. They are public, because the service of `fleetglass demo` listens on loopback
 * and holds demonstration data only.
 */
export const demoCredentials = { username: 'demo', password: 'demo' } as const;

/** More servers would load the machine too much. */
const MAX_SERVERS = 20;

export interface DemoServiceOptions extends DemoOptions {
  /** The token of the control API. @default a random token */
  readonly controlToken?: string;
}

export function environmentOptionsOf(
  { env }: Pick<CommandIo, 'env'>,
  { port, redis, databases }: DemoOptions,
): DemoServiceOptions {
  const controlToken = readVariable(env, controlTokenVariable);
  return {
    ...(port !== undefined && { port }),
    redis: redis === 'auto' && databases > MAX_SERVERS ? 'off' : redis,
    databases,
    ...(controlToken !== '' && { controlToken }),
  };
}
