import type { Fault } from './fault.js';

/** A fault with how often it has been applied. */
export interface InjectedFault {
  readonly id: string;
  readonly fault: Fault;
  readonly applied: number;
}

/** What happens to one request. */
export interface FaultDecision {
  /** The faults of this request, in the order in which they were injected; `applied` counts the earlier requests. */
  readonly chosen: readonly InjectedFault[];
  /** The faults that later requests meet. */
  readonly left: readonly InjectedFault[];
}

/**
 * Decides which faults a request meets: the first delay that fits it and the first other fault that fits it, so that
 * a slow service can fail too. A share is decided for each request anew.
 *
 * @param operation what the request asks for; `undefined` for anything that is none of the three operations.
 * @param random gives numbers from 0 to just below 1.
 */
export function decideFaults(
  faults: readonly InjectedFault[],
  operation: string | undefined,
  random: () => number,
): FaultDecision {
  const fitting = faults.filter(
    ({ fault }) => fits(fault, operation) && (fault.share === undefined || random() < fault.share),
  );
  const delay = fitting.find(({ fault }) => fault.kind === 'delay');
  const other = fitting.find(({ fault }) => fault.kind !== 'delay');
  const chosen = fitting.filter((fault) => fault === delay || fault === other);
  return { chosen, left: faults.flatMap((injected) => (chosen.includes(injected) ? afterUse(injected) : injected)) };
}

function fits(fault: Fault, operation: string | undefined): boolean {
  return fault.operation === undefined || fault.operation === operation;
}

function afterUse({ id, fault, applied }: InjectedFault): InjectedFault[] {
  return applied + 1 === fault.times ? [] : [{ id, fault, applied: applied + 1 }];
}
