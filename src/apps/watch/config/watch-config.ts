import type { Credentials } from '../../../core/wire/credentials.js';
import type { Rule } from '../../../monitor/rules/rule.js';
import type { ConfigFile } from './config-schema.js';

/** Everything that `fleetglass watch` needs to know, with the environment and the flags applied. */
export interface WatchConfig extends Omit<ConfigFile, 'rules' | 'state' | 'sharing'> {
  /** The path of the file, as it was given. */
  readonly file: string;
  /** Where relative paths of the file start. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Absolute path of the state directory. */
  readonly state: string;
  readonly rules: readonly Rule[];
  /** The Redis that this monitor shares with others. `undefined`: it works alone. */
  readonly sharing: { readonly redis: string; readonly scope: string } | undefined;
  /** `false`: no server. */
  readonly listen: { readonly host: string; readonly port: number } | false;
  /** The values that no output may show. */
  readonly secrets: readonly string[];
}

/** The flags of the command that take precedence over the file. */
export interface ConfigFlags {
  readonly config: string;
  readonly state?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly redis?: string | undefined;
}
