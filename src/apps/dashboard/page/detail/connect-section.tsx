import { Fragment, type ReactElement, type ReactNode, useState } from 'react';
import { Folded, Section, Segments } from './section.js';
import { CopyButton } from '../shell/copy.js';
import {
  type ConnectionFields,
  type ConnectionLine,
  databaseLines,
  describeTls,
  indexLines,
  isShortHostName,
  shellId,
} from '../../../../format/connection-lines.js';
import { usePage } from '../server/use-page.js';
import type { ResourceProps } from './fields.js';
import { showValue } from './select-fields.js';

type Fact = readonly [name: string, value: string, isCopied?: true];

export function ConnectSection({ resource, id, record }: ResourceProps): ReactElement {
  const { commandArguments } = usePage().facts;
  const isDatabase = resource === 'database';
  const { endpoint, port, tls } = record as ConnectionFields;
  const host = showValue(endpoint, 'text').text;
  const facts: readonly Fact[] = isDatabase
    ? [
        ['Endpoint', host, true],
        ['Port', showValue(port, 'number').text, true],
        ['TLS', describeTls(tls)],
      ]
    : [['REST endpoint', host, true]];
  const command = isDatabase ? `get${commandArguments} ${shellId(id)}` : `indices${commandArguments}`;
  return (
    <Section title="Connect">
      <dl className="wrap figures detail-connect">
        {facts.map(([name, value, isCopied]) => (
          <div key={name}>
            <dt className="note">{name}</dt>
            <dd>
              <span className={isCopied && 'mono'}>{value}</span>
              {isCopied && <CopyButton text={value} name={name.toLowerCase()} />}
            </dd>
          </div>
        ))}
      </dl>
      <Lines lines={isDatabase ? databaseLines({ endpoint, port, tls }) : indexLines(endpoint)} />
      {isShortHostName(endpoint) && (
        <p className="note">
          The endpoint is a short name. Clients need its whole host name, with the domain of the service.
        </p>
      )}
      <Folded title={`Find the ${isDatabase ? 'password' : 'tokens'}`}>
        <p className="note">
          This page never receives it. The console of the service shows it, or this command on a machine with the
          account’s credentials:
        </p>
        <CommandLine text={`fleetglass ${command} --show-secrets`} name="command" />
      </Folded>
    </Section>
  );
}

function Lines({ lines }: { readonly lines: readonly ConnectionLine[] }): ReactNode {
  const [chosen, choose] = useState(lines[0]?.name);
  const line = lines.find(({ name }) => name === chosen) ?? lines[0];
  if (line === undefined) return null;
  return (
    <div className="detail-lines">
      <Segments
        legend="Connection format"
        choices={lines.map(({ name }) => name)}
        chosen={line.name}
        onChoose={choose}
      />
      <CommandLine text={line.text} name={line.name} />
    </div>
  );
}

export function CommandLine({ text, name }: { readonly text: string; readonly name: string }): ReactElement {
  return (
    <p className="line tight command">
      <code className="grow">
        {/* A line breaks between words only: a hyphen is part of an option. */}
        {text.split(' ').map((word, place) => (
          <Fragment key={place}>
            {place > 0 && ' '}
            <span>{word}</span>
          </Fragment>
        ))}
      </code>
      <CopyButton text={text} name={name} />
    </p>
  );
}
