import type { UsageSourceStatus, UsageEntry } from '../../../index.js';

/** The answer of `/known`: the configuration of the page. `/known?records` also has the last record of each resource. */
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

export interface DashboardUsage {
  /** When the server read the usage, Unix milliseconds. The next request names this time. */
  readonly at: number;
  readonly readings: readonly UsageEntry[];
  readonly sources: readonly UsageSourceStatus[];
}
