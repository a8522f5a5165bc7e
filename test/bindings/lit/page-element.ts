import { ContextProvider } from '@lit/context';
import { LitElement } from 'lit';
import { html, unsafeStatic } from 'lit/static-html.js';
import type { Scene } from '../../contract/bindings/binding-under-test.js';
import { fleetContext } from './fleet-context.js';

/** A page that renders parts and provides the fleet to them. */
export class PageElement extends LitElement {
  static override properties = { scene: {} };
  declare scene: Scene;

  readonly #provider = new ContextProvider(this, { context: fleetContext });

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    this.#provider.setValue(this.scene.fleet);
  }

  protected override render(): unknown {
    const { parts, show } = this.scene;
    return parts.map((part, at) => {
      const keeps = 'options' in part && part.options?.keepPrevious === true;
      const tag = unsafeStatic(`part-${keeps ? 'keeping-' : ''}${part.ask}`);
      return html`<${tag} .at=${at} .question=${part} .show=${show}></${tag}>`;
    });
  }
}
