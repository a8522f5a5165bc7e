import type { FleetIssue } from '../core/shared/fleet-error.js';

/** A request that the proxy itself refuses. Its message goes to the page, so it contains only the proxy's own words. */
export class Refused extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly issues: readonly FleetIssue[] | undefined;

  constructor(status: number, message: string, { headers = {}, issues }: Partial<Refused> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.issues = issues;
  }
}
