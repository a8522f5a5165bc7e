import type { FleetIssue } from '../core/shared/fleet-error.js';

/** What goes with a refusal. */
interface RefusalFacts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly issues?: readonly FleetIssue[] | undefined;
}

/** A request that the proxy itself refuses. Its message goes to the page: it is made of our own words only. */
export class Refused extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly issues: readonly FleetIssue[] | undefined;

  constructor(status: number, message: string, { headers = {}, issues }: RefusalFacts = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.issues = issues;
  }
}
