/** The options that choose the service. */
export interface AddressOptions {
  /** @default the address in the environment; with `local`, the only local service that runs */
  readonly baseUrl?: string;
  /** Uses a local service of this user, with the credentials in its service file. */
  readonly local?: true;
}

/** The options that choose the service and limit its time. */
export interface ServiceOptions extends AddressOptions {
  readonly timeoutMs: number;
}

/** The options of every command that requests records from the service. */
export interface ClientOptions extends ServiceOptions {
  readonly json?: true;
  readonly showSecrets?: true;
}

/** The options of the commands that read usage from the databases and indices. */
export interface UsageOptions {
  /** Whether the command reads usage. */
  readonly usage: boolean;
  readonly endpointDomain?: string;
}

/** The values of `--redis`. */
export type RedisMode = 'auto' | 'on' | 'off';

/** The default port of `fleetglass serve`. */
export const DEFAULT_PORT = 4870;

/** The default port of `fleetglass dashboard`. */
export const DASHBOARD_PORT = 4871;
