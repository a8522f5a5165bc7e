import { Option } from 'commander';

/** What `--redis` may say. */
export type RedisMode = 'auto' | 'on' | 'off';

/** Makes `--redis`, for each command that runs a service. */
export function createRedisOption(): Option {
  return new Option('--redis <mode>', 'a redis-server for each database: on, off, or auto: where it is installed')
    .choices(['auto', 'on', 'off'] satisfies RedisMode[])
    .default('auto' satisfies RedisMode);
}
