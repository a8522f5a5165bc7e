import { NgComponentOutlet } from '@angular/common';
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  InjectionToken,
  Input,
  input,
  signal,
  untracked,
  type EnvironmentProviders,
  type Provider,
  type Signal,
  type Type,
} from '@angular/core';
import {
  injectCreateDatabase,
  injectDatabase,
  injectDatabaseEntry,
  injectDatabaseEntries,
  injectDatabaseResource,
  injectDatabases,
  injectDatabasesResource,
  injectFleet,
  injectFleetSummary,
  injectLimits,
  injectPollingStatus,
  injectTransitions,
  injectVectorIndex,
  injectVectorIndexResource,
  injectVectorIndices,
  injectVectorIndicesResource,
  injectView,
  provideFleet,
  type CreationMembers,
  type FleetResource,
  type InjectedCreation,
} from '../../../src/bindings/angular/index.js';
import type { IdOptions } from '../../../src/bindings/selection.js';
import type { Part, PartFor, Scene, Show } from '../../contract/bindings/binding-under-test.js';

const SCENE = new InjectionToken<Scene>('scene');

export class Page {
  private readonly scene = inject(SCENE);
  readonly parts = signal<readonly Part[]>(this.scene.parts);
  protected readonly show = this.scene.show;
  protected readonly componentOf = componentOf;
}

Component({
  selector: 'fleet-page',
  imports: [NgComponentOutlet],
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    @for (part of parts(); track $index) {
      <ng-container *ngComponentOutlet="componentOf(part); inputs: { at: $index, part, show }" />
    }
  `,
})(Page);

export function pageProviders(scene: Scene): (Provider | EnvironmentProviders)[] {
  const { fleet } = scene;
  return [{ provide: SCENE, useValue: scene }, fleet === undefined ? [] : provideFleet(fleet)];
}

/** The part `hydrated` has no component: Angular restores the snapshot when the application starts. */
type Ask = Exclude<Part['ask'], 'hydrated' | 'awaited'>;
type Components = Readonly<Record<Ask, Type<unknown>>>;

function componentOf(part: Part): Type<unknown> {
  if (part.ask === 'awaited') return awaitedComponents[part.throwOnError === false ? 'listing' : part.of];
  const keeps = 'options' in part && part.options?.keepPrevious === true;
  return { ...partComponents, ...(keeps && keepingComponents) }[part.ask as Ask];
}

/** The components of the parts that `keepPrevious` concerns: an input has no value when a component is created. */
const componentsWith = (options?: IdOptions) => ({
  database: createPart('database', (part) => injectDatabase(() => part().id, options)),
  selection: createPart('selection', (part) =>
    injectDatabase(() => part().id, {
      ...options,
      select: (record) => part().selector(record),
      equals: (a, b) => (untracked(part).equals ?? Object.is)(a, b),
    }),
  ),
  entry: createPart('entry', (part) => injectDatabaseEntry(() => part().id, options)),
  index: createPart('index', (part) => injectVectorIndex(() => part().id, options)),
});

/** The components of the parts, by hook. */
const partComponents: Components = {
  ...componentsWith(),
  databases: createPart('databases', (part) => injectDatabases(() => part().ids)),
  entries: createPart('entries', (part) => injectDatabaseEntries(() => part().ids)),
  indices: createPart('indices', () => injectVectorIndices()),
  limits: createPart('limits', (part) =>
    injectLimits(
      () => part().resource,
      () => part().id,
    ),
  ),
  summary: createPart('summary', () => injectFleetSummary()),
  polling: createPart('polling', () => injectPollingStatus()),
  transitions: createPart('transitions', (part) => injectTransitions(part)),
  known: createPart('known', () => injectView(injectFleet().databases.known)),
  creation: createCreation(),
};

const keepingComponents = componentsWith({ keepPrevious: true });

/** For the same reason, there is a component for each function that waits. */
const awaitedComponents = {
  database: createAwaited('database'),
  databases: createAwaited('databases'),
  listing: createAwaited('databases', false),
  index: createAwaited('index'),
  indices: createAwaited('indices'),
};

function createPart<A extends Ask>(ask: A, answer: (part: Signal<PartFor<A>>) => Signal<unknown>): Type<unknown> {
  class PartOfPage {
    readonly at = input.required<number>();
    readonly part = input.required<PartFor<A>>();
    readonly show = input.required<Show>();
    protected readonly answer = answer(this.part);
  }
  return component(PartOfPage, ask, '<p [attr.data-part]="at()">{{ show()(at(), answer()) }}</p>');
}

function createCreation(): Type<unknown> {
  class Creation {
    readonly at = input.required<number>();
    readonly part = input.required<PartFor<'creation'>>();
    readonly show = input.required<Show>();
    protected readonly creation: InjectedCreation = injectCreateDatabase({
      onSuccess: (...args) => this.part().callbacks?.onSuccess?.(...args),
      onError: (...args) => this.part().callbacks?.onError?.(...args),
      onSettled: (...args) => this.part().callbacks?.onSettled?.(...args),
    });
    protected readonly state = computed(() => stateOf(this.creation));
  }
  const button = `
    <button [attr.data-part]="at()" (click)="creation.create(part().request)">
      {{ show()(at(), state()) }}
    </button>
  `;
  return component(Creation, 'creation', button);
}

function createAwaited(of: PartFor<'awaited'>['of'], throwOnError?: boolean): Type<unknown> {
  class AwaitedPart {
    readonly at = input.required<number>();
    readonly part = input.required<PartFor<'awaited'>>();
    readonly show = input.required<Show>();
    private readonly id = computed(() => this.part().ids[0]);
    protected readonly resource: FleetResource<unknown> = {
      database: () => injectDatabaseResource(this.id),
      databases: () => injectDatabasesResource(() => this.part().ids, { throwOnError }),
      index: () => injectVectorIndexResource(this.id),
      indices: () => injectVectorIndicesResource(),
    }[of]();
    protected readonly text = computed(() => {
      const error = this.resource.error();
      if (error) throw error;
      return this.resource.hasValue() ? this.show()(this.at(), this.resource.value()) : 'waiting';
    });
  }
  return component(AwaitedPart, `awaited-${of}`, '<p [attr.data-part]="at()">{{ text() }}</p>');
}

function stateOf({ status, isPending, variables, data, error }: InjectedCreation): CreationMembers {
  return { status: status(), isPending: isPending(), variables: variables(), data: data(), error: error() };
}

/** The compiled form of decorators, which no compiler processes here. */
function component<C>(type: Type<C>, name: string, template: string): Type<C> {
  const signalInput = { isSignal: true, required: true };
  for (const property of ['at', 'part', 'show']) Input(signalInput)(type.prototype, property);
  const { OnPush } = ChangeDetectionStrategy;
  return Component({ selector: `fleet-${name}`, template, changeDetection: OnPush })(type) ?? type;
}
