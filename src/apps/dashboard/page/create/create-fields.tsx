import type { ReactElement } from 'react';
import { planNames } from '../../../../format/plans.js';
import { platformNames } from '../../../../format/regions.js';
import { ChoiceSelect, Field } from './field.js';
import type { Draft, DraftState } from './draft.js';
import { RegionFields } from './region-fields.js';

/** The fields of the create request. Empty fields are left out of the request. */
export function CreateFields(state: Pick<DraftState, 'draft' | 'change' | 'touch' | 'errorOf'>): ReactElement {
  const { draft, change, touch, errorOf } = state;
  return (
    <>
      <Field label="Name" hint="Your name for it in lists. Clients use the endpoint." error={errorOf('database_name')}>
        {(control) => (
          <input
            {...control}
            className="input"
            required
            autoComplete="off"
            spellCheck={false}
            value={draft.database_name}
            onBlur={() => touch('database_name')}
            onChange={(event) => change({ database_name: event.target.value })}
          />
        )}
      </Field>
      <Platform draft={draft} onChange={change} />
      <RegionFields
        draft={draft}
        onChange={change}
        onBlur={() => touch('primary_region')}
        error={errorOf('primary_region')}
      />
      <OptionalFields {...state} />
    </>
  );
}

function OptionalFields({
  draft,
  change,
  touch,
  errorOf,
}: Pick<DraftState, 'draft' | 'change' | 'touch' | 'errorOf'>): ReactElement {
  return (
    <div className="create-pair">
      <Field label="Plan" isOptional hint="Sets the limits and the cost." error={errorOf('plan')}>
        {(control) => (
          <select
            {...control}
            className="select"
            value={draft.plan}
            onChange={(event) => change({ plan: event.target.value as Draft['plan'] })}
          >
            <option value="">Default of the account</option>
            {Object.entries(planNames).map(([plan, name]) => (
              <option key={plan} value={plan}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Budget" isOptional hint="Money for a month, as a whole number." error={errorOf('budget')}>
        {(control) => (
          <input
            {...control}
            className="input"
            inputMode="numeric"
            autoComplete="off"
            value={draft.budget}
            onBlur={() => touch('budget')}
            onChange={(event) => change({ budget: event.target.value })}
          />
        )}
      </Field>
      <ChoiceSelect
        label="Eviction"
        hint="Removes entries when the database is full."
        value={draft.eviction}
        onChange={(eviction) => change({ eviction })}
      />
      <ChoiceSelect
        label="TLS"
        hint="Encrypts the connections of clients."
        value={draft.tls}
        onChange={(tls) => change({ tls })}
      />
    </div>
  );
}

interface PlatformProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
}

function Platform({ draft, onChange }: PlatformProps): ReactElement {
  return (
    <fieldset className="create-group">
      <legend>Platform</legend>
      <div className="create-platforms">
        {Object.entries(platformNames).map(([platform, name]) => (
          <label key={platform}>
            <input
              type="radio"
              name="platform"
              checked={draft.platform === platform}
              onChange={() => onChange({ platform: platform as Draft['platform'] })}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
