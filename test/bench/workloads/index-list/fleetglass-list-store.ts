import { Cancellation } from '../../../../src/core/api/cancellation.js';
import type { Operations } from '../../../../src/core/api/operations.js';
import { readVectorIndices } from '../../../../src/core/api/read-answer.js';
import type { Activity } from '../../../../src/core/effects/activity.js';
import { createAnswers } from '../../../../src/core/effects/answers.js';
import { createExchange } from '../../../../src/core/effects/exchange.js';
import { createListVectorIndices } from '../../../../src/core/effects/list-vector-indices.js';
import type { IndexRecord, VectorIndex } from '../../../../src/index.js';
import { createRequestGate } from '../../../../src/core/polling/request-gate.js';
import { systemClock } from '../../../../src/core/shared/clock.js';
import { createCommits } from '../../../../src/core/state/commits.js';
import { createEntityStore } from '../../../../src/core/state/entity-store.js';
import { createEvents } from '../../../../src/core/state/events.js';
import type { ListPeer } from './list-store.js';

/** What a fleet does to list its indices; of the client it is the part that has the text. */
export const fleetglassListStore: ListPeer = {
  name: 'fleetglass',
  create() {
    const commits = createCommits();
    const indices = createEntityStore<IndexRecord>(commits);
    let text = '';
    const operations: Pick<Operations, 'listVectorIndices'> = {
      listVectorIndices: async ({ previous }) => readVectorIndices(text, { previous }),
    };
    let order = 0;
    const activity = createEvents<Activity>(commits);
    const context = {
      operations: () => operations as Operations,
      gate: createRequestGate({ clock: systemClock, random: Math.random, perSecond: 1e6, burst: 1e6 }),
      clock: systemClock,
      exchange: createExchange(activity, systemClock, new Cancellation()),
      nextOrder: () => (order += 1),
    };
    const answers = createAnswers<VectorIndex>();
    const parts = { commits, activity, indices, answers, onObserved() {}, confirmedAt: undefined };
    const list = createListVectorIndices(context, parts);
    return {
      take(answer) {
        text = answer;
        return list.request('user');
      },
      subscribe(id, _, listener) {
        let isFirst = true;
        indices.record(id).subscribe(() => (isFirst ? (isFirst = false) : listener()));
      },
      read: (id) => indices.peek(id).record,
    };
  },
};
