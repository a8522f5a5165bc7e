import { type ReactElement, useMemo } from 'react';
import { activityKinds, type ActivityEntry } from '../../../../format/activity.js';
import { countOf, formatCount } from '../../../../format/quantities.js';
import { FilterSelect } from '../grid/list-toolbar.js';
import { eventColumns, EventGrid } from '../grid/event-grid.js';
import { textOf, toSentence } from '../shell/names.js';
import { goTo, type Query, type Route, withQuery } from '../shell/route.js';
import { resourceKey, useActivity } from '../server/activity.js';
import { Button } from '../shell/button.js';

const COLUMNS = eventColumns<ActivityEntry>(
  [
    'Activity',
    ({ text, phase }) => (
      <div className="cut" data-ink={phase === 'begun' ? 'warning' : undefined} title={textOf(text)}>
        {textOf(text)}
      </div>
    ),
  ],
  ['Kind', ({ kind }) => activityKinds[kind]],
  ['When', ({ at }) => at],
);

export function ActivityList({ route }: { readonly route: Route }): ReactElement | null {
  const { entries, problem, hasFailed } = useActivity();
  const { kind, of } = route.query;
  const shown = useMemo(
    () => (entries ?? []).filter((entry) => (!kind || entry.kind === kind) && (!of || resourceKey(entry) === of)),
    [entries, kind, of],
  );
  if (entries === undefined) return hasFailed ? <Unreadable /> : null;
  const warning = hasFailed
    ? 'The server of this page does not answer. These are the last known entries.'
    : problem && `Alerts may be missing. ${toSentence(textOf(problem))}`;
  return (
    <>
      {warning && (
        <p className="callout" data-tone="warning" role="alert">
          {warning}
        </p>
      )}
      <section className="list" aria-label="Activity">
        {entries.length > 0 && <Filters entries={entries} route={route} shown={shown.length} />}
        {shown.length > 0 && <EventGrid label="Activity" columns={COLUMNS} events={shown} />}
        {entries.length === 0 && (
          <div className="notice">
            <h2>Nothing has happened yet</h2>
            <p>
              Changes of state, limits that are exceeded, creates, outages and alerts appear here by themselves. The
              command that serves this page keeps the last 1,000.
            </p>
          </div>
        )}
        {entries.length > 0 && shown.length === 0 && (
          <div className="notice">
            <h2>No matches</h2>
            <p>No entry matches your filters.</p>
            <Button onClick={() => goTo({ ...route, query: {} })}>Clear filters</Button>
          </div>
        )}
      </section>
    </>
  );
}

interface FiltersProps {
  readonly entries: readonly ActivityEntry[];
  readonly route: Route;
  readonly shown: number;
}

function Filters({ entries, route, shown }: FiltersProps): ReactElement {
  const { query } = route;
  const change = (part: Query): void => goTo({ ...route, query: withQuery(query, part) }, 'replace');
  const kinds = Object.entries(activityKinds);
  const resources = useMemo(() => resourcesIn(entries, query['of']), [entries, query]);
  return (
    <div className="line toolbar" role="search" aria-label="Find in activity">
      <FilterSelect title="Kind" value={query['kind'] ?? ''} choices={kinds} onChange={(kind) => change({ kind })} />
      <FilterSelect title="Resource" value={query['of'] ?? ''} choices={resources} onChange={(of) => change({ of })} />
      <output className="muted fixed" aria-label="Matching rows">
        {shown < entries.length
          ? `${formatCount(shown)} of ${formatCount(entries.length)}`
          : countOf(shown, 'entry', 'entries')}
      </output>
    </div>
  );
}

function Unreadable(): ReactElement {
  return (
    <div className="notice" role="alert">
      <h2>The activity cannot be read</h2>
      <p>The server of this page does not answer, or has another version. This page tries again by itself.</p>
    </div>
  );
}

/** The resources that have entries, by name, and the chosen resource, which may have none. */
function resourcesIn(entries: readonly ActivityEntry[], chosen = '') {
  const names = new Map<string, string>();
  // Newest first: the newest name counts.
  for (const { resource, id, name } of entries) {
    const key = resourceKey({ resource, id });
    if (id !== '' && (names.get(key) ?? id) === id) names.set(key, textOf(name.trim() ? name : id));
  }
  if (chosen !== '' && !names.has(chosen)) names.set(chosen, textOf(chosen));
  return [...names].toSorted(([, a], [, b]) => a.localeCompare(b, 'en', { numeric: true }));
}
