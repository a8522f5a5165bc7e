import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Readable } from '../readable.js';
import { isChange, readSelection, type SelectOptions } from '../selection.js';
import { requireResult } from './fleet-source.js';

/**
 * Reads a view into `value`. The host updates only when the value changes. The view has a subscription while the host
 * is connected.
 *
 * - Each update of the host calls a function that returns the view, so the function can read properties of the host.
 * - With `select`, the host updates only when the selection changes. Each update of the host calls it, so it can
 *   read properties of the host.
 * - `value` is always the current value of the view. On a server, no host is connected, so there is no subscription.
 *
 * @example
 * ```ts
 * class DatabaseCount extends LitElement {
 *   #count = new ViewController(this, fleet.databases.tracked, { select: (ids) => ids.length });
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
  /** The selection of the last update of the host. */
  #updatedWith: Selected | undefined;

  /**
   * @param view a view, or a function that returns a view, such as `() => this.fleet?.databases.tracked`. The function
   *   returns `undefined` while there is no fleet. It must return the same view while the properties stay the same
   */
  constructor(
    host: ReactiveControllerHost,
    view: Readable<T> | (() => Readable<T> | undefined),
    options?: SelectOptions<T, Selected>,
  ) {
    const { select, equals } = readSelection(options);
    this.#host = host;
    this.#currentView = typeof view === 'function' ? view : () => view;
    this.#selector = select;
    this.#equals = equals;
    host.addController(this);
    // A controller that is added after the first update needs another update.
    host.requestUpdate();
  }

  /** @throws Error while there is no fleet */
  get value(): Selected {
    return this.#selectionOf(requireResult(this.#currentView).value);
  }

  /** Subscribes again after a disconnect. The first update of the host makes the first subscription. */
  hostConnected(): void {
    this.#isConnected = true;
    if (this.#followed !== undefined) this.#follow(this.#readView());
  }

  hostUpdate(): void {
    const view = this.#readView();
    if (this.#followed?.view !== view) this.#follow(view);
    if (view !== undefined) this.#updatedWith = this.#select(view.value);
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    this.#followed?.end();
  }

  /** Ends the present subscription if the function throws, since the previous view is outdated too. */
  #readView(): Readable<T> | undefined {
    try {
      return this.#currentView();
    } catch (error) {
      this.#follow(undefined);
      throw error;
    }
  }

  #follow(view: Readable<T> | undefined): void {
    this.#followed?.end();
    const subscription = (this.#isConnected ? view : undefined)?.subscribe((value) => {
      if (isChange(() => !Object.is(this.#selectionOf(value), this.#updatedWith))) this.#host.requestUpdate();
    });
    this.#followed = { view, end: () => subscription?.unsubscribe() };
  }

  #selectionOf(value: T): Selected {
    return this.#last !== undefined && Object.is(this.#last.value, value) ? this.#last.selected : this.#select(value);
  }

  #select(value: T): Selected {
    const selected = this.#selector(value);
    const last = this.#last;
    const isEqual = last !== undefined && this.#equals(last.selected, selected);
    this.#last = { value, selected: isEqual ? last.selected : selected };
    return this.#last.selected;
  }
}
