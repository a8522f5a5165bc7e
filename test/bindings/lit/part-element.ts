import { ContextConsumer } from '@lit/context';
import { html, LitElement, type TemplateResult } from 'lit';
import type { Fleet } from '../../../src/index.js';
import type { Part, Show } from '../../contract/bindings/binding-under-test.js';
import { fleetContext } from './fleet-context.js';

/** The base of all elements here: it shows the value of its controller, and gets the fleet by context. */
export abstract class PartElement<P extends Part = Part> extends LitElement {
  static override properties = { at: {}, question: {}, show: {} };
  declare at: number;
  declare question: P;
  declare show: Show;

  readonly #fleet = new ContextConsumer(this, { context: fleetContext, subscribe: true });
  protected readonly fleet = (): Fleet | undefined => this.#fleet.value;
  protected abstract readonly answer: { readonly value: unknown };

  /** The suite looks for texts in the document itself. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Catches an update that fails before it is awaited. */
  protected override scheduleUpdate(): void {
    try {
      void super.scheduleUpdate();
    } catch (error) {
      this.dispatchEvent(new CustomEvent('failure', { detail: error, bubbles: true }));
    }
  }

  protected override render(): TemplateResult {
    return html`<p data-part=${this.at}>${this.show(this.at, this.answer.value)}</p>`;
  }
}
