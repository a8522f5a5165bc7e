import { createContext, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import type { ShownAlert } from '../../../../format/shown-alerts.js';
import { textOf } from '../shell/names.js';
import { Ago } from '../shell/time.js';
import { goTo } from '../shell/route.js';
import { FleetGrid, type FleetGridProps } from './fleet-grid.js';
import { NameCell, type Column } from './rows.js';

/** An alert, or an entry of the activity: it is about a resource, or about the whole fleet. */
type FleetEvent = Pick<ShownAlert, 'key' | 'resource' | 'id' | 'name'>;

const EventsContext = createContext<ReadonlyMap<string, FleetEvent>>(new Map());

type EventColumn<Event> = readonly [title: string, render: (event: Event) => ReactNode];

export function eventColumns<Event extends FleetEvent>(
  summary: EventColumn<Event>,
  state: EventColumn<Event>,
  [sinceTitle, timeOf]: readonly [title: string, timeOf: (event: Event) => number],
): readonly Column[] {
  const column = (key: string, width: string, [title, render]: EventColumn<Event>): Column => ({
    key,
    title,
    width,
    isFixed: true,
    Cell: function EventCell({ id }) {
      const event = useContext(EventsContext).get(id) as Event | undefined;
      return event && render(event);
    },
  });
  return [
    column('name', 'minmax(11rem, 1fr)', ['Resource', renderName]),
    column('summary', 'minmax(14rem, 2fr)', summary),
    column('condition', 'minmax(8.5rem, 0.8fr)', state),
    column('since', '7rem', [sinceTitle, (event) => <Ago at={timeOf(event)} />]),
  ];
}

function renderName({ resource, id, name }: FleetEvent): ReactElement {
  if (resource !== 'fleet') return <NameCell resource={resource} id={id} name={textOf(name)} />;
  return (
    <a className="row-name cut" href="#/databases" tabIndex={-1}>
      The fleet
    </a>
  );
}

type EventGridProps = Pick<FleetGridProps, 'label' | 'columns'> & { readonly events: readonly FleetEvent[] };

/** Events in the given order. Each leads to its resource. An event of the whole fleet leads to all databases. */
export function EventGrid({ label, columns, events }: EventGridProps): ReactElement {
  const byKey = useMemo(() => new Map(events.map((event) => [event.key, event])), [events]);
  const ids = useMemo(() => [...byKey.keys()], [byKey]);
  const open = (key: string): void => {
    const event = byKey.get(key);
    if (event === undefined) return;
    goTo(event.resource === 'fleet' ? { view: 'database' } : { view: event.resource, selected: event.id });
  };
  return (
    <EventsContext value={byKey}>
      <FleetGrid label={label} columns={columns} ids={ids} onOpen={open} />
    </EventsContext>
  );
}
