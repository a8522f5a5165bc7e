/*
 * The types of the bindings, as far as they differ from those in `react.ts`: where the fleet comes from, how a function
 * returns a value, and how it takes an id. Nothing runs here: see `react.ts`.
 */
import { input, type EnvironmentProviders, type Injector, type Signal } from '@angular/core';
import { signal, type ReadonlySignal } from '@preact/signals';
import { LitElement } from 'lit';
import { createElement } from 'preact';
import type { Accessor } from 'solid-js';
import { derived, get, type Readable as SvelteReadable } from 'svelte/store';
import { createApp, ref, type Ref } from 'vue';
import * as angular from '../../src/bindings/angular/index.js';
import * as lit from '../../src/bindings/lit/index.js';
import * as preact from '../../src/bindings/preact/index.js';
import * as signals from '../../src/bindings/preact-signals/index.js';
import type * as react from '../../src/bindings/react/index.js';
import * as solid from '../../src/bindings/solid/index.js';
import * as svelte from '../../src/bindings/svelte/index.js';
import * as vue from '../../src/bindings/vue/index.js';
import type { Database, Fleet, LimitUsage, Transition } from '../../src/index.js';
import { expectSame } from './same.js';

type DatabaseEntry = react.DatabaseEntry;

interface Props {
  readonly id: string;
  readonly chosen?: string;
}

/** The hooks of Preact have the types of the hooks of React, whose tests are in `react.ts`. */
export function preactHasTheHooksOfReact(ofReact: typeof react, fleet: Fleet): void {
  const { FleetProvider, HydrateFleet: _, ...hooks } = preact;
  hooks satisfies Omit<typeof react, 'FleetProvider' | 'HydrateFleet' | 'useSuspenseDatabase'>;
  ofReact satisfies typeof hooks;
  void createElement(FleetProvider, { fleet }, 'a page');
}

export function signalsAreReturnedAndTaken(
  id: ReadonlySignal<string>,
  maybe: ReadonlySignal<string | undefined>,
): void {
  const records = [signals.useDatabase(undefined), signals.useDatabase('a'), signals.useDatabase(maybe)];
  expectSame<(typeof records)[number], ReadonlySignal<Database | undefined>>(true);
  const [some, perhaps] = [signals.useDatabaseEntry(id), signals.useDatabaseEntry(maybe)];
  expectSame<typeof some, ReadonlySignal<DatabaseEntry>>(true);
  expectSame<typeof perhaps, ReadonlySignal<DatabaseEntry | undefined>>(true);
  signals.useLimits('index', maybe).value satisfies readonly LimitUsage[];
  signals.useTransitions({ id: maybe, limit: signal(3) }).value satisfies readonly Transition[];
  // @ts-expect-error an id is a string
  signals.useDatabase(signal(1));
}

export function angularReturnsSignalsAndTakesSources(fleet: Fleet, injector: Injector): void {
  angular.provideFleet(() => fleet) satisfies EnvironmentProviders;
  const [id, maybe] = [input.required<string>(), input<string>()];
  const records = [angular.injectDatabase('a'), angular.injectDatabase(maybe), angular.injectDatabase(() => maybe())];
  expectSame<(typeof records)[number], Signal<Database | undefined>>(true);
  const [some, perhaps] = [angular.injectDatabaseEntry(id, { injector }), angular.injectDatabaseEntry(maybe)];
  expectSame<typeof some, Signal<DatabaseEntry>>(true);
  expectSame<typeof perhaps, Signal<DatabaseEntry | undefined>>(true);
  angular.injectTransitions(() => ({ id: maybe(), limit: 5 }))() satisfies readonly Transition[];
  // @ts-expect-error an id is a string, also where a function gives it
  angular.injectDatabase(() => 5);
}

export function solidReturnsAndTakesAccessors(props: Props): void {
  solid.useDatabase(() => props.chosen) satisfies Accessor<Database | undefined>;
  solid.useDatabaseEntry(() => props.id) satisfies Accessor<DatabaseEntry>;
  solid.useLimits(() => 'database' as const, props.id) satisfies Accessor<readonly LimitUsage[]>;
  solid.useTransitions({ id: () => props.chosen, limit: 10 }) satisfies Accessor<readonly Transition[]>;
  // @ts-expect-error there is no entry without an id
  solid.useDatabaseEntry(() => props.chosen) satisfies Accessor<DatabaseEntry>;
  // @ts-expect-error only the fleet changes it
  solid.useCreateDatabase().status = 'idle';
}

export function svelteReturnsCurrentAndTakesGetters(props: Props): void {
  const records = [svelte.useDatabase('a'), svelte.useDatabase(() => props.id), svelte.useDatabase(() => props.chosen)];
  expectSame<(typeof records)[number], svelte.Current<Database | undefined>>(true);
  const [some, perhaps] = [svelte.useDatabaseEntry(() => props.id), svelte.useDatabaseEntry(() => props.chosen)];
  expectSame<typeof some, svelte.Current<DatabaseEntry>>(true);
  expectSame<typeof perhaps, svelte.Current<DatabaseEntry | undefined>>(true);
  svelte.useTransitions(() => ({ id: props.chosen, limit: 10 })).current satisfies readonly Transition[];
  // @ts-expect-error an id is a string, also where a getter gives it
  svelte.useDatabase(() => ({ current: 'a' }));
  // @ts-expect-error only the fleet changes it
  some.current = undefined;
}

export function svelteTakesAViewAsAStore(fleet: Fleet): void {
  // @ts-expect-error an Observable's subscribe returns an object, though Svelte takes it
  fleet.databases.known satisfies SvelteReadable<readonly string[]>;
  const known = svelte.toReadable(fleet.databases.known);
  expectSame<typeof known, SvelteReadable<readonly string[]>>(true);
  get(derived(known, (ids) => ids.length)) satisfies number;
}

export function vueReturnsAndTakesRefs(fleet: Fleet, props: Props): void {
  createApp({}).use(vue.fleetPlugin, { fleet }).provide(vue.fleetKey, fleet);
  const records = [vue.useDatabase('a'), vue.useDatabase(ref('a')), vue.useDatabase(() => props.chosen)];
  expectSame<(typeof records)[number], vue.Shown<Database | undefined>>(true);
  const [some, perhaps] = [vue.useDatabaseEntry(() => props.id), vue.useDatabaseEntry(() => props.chosen)];
  expectSame<typeof some, vue.Shown<DatabaseEntry>>(true);
  expectSame<typeof perhaps, vue.Shown<DatabaseEntry | undefined>>(true);
  some satisfies Readonly<Ref<DatabaseEntry>>;
  vue.useTransitions({ id: () => props.chosen, limit: ref(10) }).value satisfies readonly Transition[];
  void (vue.useSuspenseDatabase('a') satisfies Promise<vue.Shown<Database>>);
  // @ts-expect-error setup runs once, so it waits for one database
  void vue.useSuspenseDatabase(ref('a'));
  // @ts-expect-error an id is a string, also where a getter gives it
  vue.useDatabase(() => ref('a'));
  // @ts-expect-error only the fleet changes it
  some.value = undefined;
}

export class LitAnswers extends LitElement {
  declare fleet: Fleet | undefined;
  declare databaseId: string;
  declare chosen: string | undefined;

  readonly provided = (): Fleet | undefined => this.fleet;
  readonly record = new lit.DatabaseController(this, this.provided, () => this.chosen);
  readonly entry = new lit.DatabaseEntryController(this, this.provided, () => this.databaseId);
  readonly perhaps = new lit.DatabaseEntryController(this, this.provided, () => this.chosen);
  readonly known = new lit.ViewController(this, () => this.fleet?.databases.known);

  readAnswers(fleet: Fleet): void {
    this.record.value satisfies Database | undefined;
    this.entry.value satisfies DatabaseEntry;
    this.known.value satisfies readonly string[];
    // @ts-expect-error there is no entry without an id
    void this.perhaps.value.status;
    // @ts-expect-error only the fleet changes it
    this.record.value = undefined;
    const select = (record: Database | undefined): number => record?.port ?? 0;
    new lit.DatabaseController(this, fleet, 'a', { keepPrevious: true, select }).value satisfies number;
    // @ts-expect-error an id is a string
    void new lit.DatabaseController(this, fleet, () => 1);
    // @ts-expect-error it needs a fleet
    void new lit.DatabasesController(this);
  }
}
