import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import type { Entry, ResourceKind } from '../../../../index.js';
import { useIsDown } from '../polling/connection.js';
import { DetailId } from '../shell/copy.js';
import { Icon } from '../shell/icon.js';
import { placeOf } from '../shell/names.js';
import { Panel } from '../shell/panel.js';
import { createWritable } from '../shell/writable.js';
import { usePage } from '../server/use-page.js';
import { Ago } from '../shell/relative-time.js';
import { Condition, ProblemList, useProblems } from './problems.js';

export interface DetailPanelProps {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly entry: Entry<object>;
  readonly title: string;
  /** The first words about the resource, such as its plan and region. Empty words are left out. */
  readonly facts: readonly string[];
  /** The state of a database. */
  readonly state?: unknown;
  /** Refreshes the resource. The entry shows a failure. */
  readonly onRefresh: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export function DetailPanel(props: DetailPanelProps): ReactElement {
  const { resource, id, entry, title, facts, state, onRefresh, onClose, children } = props;
  const isDown = useIsDown();
  const { isCurrent, conditions, problems } = useProblems(resource, id, entry);
  const server = usePage().usage;
  // The usage from before the page was opened.
  useEffect(() => void server.loadHistory(resource, id), [server, resource, id]);
  const words = facts.filter((text) => text !== '').join(' · ');
  return (
    <Panel
      title={title}
      subtitle={
        <div className="detail-subtitle">
          {entry.record !== undefined && (
            <Condition state={state} isStale={isDown || entry.status !== 'fresh'} worst={conditions[0]} />
          )}
          {words !== '' && <span className="detail-facts">{words}</span>}
          <DetailId id={id} />
          {isCurrent && <Freshness entry={entry} />}
        </div>
      }
      actions={
        <>
          <RefreshButton onRefresh={onRefresh} />
          <ExpandButton />
        </>
      }
      onClose={onClose}
    >
      <ProblemList problems={problems} />
      {children}
    </Panel>
  );
}

/** When a record without a problem was confirmed. */
function Freshness({ entry: { confirmedAt, fetching } }: Pick<DetailPanelProps, 'entry'>): ReactElement {
  return (
    <span className="detail-freshness">
      {confirmedAt === undefined ? (
        `${fetching ? 'Loading' : 'Waiting for its turn'}…`
      ) : (
        <>
          confirmed <Ago at={confirmedAt} />
        </>
      )}
    </span>
  );
}

/** A region with its place: `eu-west-1, Ireland`. */
export function describeRegion(region: string): string {
  return [region, placeOf(region)].filter((text) => text !== '').join(', ');
}

/** Whether the details take the place of the list. The choice is kept while the page is open. */
const isExpanded = createWritable(false);

/** Gives the details the whole page, or their place beside the list. The style sheet reads `aria-pressed`. */
function ExpandButton(): ReactElement {
  const expanded = useView(isExpanded);
  return (
    <button
      type="button"
      className="icon-button detail-expand"
      aria-label="Expand details"
      aria-pressed={expanded}
      title={expanded ? 'Show the list' : 'Hide the list'}
      onClick={() => isExpanded.set(!expanded)}
    >
      <Icon name={expanded ? 'collapse' : 'expand'} />
    </button>
  );
}

function RefreshButton({ onRefresh }: Pick<DetailPanelProps, 'onRefresh'>): ReactElement {
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = async (): Promise<void> => {
    setRefreshing(true);
    await onRefresh().catch(() => undefined);
    setRefreshing(false);
  };
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Refresh now"
      title="Refresh now"
      aria-busy={isRefreshing}
      // `disabled` would remove the focus.
      aria-disabled={isRefreshing}
      onClick={() => void (isRefreshing || refresh())}
    >
      <Icon name="refresh" />
    </button>
  );
}
