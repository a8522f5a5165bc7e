import type { PollFacts } from '../../../src/core/polling/cadence.js';
import type { Interest, PollSource } from '../../../src/core/polling/poll-target.js';

/** The facts about a key with this interest. @param known of its record; without it, there is an active one at rest */
export function pollFacts({ waiting, observed, tracked }: Interest, known: Partial<PollFacts> = {}): PollFacts {
  return {
    resource: 'database',
    hasRecord: true,
    modifying: false,
    active: true,
    missing: false,
    waiting: waiting > 0,
    observed: observed > 0,
    tracked: tracked > 0,
    ...known,
  };
}

/** A source of this operation whose requests get no answer. */
export const pollSource = (operation: PollSource['operation'], known?: Partial<PollFacts>): PollSource => ({
  operation,
  has: () => true,
  facts: (_, interest) => pollFacts(interest, known),
  confirmedAt: () => undefined,
  poll: () => new Promise(() => {}),
});
