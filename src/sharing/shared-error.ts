import { isObject } from '../core/shared/is-object.js';
import { detailOf, FleetError, type FleetErrorCode, type Operation } from '../core/shared/fleet-error.js';

/**
 * The failures that tell something about a key. A refusal of the credentials, for example, concerns the member that
 * sent the request, and no other.
 */
const SHARED_CODES: readonly FleetErrorCode[] = [
  'not-found',
  'rejected',
  'unavailable',
  'timeout',
  'bad-response',
  'rate-limited',
];

export function isSharedError({ code }: FleetError): boolean {
  return SHARED_CODES.includes(code);
}

/** Reads an error of another member. @returns `undefined` for a value that no member sends */
export function readSharedError(value: unknown, operation: Operation): FleetError | undefined {
  if (!isObject(value)) return undefined;
  const { message, status, retryAfterMs } = value;
  const code = SHARED_CODES.find((each) => each === value['code']);
  if (code === undefined || typeof message !== 'string') return undefined;
  return new FleetError(code, operation, detailOf({ message, operation } as FleetError), {
    ...(typeof status === 'number' && { status }),
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
  });
}
