import type { Operations } from '../../../../src/core/api/operations.js';
import { readVectorIndices } from '../../../../src/core/api/read-answer.js';
import type { Activity } from '../../../../src/core/effects/activity.js';
import { createAnswers } from '../../../../src/core/effects/answers.js';
import { createIndexList } from '../../../../src/core/effects/list-vector-indices.js';
import { createReportRequest } from '../../../../src/core/effects/report-requests.js';
import { createRequestOrders } from '../../../../src/core/effects/request-orders.js';
import type { IndexRecord, VectorIndex } from '../../../../src/index.js';
import { createLimiter } from '../../../../src/core/polling/limiter.js';
import { createScheduler } from '../../../../src/core/polling/scheduler.js';
import { systemClock } from '../../../../src/core/shared/clock.js';
import { createCommits } from '../../../../src/core/state/commits.js';
import { createEntityStore } from '../../../../src/core/state/entity-store.js';
import { createEvents } from '../../../../src/core/state/events.js';
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
    const context = {
      operations: () => operations as Operations,
      scheduler: createScheduler({
        clock: systemClock,
        commits,
        limiter: createLimiter({ clock: systemClock, random, perSecond: 1e6, burst: 1e6 }),
        random,
        // Otherwise the subscribers would cause polls of the list between two answers.
        cadence: () => Infinity,
      }),
      clock: systemClock,
      reportRequest: createReportRequest(activity, systemClock),
      orders: createRequestOrders(),
    };
    const answers = createAnswers<VectorIndex>();
    const list = createIndexList(context, { commits, activity, indices, answers });
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
