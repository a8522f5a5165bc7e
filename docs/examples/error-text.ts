import type { FleetError, FleetErrorCode } from 'fleetglass';

/** Texts for the users of the examples: `error.message` is for developers. */
export function errorText({ code }: FleetError): string {
  return TEXTS[code] ?? 'The service does not answer at the moment.';
}

/** Whether another input may help: then a form marks its field as invalid. */
export function isAboutInput({ code }: FleetError): boolean {
  return code === 'invalid-request' || code === 'rejected';
}

const TEXTS: Partial<Record<FleetErrorCode, string>> = {
  'invalid-request': 'This is not possible. Please check what you entered.',
  'not-found': 'There is no such database.',
  'outcome-unknown': 'It is unknown whether the database was created. Check before you try again.',
  'rate-limited': 'There are too many requests. Please wait a moment.',
  forbidden: 'You are not allowed to do this.',
  rejected: 'The service refused this.',
  storage: 'This device could not save it. Check whether it exists before you try again.',
  unauthorized: 'Please log in again.',
};
