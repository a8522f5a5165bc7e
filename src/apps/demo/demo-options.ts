import type { RedisMode } from '../terminal/redis-option.js';

/** What can be chosen of the demonstration. */
export interface DemoOptions {
  /** @default the usual port, or any free one where that is in use */
  readonly port?: number;
  readonly redis: RedisMode;
  /** How many databases there are at first. */
  readonly databases: number;
}
