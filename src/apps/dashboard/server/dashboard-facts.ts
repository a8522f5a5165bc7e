import type { ResourceKind } from '../../../core/shared/resource-kind.js';

/** The answer of `/known`: the configuration of the page. */
export interface DashboardFacts {
  /** Address of the service, without credentials. */
  readonly service: string;
  readonly ids: readonly string[];
  readonly mayCreate: boolean;
  /** Whether the server keeps the ids that are added on the page. Otherwise the browser keeps them. */
  readonly keepsIds: boolean;
  readonly isDemo: boolean;
  /** Identifies this run of a demonstration. Each run has a new service. */
  readonly run?: string;
}

/** An element of the answer of `/usage`: the usage of one resource. */
export interface DashboardUsage {
  readonly resource: ResourceKind;
  readonly id: string;
  /** Amounts by limit field, in the units of the limits. */
  readonly values: Readonly<Record<string, number>>;
  /** Unix milliseconds. */
  readonly at: number;
  readonly source?: string;
}
