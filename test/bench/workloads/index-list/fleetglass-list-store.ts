import type { Operations } from '../../../../src/core/client/operations.js';
import { readVectorIndices } from '../../../../src/core/client/read-answer.js';
import type { Activity } from '../../../../src/core/fleet/activity.js';
import { Answers } from '../../../../src/core/fleet/answers.js';
import { Effects } from '../../../../src/core/fleet/effects.js';
import { IndexList } from '../../../../src/core/fleet/index-list.js';
import { LabelClock } from '../../../../src/core/fleet/label-clock.js';
import type { IndexRecord, VectorIndex } from '../../../../src/index.js';
import { createSleepAwareClock } from '../../../../src/core/polling/sleep-aware-clock.js';
import { systemClock } from '../../../../src/core/shared/clock.js';
import { Commits } from '../../../../src/core/store/commits.js';
import { EntityStore } from '../../../../src/core/store/entity-store.js';
import { createEvents } from '../../../../src/core/store/events.js';
import type { ListPeer } from './list-store.js';

/** The code of a fleet that lists its indices, and the code of the client that decodes the text. */
export const fleetglassListStore: ListPeer = {
  name: 'fleetglass',
  create() {
    const commits = new Commits();
    const indices = new EntityStore<IndexRecord>(commits);
    let text = '';
    const operations: Pick<Operations, 'listVectorIndices'> = {
      listVectorIndices: async ({ previous }) => readVectorIndices(text, { previous }),
    };
    const clock = new LabelClock(systemClock);
    const effects = new Effects({
      requests: { operationsOf: () => operations as Operations },
      client: { baseUrl: 'https://bench.invalid' },
      // Without this cadence, the subscribers would cause polls of the list between two answers.
      polling: { perSecond: 1e6, burst: 1e6, cadence: () => Infinity },
      random: Math.random,
      keptTextBytes: 0,
      clock,
      clocks: createSleepAwareClock(clock),
      commits,
      activity: createEvents<Activity>(commits),
      sharing: undefined,
      onInterest() {},
    });
    const answers = new Answers<VectorIndex>();
    const list = new IndexList(effects, { commits, indices, answers });
    return {
      take(answer) {
        text = answer;
        return list.request();
      },
      subscribe(id, _, listener) {
        let isFirst = true;
        indices.record(id).subscribe(() => (isFirst ? (isFirst = false) : listener()));
      },
      read: (id) => indices.peek(id).record,
    };
  },
};
