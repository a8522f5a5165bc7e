import type { Operations } from '../../../../src/core/client/operations.js';
import { readVectorIndices } from '../../../../src/core/client/read-answer.js';
import type { Activity } from '../../../../src/core/fleet/activity.js';
import { createAnswers } from '../../../../src/core/fleet/answers.js';
import { createReportRequest } from '../../../../src/core/fleet/effect-context.js';
import { IndexList } from '../../../../src/core/fleet/index-list.js';
import { createRequestOrders } from '../../../../src/core/fleet/request-orders.js';
import type { IndexRecord, VectorIndex } from '../../../../src/index.js';
import { Limiter } from '../../../../src/core/polling/limiter.js';
import { createPresence } from '../../../../src/core/polling/presence.js';
import { Scheduler } from '../../../../src/core/polling/scheduler.js';
import { systemClock } from '../../../../src/core/shared/clock.js';
import { createCommits } from '../../../../src/core/store/commits.js';
import { createEntityStore } from '../../../../src/core/store/entity-store.js';
import { createEvents } from '../../../../src/core/store/events.js';
import type { ListPeer } from './list-store.js';

/** The code of a fleet that lists its indices, and the code of the client that decodes the text. */
export const fleetglassListStore: ListPeer = {
  name: 'fleetglass',
  create() {
    const commits = createCommits();
    const indices = createEntityStore<IndexRecord>(commits);
    let text = '';
    const operations: Pick<Operations, 'listVectorIndices'> = {
      listVectorIndices: async ({ previous }) => readVectorIndices(text, { previous }),
    };
    const { random } = Math;
    const activity = createEvents<Activity>(commits);
    const limiter = new Limiter({ clock: systemClock, random, perSecond: 1e6, burst: 1e6 });
    const context = {
      operations: () => operations as Operations,
      scheduler: new Scheduler({
        clock: systemClock,
        commits,
        limiter,
        random,
        // Otherwise the subscribers would cause polls of the list between two answers.
        cadence: () => Infinity,
      }),
      limiter,
      presence: createPresence({ guard: commits.guard }),
      clock: { ...systemClock, check: () => {} },
      reportRequest: createReportRequest(activity, systemClock),
      orders: createRequestOrders(),
    };
    const answers = createAnswers<VectorIndex>();
    const list = new IndexList(context, { commits, indices, answers });
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
