import { ContextConsumer } from '@lit/context';
import { html, LitElement, type TemplateResult } from 'lit';
import type { Fleet } from '../../../src/index.js';
import type { Part, Show } from '../../contract/bindings/binding-under-test.js';
import { fleetContext } from './fleet-context.js';

/** The base class of the part elements: shows the value of a controller, and gets the fleet from the context. */
export abstract class PartElement<P extends Part = Part> extends LitElement {
  static override properties = { at: {}, question: {}, show: {} };
  declare at: number;
  declare question: P;
  declare show: Show;

  readonly #fleet = new ContextConsumer(this, { context: fleetContext, subscribe: true });
  readonly fleet = (): Fleet | undefined => this.#fleet.value;
  protected abstract readonly answer: { readonly value: unknown };

  /** Renders without a shadow root, because the suite searches the document for texts. */
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
