import { type ReactElement, useEffect, useRef, useState } from 'react';
import { type Readable, useFleet, useLimits, useView } from '../../../../bindings/react/index.js';
import { textOf } from '../shell/names.js';
import { nameOfRecord } from '../../../../format/record-name.js';
import type { Entry, IndexRecord } from '../../../../index.js';
import { Dialog } from '../shell/dialog.js';
import { Button } from '../shell/button.js';
import { LimitMeter } from '../limits/limit-meter.js';
import { ActivitySection } from './activity-section.js';
import { CommandLine, ConnectSection } from './connect-section.js';
import { usePage } from '../server/use-page.js';
import { DetailPanel, type DetailPanelProps } from './detail-panel.js';
import { AllFields, LimitSection } from './fields.js';
import { limitWords } from './select-fields.js';
import { ThroughputSection } from './throughput-section.js';
import { UsageSection } from './usage-section.js';

export interface DetailsProps extends Pick<DetailPanelProps, 'resource' | 'onClose'> {
  readonly id: string;
}

export function Details({ resource, id, onClose }: DetailsProps): ReactElement {
  const { databases, indices } = useFleet();
  const view: Readable<Entry<object>> = resource === 'database' ? databases.entry(id) : indices.entry(id);
  const entry = useView(view);
  const { record } = entry;
  const isIndex = resource === 'index';
  const isAdded = usePage().isAdded(id);
  return (
    <DetailPanel resource={resource} entry={entry} onClose={onClose}>
      {record !== undefined && (
        <>
          {isIndex && <VectorsHeadline id={id} record={record} />}
          <UsageSection resource={resource} id={id} record={record} />
          <ConnectSection resource={resource} id={id} record={record} />
          {isIndex && <ThroughputSection index={record as IndexRecord} />}
          <LimitSection resource={resource} id={id} record={record} />
          <ActivitySection resource={resource} id={id} />
          <AllFields resource={resource} record={record} />
        </>
      )}
      {!isIndex && isAdded && <RemoveDatabase entry={entry} onClose={onClose} />}
    </DetailPanel>
  );
}

/** Asks before it removes an id: the API lists no databases, so an id that the user has not kept is lost. */
function RemoveDatabase({ entry, onClose }: Pick<DetailPanelProps, 'entry' | 'onClose'>): ReactElement {
  const page = usePage();
  const { id, record, status } = entry;
  const name = textOf(nameOfRecord(record) ?? id);
  const [isAsking, setAsking] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  // The dialog focuses its first button when it opens.
  useEffect(() => cancel.current?.focus(), [isAsking]);

  function remove(): void {
    onClose();
    page.removeDatabase(id);
  }

  return (
    <footer className="detail-section">
      <Button onClick={() => setAsking(true)}>Remove from this page</Button>
      {isAsking && (
        <Dialog title={`Remove ${name} from this page?`} onClose={() => setAsking(false)}>
          <div className="stack">
            <p>
              {status === 'missing'
                ? 'This page stops asking the service for this id.'
                : 'The database keeps running, with its data and its cost. Only this page forgets it.'}
            </p>
            <p>To show it here again, add it by its id. Keep the id: the service does not list databases.</p>
            <CommandLine text={id} name="id before it is removed" />
            <div className="line wrap buttons">
              <Button ref={cancel} onClick={() => setAsking(false)}>
                Cancel
              </Button>
              <Button look="danger" onClick={remove}>
                Remove
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </footer>
  );
}

function VectorsHeadline({ id, record }: { readonly id: string; readonly record: object }): ReactElement | null {
  const usage = useLimits('index', id).find(({ field }) => field === 'max_vector_count');
  if (usage?.limit === undefined) return null;
  const { used, limit, share, exact } = limitWords(usage, record);
  return (
    <div className="stack detail-headline" title={exact}>
      {used === undefined ? (
        <p className="line baseline muted">
          Room for <strong>{limit}</strong> vectors
        </p>
      ) : (
        <p className="line wrap baseline muted">
          <strong>{used}</strong> of {limit} vectors
          {share !== undefined && <span data-ink={usage.status}>{share}</span>}
        </p>
      )}
      {share !== undefined && <LimitMeter usage={usage} />}
    </div>
  );
}
