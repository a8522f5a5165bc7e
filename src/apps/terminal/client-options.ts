export interface AddressOptions {
  /** @default the address in the environment; with `local`, the only local service that runs */
  readonly baseUrl?: string;
  /** Uses a local service of this user, with the credentials in its service file. */
  readonly local?: true;
  /** The name of a kept address and account. @default the name in the environment, or of the current profile */
  readonly profile?: string;
}

export interface ServiceOptions extends AddressOptions {
  readonly timeoutMs: number;
  readonly json?: true;
}

export interface ClientOptions extends ServiceOptions {
  readonly showSecrets?: true;
}

/** The options of `dashboard` and `board`. */
export interface FleetCommandOptions extends ServiceOptions {
  readonly ids?: string;
  readonly monitor?: string;
  readonly usage: boolean;
  readonly endpointDomain?: string;
}

export type RedisMode = 'auto' | 'on' | 'off';

export const DEFAULT_PORT = 4870;

export const DASHBOARD_PORT = 4871;

/** The columns of `fleetglass list`, the most important first. */
export const listColumns = [
  'id',
  'name',
  'state',
  'health',
  'use',
  'read',
  'pending',
  'plan',
  'region',
  'read-regions',
] as const;

export type ListColumn = (typeof listColumns)[number];
