import { Fragment, type ReactElement, type ReactNode, useId, useState } from 'react';
import { Folded, Section } from './section.js';
import { CopyButton } from '../shell/copy.js';
import { type ConnectionLine, isSlug } from './connection-lines.js';

export interface ConnectSectionProps {
  /** The endpoint and what else a client needs: name and value. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Values with a button that copies them. */
  readonly copied: readonly string[];
  readonly endpoint: unknown;
  readonly lines: readonly ConnectionLine[];
  /** The shell command that prints the password or the tokens. */
  readonly secretsCommand: string;
  /** The name of the secret, such as `password`. */
  readonly secret: string;
}

/** The facts that a client needs to connect: endpoint, port and TLS, lines to copy, and where to find the password. */
export function ConnectSection(props: ConnectSectionProps): ReactElement {
  const { facts, copied, endpoint, lines, secretsCommand, secret } = props;
  return (
    <Section title="Connect">
      <dl className="detail-connect">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className={copied.includes(name) ? 'mono' : undefined}>{value}</span>
              {copied.includes(name) && <CopyButton text={value} name={name.toLowerCase()} />}
            </dd>
          </div>
        ))}
      </dl>
      <Lines lines={lines} />
      {isSlug(endpoint) && (
        <p className="detail-note">
          The endpoint is a short name. Clients need its whole host name, with the domain of the service.
        </p>
      )}
      <Folded title={`Find the ${secret}`}>
        <p className="detail-note">
          This page never receives it. The console of the service shows it, or this command on a machine with the
          account’s credentials:
        </p>
        <CommandLine text={secretsCommand} name="command" />
      </Folded>
    </Section>
  );
}

/** One of the lines, and the choice between them. */
function Lines({ lines }: Pick<ConnectSectionProps, 'lines'>): ReactNode {
  const group = useId();
  const [chosen, choose] = useState(lines[0]?.name);
  const line = lines.find(({ name }) => name === chosen) ?? lines[0];
  if (line === undefined) return null;
  return (
    <div className="detail-lines">
      <fieldset className="detail-ranges">
        <legend className="visually-hidden">Kind of line</legend>
        {lines.map(({ name }) => (
          <label key={name}>
            <input type="radio" name={group} checked={name === line.name} onChange={() => choose(name)} />
            {name}
          </label>
        ))}
      </fieldset>
      <CommandLine text={line.text} name={line.name} />
    </div>
  );
}

interface CommandLineProps {
  readonly text: string;
  /** The name of the text, for the button that copies it. */
  readonly name: string;
}

function CommandLine({ text, name }: CommandLineProps): ReactElement {
  return (
    <p className="detail-command">
      <code>
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
