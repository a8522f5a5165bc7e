import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isNews } from '../is-news.js';
import type { Readable } from '../readable.js';
import { found } from './fleet-source.js';

/**
 * What a view shows, in `value`. The host updates when that changes, and at no other time; the view is subscribed to
 * while the host is connected.
 *
 * - Where the view is made by a function, that is asked again at each update, so that it follows the host's properties.
 * - With a selector, the host updates when what it makes of the value changes. It is called again at each update: it may
 *   read the host's properties too.
 * - `value` is what the view shows at that moment. On a server, where no host is connected, it is subscribed to nothing.
 *
 * @example
 * ```ts
 * class DatabaseCount extends LitElement {
 *   #count = new ViewController(this, fleet.databases.tracked, (ids) => ids.length);
 *
 *   override render() {
 *     return html`${this.#count.value} databases`;
 *   }
 * }
 * ```
 */
export class ViewController<T, Selected = T> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #currentView: () => Readable<T> | undefined;
  readonly #selector: (value: T) => Selected;
  readonly #equals: (a: Selected, b: Selected) => boolean;
  #isConnected = false;
  #followed: { readonly view: Readable<T> | undefined; end(): void } | undefined;
  #last: { readonly value: T; readonly selected: Selected } | undefined;
  /** By the host: a change from this is news. */
  #seen: Selected | undefined;

  /**
   * @param view or what gives it, once there is a fleet, such as `() => this.fleet?.databases.tracked`: the same one as
   *   long as what it depends on is the same
   * @param equals keeps the last selection where it is equal to the new one. @default Object.is
   */
  constructor(
    host: ReactiveControllerHost,
    view: Readable<T> | (() => Readable<T> | undefined),
    selector: (value: T) => Selected = itself,
    equals: (a: Selected, b: Selected) => boolean = Object.is,
  ) {
    this.#host = host;
    this.#currentView = typeof view === 'function' ? view : () => view;
    this.#selector = selector;
    this.#equals = equals;
    host.addController(this);
    // One that is added after the first update has none to come.
    host.requestUpdate();
  }

  /** @throws Error as long as there is no fleet */
  get value(): Selected {
    return this.#selectionOf(found(this.#currentView).value);
  }

  /** Follows again what it followed before it was taken off the page. What there is to follow at first, the update says. */
  hostConnected(): void {
    this.#isConnected = true;
    if (this.#followed !== undefined) this.#follow();
  }

  hostUpdate(): void {
    const view = this.#wantedView();
    if (this.#isConnected && this.#followed?.view !== view) this.#follow(view);
    if (view !== undefined) this.#seen = this.#select(view.value);
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    this.#followed?.end();
  }

  /** Where it cannot be asked for, as by an id that cannot be one, the one before is not what is wanted either. */
  #wantedView(): Readable<T> | undefined {
    try {
      return this.#currentView();
    } catch (error) {
      this.#followed?.end();
      throw error;
    }
  }

  #follow(view = this.#wantedView()): void {
    this.#followed?.end();
    const subscription = view?.subscribe((value) => this.#notice(value));
    this.#followed = { view, end: () => subscription?.unsubscribe() };
  }

  #notice(value: T): void {
    if (isNews(() => !Object.is(this.#selectionOf(value), this.#seen))) this.#host.requestUpdate();
  }

  #selectionOf(value: T): Selected {
    return this.#last !== undefined && Object.is(this.#last.value, value) ? this.#last.selected : this.#select(value);
  }

  #select(value: T): Selected {
    const selected = this.#selector(value);
    const last = this.#last;
    this.#last = {
      value,
      selected: last !== undefined && this.#equals(last.selected, selected) ? last.selected : selected,
    };
    return this.#last.selected;
  }
}

/** Without a selector the two are one type. */
function itself<T, Selected>(value: T): Selected {
  return value as unknown as Selected;
}
