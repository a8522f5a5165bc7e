/* The types of the binding of Lit. Nothing runs here: see `react.ts`. */
import { LitElement } from 'lit';
import {
  CreateDatabaseController,
  DatabaseController,
  DatabaseEntryController,
  DatabasesController,
  FleetSummaryController,
  LimitsController,
  PollingStatusController,
  TransitionsController,
  VectorIndexController,
  ViewController,
} from '../../src/bindings/lit/index.js';
import type { CreationState } from '../../src/bindings/lit/index.js';
import type { Database, Entry, Fleet, IndexRecord, LimitUsage, Transition } from '../../src/index.js';

declare const host: LitElement;
declare const fleet: Fleet;

export class Answers extends LitElement {
  declare fleet: Fleet | undefined;
  declare databaseId: string;
  declare maybe: string | undefined;

  readonly record = new DatabaseController(
    this,
    () => this.fleet,
    () => this.maybe,
  );
  readonly entry = new DatabaseEntryController(this, fleet, () => this.databaseId);
  readonly maybeEntry = new DatabaseEntryController(this, fleet, () => this.maybe);
  readonly known = new ViewController(this, () => this.fleet?.databases.known);

  readAnswers(): void {
    this.record.value satisfies Database | undefined;
    this.entry.value satisfies Entry<Database>;
    this.known.value satisfies readonly string[];
    // @ts-expect-error there may be none
    void this.record.value.state;
    // @ts-expect-error without an id there is none
    void this.maybeEntry.value.status;
    // @ts-expect-error it is what the fleet says
    this.record.value = undefined;
  }
}

export function idsAreValuesOrFunctions(): void {
  new DatabaseController(host, fleet, 'a').value satisfies Database | undefined;
  new VectorIndexController(host, fleet, undefined).value satisfies IndexRecord | undefined;
  new LimitsController(host, fleet, 'index', () => 'a').value satisfies readonly LimitUsage[];
  new TransitionsController(host, fleet, () => ({ id: 'a', limit: 10 })).value satisfies readonly Transition[];
  // @ts-expect-error an id is a string
  void new DatabaseController(host, fleet, () => 1);
  // @ts-expect-error there are databases and indices
  void new LimitsController(host, fleet, 'cluster', 'a');
  // @ts-expect-error whose answers, and which fleet's
  void new DatabasesController(host);
}

export function selectorsDecideOnTheType(): void {
  new DatabaseController(host, fleet, 'a', { keepPrevious: true }).value satisfies Database | undefined;
  new DatabaseEntryController(host, fleet, 'a', { keepPrevious: true }).value satisfies Entry<Database>;
  const options = { keepPrevious: true };
  new DatabaseController(host, fleet, 'a', { ...options, select: (record) => record?.port ?? 0 })
    .value satisfies number;
  // @ts-expect-error a misspelt option
  void new DatabaseController(host, fleet, 'a', { keepPrevios: true });
  new DatabaseController(host, fleet, 'a', { select: (record) => record?.state ?? 'none' }).value satisfies string;
  new DatabaseEntryController(host, fleet, 'a', { select: ({ error }) => error?.message }).value satisfies
    | string
    | undefined;
  new DatabasesController(host, fleet, ['a'], { select: (records) => records.length }).value satisfies number;
  new FleetSummaryController(host, fleet, { select: ({ worst }) => worst }).value satisfies readonly LimitUsage[];
  new PollingStatusController(host, fleet, { select: ({ reason }) => reason?.message }).value satisfies
    | string
    | undefined;
  new ViewController(host, fleet.databases.known, { select: (ids) => ids.length }).value satisfies number;
  const isSame = (a: Database, b: Database): boolean => a === b;
  // @ts-expect-error of two selections, not of two records
  void new DatabaseController(host, fleet, 'a', { select: (record) => record?.state, equals: isSame });
}

export function creationsTellHowFarTheyAre(): void {
  const creation = new CreateDatabaseController(host, fleet);
  creation.value satisfies CreationState;
  // @ts-expect-error there is an error only where it failed
  void creation.value.error.message;
  // @ts-expect-error a request is closed
  creation.create({ database_name: 'a', platform: 'azure', primary_region: 'eu-west-1' });
}
