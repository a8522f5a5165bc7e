import { useEffect, useId, useRef, useState, type PropsWithChildren, type ReactElement } from 'react';
import { useFleet, useView } from '../../../../bindings/react/index.js';
import type { Entry, ResourceKind } from '../../../../index.js';
import { nameOfRecord } from '../../../../format/record-name.js';
import { useIsDown } from '../polling/connection.js';
import { CopyButton, shorten } from '../shell/copy.js';
import { planNameOf, regionNameOf, textOf, wordOf } from '../shell/names.js';
import { createWritable } from '../shell/writable.js';
import { usePage } from '../server/use-page.js';
import { Ago } from '../shell/time.js';
import { Condition, ProblemList, useProblems } from './problems.js';
import { IconButton } from '../shell/button.js';

export interface DetailPanelProps {
  readonly resource: ResourceKind;
  readonly entry: Entry<object>;
  readonly onClose: () => void;
}

/** Takes the focus if it was opened by keyboard, or if it covers the list. Otherwise the focus stays in the list. */
export function DetailPanel({ resource, entry, onClose, children }: PropsWithChildren<DetailPanelProps>): ReactElement {
  const { id } = entry;
  const isDown = useIsDown();
  const { isCurrent, conditions, problems } = useProblems(resource, id, entry);
  const server = usePage().usage;
  // Loads the usage from before the page was opened.
  useEffect(() => void server.loadHistory(resource, id), [server, resource, id]);
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isElsewhere = activeElement !== null && activeElement !== document.body;
    const isVisible = isElsewhere && activeElement.checkVisibility({ visibilityProperty: true });
    if (!isVisible || activeElement.matches(':focus-visible')) heading.current?.focus({ preventScroll: true });
  }, []);
  const title = textOf(nameOfRecord(entry.record) ?? id);
  const fields = (entry.record ?? {}) as Readonly<Record<string, unknown>>;
  const state = resource === 'database' ? (fields['state'] ?? '') : undefined;
  const region = textOf(fields[resource === 'database' ? 'primary_region' : 'region']);
  const words = [wordOf(textOf(fields['index_type'])), planNameOf(textOf(fields['type'])), regionNameOf(region)];
  const facts = words.filter(Boolean).join(' · ');
  return (
    <aside className="panel" aria-labelledby={headingId}>
      <header className="line head">
        <div className="grow panel-title">
          <h2 className="cut" id={headingId} ref={heading} title={title} tabIndex={-1}>
            {title}
          </h2>
          <div className="line wrap muted panel-subtitle">
            {entry.record !== undefined && (
              <Condition state={state} isStale={isDown || entry.status !== 'fresh'} worst={conditions[0]} />
            )}
            {facts !== '' && <span>{facts}</span>}
            <span className="line tight">
              <span className="mono" title={textOf(id)}>
                {shorten(textOf(id))}
              </span>
              <CopyButton text={id} name="id" />
            </span>
            {isCurrent && <Freshness entry={entry} />}
          </div>
        </div>
        <RefreshButton resource={resource} entry={entry} />
        <ExpandButton />
        <IconButton icon="close" name="Close details" onClick={onClose} />
      </header>
      <div className="panel-body" tabIndex={-1}>
        <ProblemList problems={problems} />
        {children}
      </div>
    </aside>
  );
}

function Freshness({ entry: { confirmedAt, fetching } }: Pick<DetailPanelProps, 'entry'>): ReactElement {
  return (
    <span className="note">
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

/** The choice is kept while the page is open. */
const isExpanded = createWritable(false);

/** Gives the details the whole page, or their place beside the list. The style sheet reads `aria-pressed`. */
function ExpandButton(): ReactElement {
  const expanded = useView(isExpanded);
  return (
    <IconButton
      icon={expanded ? 'collapse' : 'expand'}
      className="button quiet icon-button wide-only detail-expand"
      name="Expand details"
      aria-pressed={expanded}
      title={expanded ? 'Show the list' : 'Hide the list'}
      onClick={() => isExpanded.set(!expanded)}
    />
  );
}

/** Refreshes the resource. The entry shows a failure. */
function RefreshButton({ resource, entry: { id } }: Pick<DetailPanelProps, 'resource' | 'entry'>): ReactElement {
  const { databases, indices } = useFleet();
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = async (): Promise<void> => {
    setRefreshing(true);
    const read: Promise<unknown> = resource === 'database' ? databases.refresh(id) : indices.refresh();
    await read.catch(() => undefined);
    setRefreshing(false);
  };
  return (
    <IconButton
      icon="refresh"
      name="Refresh now"
      aria-busy={isRefreshing}
      // `disabled` would remove the focus.
      aria-disabled={isRefreshing}
      onClick={() => void (isRefreshing || refresh())}
    />
  );
}
