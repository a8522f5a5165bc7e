import type { ResourceKind } from '../../../core/shared/resource-kind.js';

/** What the page is told at `/known`. */
export interface DashboardFacts {
  /** Address of the service, without credentials. */
  readonly service: string;
  readonly ids: readonly string[];
  readonly mayCreate: boolean;
  readonly isDemo: boolean;
  /** Tells this run of a demonstration from others, whose service is another. */
  readonly run?: string;
}

/** What is used of the limits of one resource, as the page is told at `/usage`. */
export interface DashboardUsage {
  readonly resource: ResourceKind;
  readonly id: string;
  /** By the names of the fields; in the units of the limits. */
  readonly values: Readonly<Record<string, number>>;
  /** Unix milliseconds. */
  readonly at: number;
  readonly source?: string;
}
