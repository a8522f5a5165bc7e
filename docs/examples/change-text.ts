import type { Transition } from 'fleetglass';

/** The last change of a database, as a sentence for one `role="status"`: screen readers speak it when it changes. */
export function changeText(last: Transition | undefined): string {
  return last ? `${last.record.database_name} is now ${last.record.modifying_state || last.record.state}.` : '';
}
