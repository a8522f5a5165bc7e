import { html, LitElement, type TemplateResult } from 'lit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseController, ViewController } from '../../../src/bindings/lit/index.js';
import type { Database, Fleet } from '../../../src/index.js';
import { createFleetUnderTest, quick, type FleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { databaseOf } from '../../core/fleet/scripted-service.js';

class DatabaseCard extends LitElement {
  static override properties = { databaseId: {}, fleet: {} };
  declare databaseId: string;
  declare fleet: Fleet | undefined;
  readonly database = new DatabaseController(
    this,
    () => this.fleet,
    () => this.databaseId,
    { select: (record) => record?.database_name },
  );
  renders = 0;

  override render(): TemplateResult {
    this.renders += 1;
    return html`${this.fleet && (this.database.value ?? 'nothing')}`;
  }

  get text(): string {
    return this.renderRoot.textContent ?? '';
  }
}
customElements.define('database-card', DatabaseCard);

function createCard(fleet: Fleet | undefined): DatabaseCard {
  const card = new DatabaseCard();
  Object.assign(card, { databaseId: 'a', fleet });
  onTestFinished(() => card.remove());
  return card;
}

async function show(card: DatabaseCard): Promise<DatabaseCard> {
  document.body.append(card);
  await card.updateComplete;
  return card;
}

/** Databases with their ids as names, and a function that renames all of them. */
function createNamedDatabases(): FleetUnderTest & { rename(prefix: string): void } {
  const underTest = createFleetUnderTest({ polling: quick });
  const rename = (prefix: string): void =>
    underTest.service.respond(({ id }) => ({ json: databaseOf(id, { database_name: `${prefix} ${id}` }) }));
  rename('old');
  return { ...underTest, rename };
}

test('a moved element renders again only after a change', async () => {
  const { fleet, rename } = createNamedDatabases();
  await fleet.databases.refresh('a');
  const card = await show(createCard(fleet));
  const rendersBefore = card.renders;
  card.remove();
  await show(card);
  expect(card.renders).toBe(rendersBefore);

  card.remove();
  rename('new');
  await fleet.databases.refresh('a');
  await card.updateComplete;
  expect(card.renders).toBe(rendersBefore);
  await show(card);
  expect(card.text).toBe('new a');
});

test('a disconnected element does not subscribe, and shows an id that changed meanwhile after it reconnects', async () => {
  const { fleet, service } = createNamedDatabases();
  const card = await show(createCard(fleet));
  card.remove();
  service.clear();
  card.databaseId = 'b';
  await card.updateComplete;
  expect(fleet.databases.known.value).toEqual([]);
  await show(card);
  await expect.poll(() => card.text).toBe('old b');
  expect(service.requests.map(({ id }) => id)).toEqual(['b']);
});

test('an element that was removed before its first update follows its database after it reconnects', async () => {
  const { fleet } = createNamedDatabases();
  const card = createCard(fleet);
  document.body.append(card);
  card.remove();
  await card.updateComplete;
  expect(fleet.databases.known.value).toEqual([]);
  await show(card);
  await expect.poll(() => card.text).toBe('old a');
});

test('an element that is never connected, as on a server, has the value and does not subscribe', async () => {
  const { fleet, service } = createNamedDatabases();
  await fleet.databases.refresh('a');
  service.clear();
  const card = createCard(fleet);
  expect(card.database.value).toBe('old a');
  card.render();
  expect(fleet.databases.known.value).toEqual([]);
});

test('a removed fleet has no subscription any more', async () => {
  const { fleet, errors } = createNamedDatabases();
  const card = await show(createCard(fleet));
  card.fleet = undefined;
  await fleet.databases.refresh('a');
  await card.updateComplete;
  expect([fleet.databases.known.value, errors]).toEqual([[], []]);
});

test('a controller that is added after the first update works too', async () => {
  const { fleet } = createNamedDatabases();
  await fleet.databases.refresh('a');
  const card = await show(createCard(fleet));
  const state = new ViewController(card, fleet.databases.field('b', 'state'));
  await expect.poll(() => state.value).toBe('active');
});

test('the host renders a value that it read before its notification', async () => {
  const { fleet, rename } = createNamedDatabases();
  const ahead: unknown[] = [];
  let card: DatabaseCard | undefined;
  fleet.databases.record('a').subscribe(() => ahead.push(card?.database.value));
  await fleet.databases.refresh('a');
  card = await show(createCard(fleet));
  rename('new');
  await fleet.databases.refresh('a');
  await card.updateComplete;
  expect(ahead.at(-1)).toBe('new a');
  expect(card.text).toBe('new a');
});

test('an element with several controllers renders once for one commit', async () => {
  const { fleet, rename } = createNamedDatabases();
  await fleet.databases.refresh('a');
  const card = createCard(fleet);
  const name = (record: Database | undefined) => record?.database_name;
  const [again, all] = [
    new DatabaseController(card, fleet, 'a', { select: name }),
    new ViewController(card, fleet.databases.all, { select: (records) => records.map(name) }),
  ];
  await show(card);
  const rendersBefore = card.renders;
  rename('new');
  await fleet.databases.refresh('a');
  await card.updateComplete;
  expect([card.text, again.value, all.value]).toEqual(['new a', 'new a', ['new a']]);
  expect(card.renders).toBe(rendersBefore + 1);
});

test('a function that has thrown is followed again, also with the same view', () => {
  const view = { value: 0, subscribe: vi.fn<() => { unsubscribe(): void }>(() => ({ unsubscribe() {} })) };
  const find = vi.fn<() => typeof view>(() => view);
  const controller = new ViewController(new DatabaseCard(), find);
  controller.hostConnected();
  controller.hostUpdate();
  find.mockImplementationOnce(() => {
    throw new Error('no id');
  });
  expect(() => controller.hostUpdate()).toThrow('no id');
  controller.hostUpdate();
  expect(view.subscribe).toHaveBeenCalledTimes(2);
});
