import type { ReactElement } from 'react';
import { type Database, driftOf } from '../../../../index.js';
import { useDatabaseEntry, useFleet } from '../../../../bindings/react/index.js';
import { databaseGroups } from '../../../../format/database-groups.js';
import { limitNamed } from '../../../../core/limits/catalogue.js';
import type { DetailProps } from '../shell/panel.js';
import { planNameOf, textOf } from '../shell/names.js';
import { ActivitySection } from './activity-section.js';
import { ConnectSection } from './connect-section.js';
import { databaseLines, describeTls } from '../../../../format/connection-lines.js';
import { DriftSection } from './drift-section.js';
import { describeRegion, DetailPanel } from './detail-panel.js';
import { FieldGroups } from './field-groups.js';
import { LimitSection } from './limit-section.js';
import { RemoveDatabase } from './remove-database.js';
import { selectFields, showValue } from './select-fields.js';
import { UsageSection } from './usage-section.js';

/** The name is in the heading. The connection and the limits have their own sections. */
const SHOWN_SEPARATELY = ['database_name', 'endpoint', 'port', 'tls', ...Object.keys(limitNamed)];

export function DatabaseDetail({ id, onClose, onRemove }: DetailProps): ReactElement {
  const { databases } = useFleet();
  const entry = useDatabaseEntry(id);
  const { record, status } = entry;
  const name = textOf(record?.database_name || id);
  return (
    <DetailPanel
      resource="database"
      id={id}
      entry={entry}
      title={name}
      facts={[planNameOf(textOf(record?.type)), describeRegion(textOf(record?.primary_region))]}
      state={record?.state ?? ''}
      onRefresh={() => databases.refresh(id)}
      onClose={onClose}
    >
      {record !== undefined && (
        <>
          <UsageSection resource="database" id={id} record={record} />
          <Connect id={id} record={record} />
          <LimitSection resource="database" id={id} record={record} />
          <ActivitySection resource="database" id={id} />
          <FieldGroups groups={selectFields(record, databaseGroups, SHOWN_SEPARATELY)}>
            <DriftSection drift={driftOf(record)} />
          </FieldGroups>
        </>
      )}
      {onRemove !== undefined && (
        <RemoveDatabase id={id} name={name} isMissing={status === 'missing'} onRemove={onRemove} />
      )}
    </DetailPanel>
  );
}

function Connect({ id, record }: { readonly id: string; readonly record: Database }): ReactElement {
  const { endpoint, port, tls } = record;
  return (
    <ConnectSection
      facts={[
        ['Endpoint', showValue(endpoint, 'text').text],
        ['Port', showValue(port, 'number').text],
        ['TLS', describeTls(tls)],
      ]}
      copied={['Endpoint', 'Port']}
      endpoint={endpoint}
      lines={databaseLines(record)}
      secret="password"
      secretsCommand={`fleetglass get ${/^\w[\w.-]*$/.test(id) ? id : 'ID'} --show-secrets`}
    />
  );
}
