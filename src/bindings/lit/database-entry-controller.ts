import type { ReactiveControllerHost } from 'lit';
import type { Database, Entry } from '../../index.js';
import { databaseEntryOf, type Id } from '../questions.js';
import type { Readable } from '../readable.js';
import { ofFleet, type FleetSource } from './fleet-source.js';
import { idOf, type IdSource } from './id-source.js';
import { ViewController } from './view-controller.js';

/** There is one wherever there is an id. */
type EntryFor<I extends Id> = Entry<Database> | Extract<I, undefined>;

/**
 * The record of a database with all that is known of it, in `value`: status, error, when it was confirmed. The host
 * updates with every answer, since that confirms it; a selector says what of it matters. An id that cannot be one has
 * an entry with the error `invalid-request`.
 *
 * @example
 * ```ts
 * #entry = new DatabaseEntryController(this, fleet, () => this.databaseId);
 * #failed = new DatabaseEntryController(this, fleet, () => this.databaseId, ({ error }) => error?.message);
 * ```
 */
export class DatabaseEntryController<I extends Id = Id, Selected = EntryFor<I>> extends ViewController<
  EntryFor<I>,
  Selected
> {
  /**
   * @param selector makes something else of it: the host then updates when that changes
   * @param equals keeps the last selection where it is equal to the new one. @default Object.is
   */
  constructor(
    host: ReactiveControllerHost,
    fleet: FleetSource,
    id: IdSource<I>,
    selector?: (entry: EntryFor<I>) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ) {
    super(
      host,
      ofFleet(fleet, (of) => databaseEntryOf(of, idOf(id)) as Readable<EntryFor<I>>),
      selector,
      equals,
    );
  }
}
