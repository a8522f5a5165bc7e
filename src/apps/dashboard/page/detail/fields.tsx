import { type ReactElement, useState } from 'react';
import { useLimits } from '../../../../bindings/react/index.js';
import { type DriftKind, driftOf, type LimitUsage, type ResourceKind } from '../../../../index.js';
import { printable } from '../../../../format/printable.js';
import { countOf } from '../../../../format/quantities.js';
import { reportableDrift } from '../../../../format/reportable-drift.js';
import { limitWords, selectFields, type ShownField } from './select-fields.js';
import { Folded, Section, Toggle } from './section.js';
import { databaseGroups } from '../../../../format/database-groups.js';
import { indexGroups } from '../../../../format/index-groups.js';
import { limitNamed } from '../../../../core/limits/catalogue.js';
import { Ago } from '../shell/time.js';
import { CopyButton } from '../shell/copy.js';

const GROUPS = { database: databaseGroups, index: indexGroups };

/** The name is in the heading. The connection, the limits and the throughput have their own sections. */
const SHOWN_SEPARATELY = {
  database: ['database_name', 'endpoint', 'port', 'tls', ...Object.keys(limitNamed)],
  index: ['name', 'endpoint', 'throughput_vector', ...Object.keys(limitNamed)],
};

export function AllFields({ resource, record }: Pick<ResourceProps, 'resource' | 'record'>): ReactElement {
  const [isExplained, setExplained] = useState(false);
  return (
    <Section title="All fields" aside={<Toggle name="Explain" isOn={isExplained} onChange={setExplained} />}>
      {selectFields(record, GROUPS[resource], SHOWN_SEPARATELY[resource]).map(({ title, fields }) => (
        <Folded key={title} title={title} preview={previewOf(fields)}>
          <dl>
            {fields.map((field) => (
              <FieldRow key={field.path} field={field} isExplained={isExplained} />
            ))}
          </dl>
        </Folded>
      ))}
      <Differences record={record} />
    </Section>
  );
}

/** Fields whose value is clear without their name. */
const PREVIEWED: readonly string[] = [
  'primary_region',
  'db_resource_size',
  'db_type',
  'region',
  'similarity_function',
  'embedding_model',
];

function previewOf(fields: readonly ShownField[]): string {
  return fields
    .filter(({ path, look }) => look === 'yes' || (look !== 'none' && PREVIEWED.includes(path)))
    .map(({ look, name, text }) => (look === 'yes' ? name : text))
    .filter((text) => text !== 'global')
    .join(', ');
}

/** An identifier stays on one line with its copy button. */
const CLASSES = { text: 'wrap', code: '', yes: 'wrap', no: 'wrap faint', none: 'wrap faint' } as const;

/** The explanation is always in the tooltip. @param isExplained whether it is also shown below the field */
function FieldRow({ field, isExplained }: { readonly field: ShownField; readonly isExplained: boolean }): ReactElement {
  const { path, name, text, exact, at, look, explanation } = field;
  return (
    <div className="stack detail-field" title={[explanation, exact, path].filter(Boolean).join('\n')}>
      <dt className="muted">{name}</dt>
      <dd className={`line baseline ${CLASSES[look]}`}>
        <span className={look === 'code' ? 'mono' : undefined}>{text}</span>
        {at !== undefined && (
          <span className="faint">
            <Ago at={at} />
          </span>
        )}
        {look === 'code' && <CopyButton text={text} name={name.toLowerCase()} />}
      </dd>
      {isExplained && (
        <dd className="note">
          {explanation} <code className="faint">{path}</code>
          {exact !== undefined && <> {exact}</>}
        </dd>
      )}
    </div>
  );
}

function Differences({ record }: { readonly record: object }): ReactElement | null {
  const drift = reportableDrift(driftOf(record));
  if (drift.length === 0) return null;
  return (
    <Folded title="Differences from the API documentation" preview={countOf(drift.length, 'place')}>
      <p className="note">The page shows the values as the service sent them, unless a line below says otherwise.</p>
      <ul className="stack detail-drift">
        {drift.map(({ path, kind, expected }) => (
          <li key={`${path} ${kind}`}>
            <div className="line wrap">
              <code>{printable(path) || 'the record'}</code>
              <span className="chip">{kind}</span>
            </div>
            <p>{EXPLANATIONS[kind]}</p>
            <p className="muted">
              Documented: <code>{printable(expected)}</code>
            </p>
          </li>
        ))}
      </ul>
    </Folded>
  );
}

const EXPLANATIONS: Readonly<Record<DriftKind, string>> = {
  missing: 'The service did not send this field.',
  'wrong-type': 'The value has another type than documented.',
  'unknown-value': 'The value is not documented. It may be newer than the documentation.',
  'rounded-integer': 'The integer is too large for a JavaScript number, so its last digits are rounded.',
  'negative-limit': 'A negative limit has no documented meaning. The page treats it as unknown.',
};

export interface ResourceProps {
  readonly resource: ResourceKind;
  readonly id: string;
  readonly record: object;
}

/** The limits without reported usage. `UsageSection` shows the limits with usage. */
export function LimitSection({ resource, id, record }: ResourceProps): ReactElement | null {
  const limits = useLimits(resource, id);
  const unused = limits.filter(({ used }) => used === undefined);
  const [isExplained, setExplained] = useState(false);
  if (unused.length === 0) return null;
  return (
    <Section
      title={unused.length === limits.length ? 'Limits' : 'Other limits'}
      aside={<Toggle name="Explain" isOn={isExplained} onChange={setExplained} />}
    >
      <dl className="stack detail-values">
        {unused.map((limit) => (
          <FieldRow key={limit.field} field={fieldOf(limit, record)} isExplained={isExplained} />
        ))}
      </dl>
    </Section>
  );
}

function fieldOf(usage: LimitUsage, record: object): ShownField {
  const { limit: text, exact, explanation } = limitWords(usage, record);
  const look = usage.limit === undefined ? 'none' : 'text';
  return { path: usage.field, name: usage.name, explanation, text, ...(exact !== undefined && { exact }), look };
}
