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
import type { Part } from '../../contract/bindings/binding-under-test.js';
import { PartElement } from './part-element.js';

type PartFor<Ask> = Extract<Part, { ask: Ask }>;

class DatabasePart extends PartElement<PartFor<'database'>> {
  protected readonly answer = new DatabaseController(this, this.fleet, () => this.question.id);
}

class SelectionPart extends PartElement<PartFor<'selection'>> {
  protected readonly answer = new DatabaseController(this, this.fleet, () => this.question.id, {
    select: (record) => this.question.selector(record),
    equals: (a, b) => (this.question.equals ?? Object.is)(a, b),
  });
}

class EntryPart extends PartElement<PartFor<'entry'>> {
  protected readonly answer = new DatabaseEntryController(this, this.fleet, () => this.question.id);
}

const keeping = { keepPrevious: true };

class KeepingDatabasePart extends PartElement<PartFor<'database'>> {
  protected readonly answer = new DatabaseController(this, this.fleet, () => this.question.id, keeping);
}

class KeepingSelectionPart extends PartElement<PartFor<'selection'>> {
  protected readonly answer = new DatabaseController(this, this.fleet, () => this.question.id, {
    ...keeping,
    select: (record) => this.question.selector(record),
  });
}

class KeepingEntryPart extends PartElement<PartFor<'entry'>> {
  protected readonly answer = new DatabaseEntryController(this, this.fleet, () => this.question.id, keeping);
}

class KeepingIndexPart extends PartElement<PartFor<'index'>> {
  protected readonly answer = new VectorIndexController(this, this.fleet, () => this.question.id, keeping);
}

class DatabasesPart extends PartElement<PartFor<'databases'>> {
  protected readonly answer = new DatabasesController(this, this.fleet, () => this.question.ids);
}

class EntriesPart extends PartElement<PartFor<'entries'>> {
  protected readonly answer = new DatabaseEntriesController(this, this.fleet, () => this.question.ids);
}

class IndexPart extends PartElement<PartFor<'index'>> {
  protected readonly answer = new VectorIndexController(this, this.fleet, () => this.question.id);
}

class IndicesPart extends PartElement {
  protected readonly answer = new VectorIndicesController(this, this.fleet);
}

class LimitsPart extends PartElement<PartFor<'limits'>> {
  protected readonly answer = new LimitsController(
    this,
    this.fleet,
    () => this.question.resource,
    () => this.question.id,
  );
}

class SummaryPart extends PartElement {
  protected readonly answer = new FleetSummaryController(this, this.fleet);
}

class PollingPart extends PartElement {
  protected readonly answer = new PollingStatusController(this, this.fleet);
}

class TransitionsPart extends PartElement<PartFor<'transitions'>> {
  protected readonly answer = new TransitionsController(this, this.fleet, () => this.question);
}

class KnownPart extends PartElement {
  protected readonly answer = new ViewController(this, () => this.fleet()?.databases.known);
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

const elements: Record<Exclude<Part['ask'], 'hydrated' | 'awaited'> | `keeping-${string}`, CustomElementConstructor> = {
  database: DatabasePart,
  selection: SelectionPart,
  entry: EntryPart,
  databases: DatabasesPart,
  entries: EntriesPart,
  index: IndexPart,
  indices: IndicesPart,
  limits: LimitsPart,
  summary: SummaryPart,
  polling: PollingPart,
  transitions: TransitionsPart,
  known: KnownPart,
  creation: CreationPart,
  'keeping-database': KeepingDatabasePart,
  'keeping-selection': KeepingSelectionPart,
  'keeping-entry': KeepingEntryPart,
  'keeping-index': KeepingIndexPart,
};

/** Defines an element `part-…` for each hook, and `part-keeping-…` for each hook with `keepPrevious`. */
export function defineParts(): void {
  for (const [ask, element] of Object.entries(elements)) customElements.define(`part-${ask}`, element);
}
