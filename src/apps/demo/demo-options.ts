import type { RedisMode } from '../terminal/client-options.js';

/** Options of the demonstration. */
export interface DemoOptions {
  /** @default the usual port, or a free port if it is in use */
  readonly port?: number;
  readonly redis: RedisMode;
  /** The number of databases at the start. */
  readonly databases: number;
}
