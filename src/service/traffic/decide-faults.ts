import type { Fault } from './fault.js';

/** A fault, and how many requests it has been applied to. */
export interface InjectedFault {
  readonly id: string;
  readonly fault: Fault;
  readonly applied: number;
}

/** The faults of one request, and the faults of later requests. */
export interface FaultDecision {
  /** The faults of this request, in the order of injection. `applied` counts earlier requests. */
  readonly chosen: readonly InjectedFault[];
  /** The faults that stay active. */
  readonly left: readonly InjectedFault[];
}

/**
 * Decides which faults a request meets: the first matching delay and the first other matching fault, so that a slow
 * service can also fail. Each request draws its own random number for a `share`.
 *
 * @param operation the operation of the request; `undefined` for any other request.
 * @param random returns numbers from 0 to just below 1.
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
