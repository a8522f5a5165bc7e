import { html, type TemplateResult } from 'lit';
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
import type { Part } from '../../contract/bindings/binding-under-test.js';
import { PartElement } from './part-element.js';

type PartFor<Ask> = Extract<Part, { ask: Ask }>;

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
