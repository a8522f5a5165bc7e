import { createAnswerTexts } from '../../../../src/core/client/answer-texts.js';
import { readDatabase } from '../../../../src/core/client/read-answer.js';
import { Answers } from '../../../../src/core/fleet/answers.js';
import type { Database } from '../../../../src/index.js';
import { Commits } from '../../../../src/core/store/commits.js';
import { EntityStore } from '../../../../src/core/store/entity-store.js';
import type { WirePeer } from './wire-store.js';

/** The work of a fleet on the text of an answer: the part of the client, and the part of `DatabaseReads`. */
export const fleetglassStore: WirePeer = {
  name: 'fleetglass',
  create() {
    const store = new EntityStore<Database>(new Commits());
    const answers = new Answers<Database>();
    const texts = createAnswerTexts(Infinity);
    let order = 0;
    return {
      take(id, text) {
        const previous = answers.whole(id) ?? store.peek(id).record;
        const answer = readDatabase(text, id, { previous, texts });
        const record = answers.split(id, answer);
        store.confirm(id, (order += 1), record, Date.now(), record === answer ? previous : undefined);
      },
      subscribe(id, listener) {
        let isFirst = true;
        store.record(id).subscribe(() => (isFirst ? (isFirst = false) : listener()));
      },
      read: (id) => store.peek(id).record,
    };
  },
};
