import type { Subscription } from 'rxjs';
import type { Fleet } from '../core/fleet/fleet.js';
import { kernelOf } from '../core/fleet/kernel.js';
import { createAlarm } from '../core/polling/alarm.js';
import { systemClock } from '../core/shared/clock.js';
import { followActions, type Action } from './follow-actions.js';
import { fleetSections } from './fleet-sections.js';
import { createSectionView, setText } from './section-view.js';
import { STYLES } from './styles.js';

/** The element that {@link defineFleetInspector} defines. */
export interface FleetInspector extends HTMLElement {
  /**
   * The fleet that is shown. Another fleet may be set at any time, or none.
   *
   * @throws FleetError `invalid-request` for a value that is neither a fleet nor `undefined` nor `null`
   */
  fleet: Fleet | null | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'fleet-inspector': FleetInspector;
  }
}

const MAX_KEPT_ACTIONS = 400;
const MIN_PERIOD_MS = 250;
const MAX_PERIOD_MS = 1000; // Ages and countdowns change even if nothing else does.

/**
 * Defines the custom element `<fleet-inspector>`. It shows the internals of a fleet: why each id is known and when it
 * is requested next, the limiter and the breaker, the last requests and changes, drift, storage and sharing.
 *
 * It needs no framework and no inline style, sends no request, and makes nothing polled. It draws at most four times a second,
 * and only while it is visible. It shows no credentials. A page that does not call this function loads nothing of it. On a
 * server, and if the name is defined already, it does nothing.
 *
 * @example
 * ```ts
 * defineFleetInspector();
 * document.body.append(Object.assign(document.createElement('fleet-inspector'), { fleet }));
 * ```
 */
export function defineFleetInspector(name = 'fleet-inspector'): void {
  if (typeof customElements === 'undefined' || customElements.get(name) !== undefined) return;
  // The registry refuses a second name for a class, so each name gets a subclass.
  customElements.define(name, class extends Inspector {});
}

/** A server has no HTMLElement. */
const Base = /* @__PURE__ */ (() => globalThis.HTMLElement ?? Object)();

class Inspector extends Base implements FleetInspector {
  readonly #headline = document.createElement('p');
  readonly #sections = document.createElement('div');
  readonly #visibility: IntersectionObserver;
  readonly #setAlarm = createAlarm(systemClock, () => this.#draw());
  #fleet: FleetInspector['fleet'];
  #views: readonly ReturnType<typeof createSectionView>[] = [];
  /** Newest first. */
  #actions: readonly Action[] = [];
  #subscription: Subscription | undefined;
  #isOnScreen = false;
  #drawnMs = -Infinity;

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(this.#headline, this.#sections);
    this.#visibility = new IntersectionObserver((entries) => {
      this.#isOnScreen = entries.at(-1)?.isIntersecting === true;
      this.#redraw();
    });
    // A framework may have set the property before the element was defined.
    const { fleet } = this;
    Reflect.deleteProperty(this, 'fleet');
    this.fleet = fleet;
  }

  get fleet(): FleetInspector['fleet'] {
    return this.#fleet;
  }

  set fleet(fleet: FleetInspector['fleet']) {
    if (fleet) kernelOf(fleet, 'fleet-inspector');
    this.#fleet = fleet;
    if (this.isConnected) this.connectedCallback();
  }

  connectedCallback(): void {
    this.disconnectedCallback();
    this.#visibility.observe(this);
    document.addEventListener('visibilitychange', this.#redraw);
    if (this.#fleet) {
      const sections = fleetSections(this.#fleet, () => this.#actions);
      this.#views = sections.map((each) => createSectionView(each, this.#redraw));
      this.#sections.append(...this.#views.map(({ element }) => element));
      this.#subscription = followActions(this.#fleet, (action) => {
        this.#actions = [action, ...this.#actions.slice(0, MAX_KEPT_ACTIONS - 1)];
        this.#redraw();
      });
    }
    this.#draw();
  }

  /** Ends all that `connectedCallback` started: an element that leaves the page may not come back. */
  disconnectedCallback(): void {
    this.#visibility.disconnect();
    document.removeEventListener('visibilitychange', this.#redraw);
    this.#subscription?.unsubscribe();
    this.#setAlarm(Infinity);
    this.#isOnScreen = false;
    this.#actions = [];
    this.#views = [];
    this.#sections.replaceChildren();
  }

  readonly #redraw = (): void => this.#drawAfter(MIN_PERIOD_MS);

  #drawAfter(periodMs: number): void {
    const isVisible = this.#isOnScreen && !document.hidden;
    this.#setAlarm(isVisible ? this.#drawnMs + periodMs : Infinity);
  }

  #draw(): void {
    this.#drawnMs = systemClock.monotonic();
    setText(this.#headline, headlineOf(this.#fleet));
    for (const view of this.#views) view.draw();
    this.#drawAfter(MAX_PERIOD_MS);
  }
}

function headlineOf(fleet: FleetInspector['fleet']): string {
  if (!fleet) return 'No fleet: set the property `fleet` of this element.';
  const { state, known, inFlight } = fleet.polling.status.value;
  if (kernelOf(fleet, 'fleet-inspector').commits.isDisposed)
    return 'The fleet was disposed of. This is its last state.';
  return `Polling is ${state}. Databases known: ${known}. Requests in flight: ${inFlight}.`;
}
