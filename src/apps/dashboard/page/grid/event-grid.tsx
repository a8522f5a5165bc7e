import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { ShownAlert } from '../../../../format/shown-alerts.js';
import { textOf } from '../shell/names.js';
import { Ago } from '../shell/relative-time.js';
import { goTo, type Route } from '../shell/route.js';
import { type Column, FleetGrid } from './fleet-grid.js';
import { NameCell } from './row-cells.js';
import type { RowCells } from './rows.js';

/** An alert, or an entry of the activity: it is about a resource, or about the whole fleet. */
type FleetEvent = Pick<ShownAlert, 'key' | 'resource' | 'id' | 'name'>;

/** Where an event leads: to its database or index. One of the whole fleet leads to all databases. */
function routeOf({ resource, id }: Pick<FleetEvent, 'resource' | 'id'>): Route {
  return resource === 'fleet'
    ? { view: 'database', selected: undefined, query: {} }
    : { view: resource, selected: id, query: {} };
}

interface EventGridProps {
  readonly label: string;
  /** The titles of the columns for the resource, the words, the kind and the time. */
  readonly titles: readonly string[];
  readonly events: readonly FleetEvent[];
  readonly Cells: RowCells;
}

const KEYS = ['name', 'summary', 'state', 'since'];

/** A list of events in the given order. Each leads to its resource. */
export function EventGrid({ label, titles, events, Cells }: EventGridProps): ReactElement {
  const columns = KEYS.map((key, at): Column => ({ key, title: titles[at] ?? '', isFixed: true }));
  const byKey = useMemo(() => new Map(events.map((event) => [event.key, event])), [events]);
  const ids = useMemo(() => [...byKey.keys()], [byKey]);
  const open = (key: string): void => {
    const event = byKey.get(key);
    if (event !== undefined) goTo(routeOf(event));
  };
  return <FleetGrid label={label} columns={columns} ids={ids} Cells={Cells} onOpen={open} />;
}

interface EventCellsProps {
  readonly event: FleetEvent;
  readonly summary: ReactNode;
  readonly state: ReactNode;
  /** Unix milliseconds. */
  readonly at: number;
}

/** The cells of an event, with its own words in two of them. */
export function EventCells({ event: { resource, id, name }, summary, state, at }: EventCellsProps): ReactElement {
  return (
    <>
      {resource === 'fleet' ? (
        <div role="rowheader" data-column="name">
          <a className="row-name" href="#/databases" tabIndex={-1}>
            The fleet
          </a>
        </div>
      ) : (
        <NameCell resource={resource} id={id} name={textOf(name)} />
      )}
      <div role="gridcell" data-column="summary">
        {summary}
      </div>
      <div role="gridcell" data-column="state">
        {state}
      </div>
      <div role="gridcell" data-column="since">
        <Ago at={at} />
      </div>
    </>
  );
}
