import type { Entry } from './entry.js';
import { Topic } from './topic.js';
import type { View } from './view.js';

/** The place of one record in a store: its entry now, and those who watch it. */
export class Slot<R> extends Topic {
  entry: Entry<R>;
  /** Start of the youngest request whose answer is in the entry. */
  order = 0;
  /** Made when asked for first, so that everyone who asks has the same. */
  entryView: View<Entry<R>> | undefined;
  recordView: View<R | undefined> | undefined;

  constructor(entry: Entry<R>) {
    super();
    this.entry = entry;
  }
}
