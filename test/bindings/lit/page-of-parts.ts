import { ContextConsumer, ContextProvider, createContext } from '@lit/context';
import { html, LitElement, type TemplateResult } from 'lit';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import {
  CreateDatabaseController,
  DatabaseController,
  DatabaseEntriesController,
  DatabaseEntryController,
  DatabasesController,
  FleetSummaryController,
  LimitsController,
  PollingStatusController,
  TransitionsController,
  VectorIndexController,
  VectorIndicesController,
  ViewController,
} from '../../../src/bindings/lit/index.js';
import type { IdOptions } from '../../../src/bindings/selection.js';
import type { Fleet } from '../../../src/index.js';
import type { Part, PartFor, Scene, Show } from '../../contract/bindings/binding-under-test.js';

const fleetContext = createContext<Fleet | undefined>(Symbol('fleet'));

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
      return staticHtml`<${tag} .at=${at} .question=${part} .show=${show}></${tag}>`;
    });
  }
}

/** The base class of the part elements: shows the value of a controller, and gets the fleet from the context. */
abstract class PartElement<P extends Part = Part> extends LitElement {
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

/** Creates the element of a part, which shows the value of a controller. */
function partOf<Ask extends Part['ask']>(
  create: (element: PartElement<PartFor<Ask>>) => { readonly value: unknown },
): CustomElementConstructor {
  return class extends PartElement<PartFor<Ask>> {
    protected readonly answer = create(this);
  };
}

class CreationPart extends PartElement<PartFor<'creation'>> {
  protected readonly answer = new CreateDatabaseController(this, this.fleet, {
    onSuccess: (...args) => this.question.callbacks?.onSuccess?.(...args),
    onError: (...args) => this.question.callbacks?.onError?.(...args),
    onSettled: (...args) => this.question.callbacks?.onSettled?.(...args),
  });

  protected override render(): TemplateResult {
    return html`<button data-part=${this.at} @click=${() => this.answer.create(this.question.request)}>
      ${this.show(this.at, this.answer.value)}
    </button>`;
  }
}

/** The elements of the parts that `keepPrevious` concerns. */
const elementsWith = (options?: IdOptions) => ({
  database: partOf<'database'>((at) => new DatabaseController(at, at.fleet, () => at.question.id, options)),
  selection: partOf<'selection'>(
    (at) =>
      new DatabaseController(at, at.fleet, () => at.question.id, {
        ...options,
        select: (record) => at.question.selector(record),
        equals: (a, b) => (at.question.equals ?? Object.is)(a, b),
      }),
  ),
  entry: partOf<'entry'>((at) => new DatabaseEntryController(at, at.fleet, () => at.question.id, options)),
  index: partOf<'index'>((at) => new VectorIndexController(at, at.fleet, () => at.question.id, options)),
});

const elements: Record<Exclude<Part['ask'], 'hydrated' | 'awaited'>, CustomElementConstructor> = {
  ...elementsWith(),
  databases: partOf<'databases'>((at) => new DatabasesController(at, at.fleet, () => at.question.ids)),
  entries: partOf<'entries'>((at) => new DatabaseEntriesController(at, at.fleet, () => at.question.ids)),
  indices: partOf<'indices'>((at) => new VectorIndicesController(at, at.fleet)),
  limits: partOf<'limits'>(
    (at) =>
      new LimitsController(
        at,
        at.fleet,
        () => at.question.resource,
        () => at.question.id,
      ),
  ),
  summary: partOf<'summary'>((at) => new FleetSummaryController(at, at.fleet)),
  polling: partOf<'polling'>((at) => new PollingStatusController(at, at.fleet)),
  transitions: partOf<'transitions'>((at) => new TransitionsController(at, at.fleet, () => at.question)),
  known: partOf<'known'>((at) => new ViewController(at, () => at.fleet()?.databases.known)),
  creation: CreationPart,
};

/** Defines an element `part-…` for each hook, and `part-keeping-…` for each hook with `keepPrevious`. */
export function defineParts(): void {
  for (const [ask, element] of Object.entries(elements)) customElements.define(`part-${ask}`, element);
  for (const [ask, element] of Object.entries(elementsWith({ keepPrevious: true })))
    customElements.define(`part-keeping-${ask}`, element);
}
