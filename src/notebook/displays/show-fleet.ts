import type { Fleet } from '../../index.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { describeDuration } from '../../format/describe-duration.js';
import { describeHealth, healthNouns, isTrouble, nounsOf } from '../../format/describe-health.js';
import { healthNames } from '../../format/health.js';
import type { Display } from '../display/display.js';
import { html } from '../display/html.js';
import { barHtml, shareText } from '../display/bar-plot.js';
import { createTableDisplay, numberColumn, textHtml, type TableCell, type Column } from '../display/table.js';
import { healthTones, limitTones, toneOfState } from '../display/tone.js';
import { idsOption } from '../history/options.js';
import { rowsOption, timeZoneOption, type RowsOptions, type TimeZoneOptions } from './display-options.js';
import { ownColumns, ownRowsEntries, selectOwnRows, type OwnRowsOptions } from './own-rows.js';
import { NO_RESOURCES, describeStatus, notesOf, readFleet, type ResourceFacts } from './resource-facts.js';
import { cutText, formatMoment } from '../display/text.js';

/** The options of {@link showFleet}. */
export interface ShowFleetOptions extends OwnRowsOptions, RowsOptions, TimeZoneOptions {
  /** Only these databases and vector indices, in this order. @default all that the fleet knows */
  readonly ids?: readonly string[] | undefined;
}

const schema = { ids: idsOption, limit: rowsOption(50), timeZone: timeZoneOption, ...ownRowsEntries };

/**
 * Shows a fleet as a table: health, state, pending change, fullest limit and age of each database and vector index.
 *
 * Rows are in the order of the fleet. Without `sort`, if there are more than `limit`, those that need attention come first.
 * It starts no polling.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid argument, and the id for which a function threw
 * @example
 * ```ts
 * showFleet(fleet); // as the last value of a cell
 * showFleet(fleet, {
 *   columns: ['name', 'db_max_clients', { title: 'Regions', value: ({ all_members = [] }) => all_members.length }],
 *   filter: ({ state }) => state === 'active',
 *   sort: (a, b) => (b.db_max_clients ?? 0) - (a.db_max_clients ?? 0),
 * });
 * ```
 */
export function showFleet(fleet: Fleet, options: ShowFleetOptions = {}): Display {
  const { ids, limit, columns, timeZone: zone, ...own } = checkOptions('configure', schema, options);
  refuseIssues('configure', issueUnless(columns?.length !== 0, 'columns', 'expected a column'));
  const { resources: all, now } = readFleet(fleet, 'showFleet', ids);
  const resources = selectOwnRows(all, own);
  const byTrouble = (a: ResourceFacts, b: ResourceFacts) => Number(isTrouble(b.health)) - Number(isTrouble(a.health));
  const rows = own.sort === undefined && resources.length > limit ? resources.toSorted(byTrouble) : resources;
  const nouns = nounsOf(resources);
  const builtIn = columnsOf(nouns === healthNouns.both, now);
  const unlisted = columns?.includes('id') ? [] : [ID];
  const chosen = columns && [...unlisted, ...ownColumns(columns, builtIn, rows.slice(0, limit), zone)];
  const isNone = all.length === 0 && ids === undefined;
  const clauses = describeHealth({
    all: resources.map(({ health }) => health),
    nouns,
    isUsageKnown: resources.some(({ worst }) => worst !== undefined),
    isLoading: resources.some(({ entry }) => entry.fetching),
  });
  return createTableDisplay({
    title: 'Fleet',
    lead: clauses.map(({ text }) => text).join(', '),
    columns: chosen ?? builtIn,
    rows,
    limit,
    empty: isNone ? NO_RESOURCES : 'The options leave out all databases and indices.',
    notes: isNone ? notesOf(fleet) : [...notesOf(fleet), `At ${formatMoment(now, zone)}.`],
  });
}

const ID: Column<ResourceFacts> = { name: 'id', cell: ({ id }) => id };

function columnsOf(hasBoth: boolean, now: number): readonly Column<ResourceFacts>[] {
  return [
    ID,
    { title: 'Name', cell: nameCell, name: 'name', data: ({ name }) => name },
    { title: hasBoth ? 'Kind' : undefined, isOptional: true, cell: ({ resource }) => resource, name: 'resource' },
    { title: 'Health', cell: healthCell, name: 'health', data: ({ health }) => health.kind },
    { title: 'State', cell: stateCell, name: 'state', data: ({ state }) => state },
    { name: 'modifying_state', data: ({ change }) => change },
    { title: 'Fullest limit', cell: worstCell, name: 'fullest_limit', data: ({ worst }) => worst?.field },
    numberColumn('Used', 'used_share', ({ worst }) => worst?.ratio, shareText),
    { name: 'limit_status', data: ({ worst }) => worst?.status },
    { title: 'Record', cell: (facts) => recordCell(facts, now), name: 'record', data: ({ entry }) => entry.status },
    { name: 'age_seconds', type: 'number', data: ({ entry: { confirmedAt: at } }) => at && (now - at) / 1000 },
  ];
}

export function nameCell({ name, id }: Pick<ResourceFacts, 'name' | 'id'>): TableCell {
  if (name === id) return { text: id, html: html`<span class="fg-name">${textHtml(id)}</span>` };
  return {
    text: `${cutText(name, 36)} (${id})`,
    html: html`<span class="fg-name">${textHtml(name)}</span>
      <span class="fg-id" title="${cutText(id, 256)}">${cutText(id)}</span>`,
  };
}

function healthCell({ health, entry }: ResourceFacts): TableCell {
  const isUnread = health.kind === 'loading' && !entry.fetching;
  const text = isUnread ? 'not loaded' : healthNames[health.kind].toLowerCase();
  return { text, tone: healthTones[health.kind] };
}

function stateCell({ state, change, resource }: ResourceFacts): TableCell {
  if (state === undefined) return { text: resource === 'index' ? '–' : 'unknown' };
  return { text: state, tone: toneOfState(state), under: change };
}

function worstCell({ worst }: ResourceFacts): TableCell {
  if (worst === undefined) return { text: 'no use reported' };
  const { name, status, ratio } = worst;
  return { text: status === 'ok' ? name : `${name}, ${status}`, bar: barHtml(ratio, limitTones[status]) };
}

function recordCell({ entry }: ResourceFacts, now: number): TableCell {
  const { confirmedAt: at } = entry;
  return { text: describeStatus(entry), under: at === undefined ? undefined : `${describeDuration(now - at)} ago` };
}
