import { Option } from 'commander';

/** The values of `--redis`. */
export type RedisMode = 'auto' | 'on' | 'off';

/** Creates the option `--redis` for a command that runs a service. */
export function createRedisOption(): Option {
  return new Option('--redis <mode>', 'run a redis-server for each database; auto: if it is installed')
    .choices(['auto', 'on', 'off'] satisfies RedisMode[])
    .default('auto' satisfies RedisMode);
}
