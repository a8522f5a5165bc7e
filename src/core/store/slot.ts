import type { Entry } from './entry.js';
import { Topic } from './topic.js';
import type { View } from './view.js';

/** The current entry of one id in a store, and the topic of its changes. */
export class Slot<R> extends Topic {
  entry: Entry<R>;
  /** Start order of the latest request whose answer is in the entry. */
  order = 0;
  /** Created on first use and shared, so that every caller gets the same view. */
  entryView: View<Entry<R>> | undefined;
  recordView: View<R | undefined> | undefined;

  constructor(entry: Entry<R>) {
    super();
    this.entry = entry;
  }
}
