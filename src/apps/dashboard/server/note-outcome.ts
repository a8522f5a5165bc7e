import { FleetError } from '../../../core/shared/fleet-error.js';

/** Notes the outcome of a request before the page gets it. The page gets it also if the fleet refuses a record, or has ended. */
export function noteOutcome(
  request: Promise<string>,
  onAnswer: (answer: string) => void,
  onFailure: (failure: FleetError) => void = () => {},
): Promise<string> {
  request.then(onAnswer, (failure: unknown) => failure instanceof FleetError && onFailure(failure)).catch(() => {});
  return request;
}
