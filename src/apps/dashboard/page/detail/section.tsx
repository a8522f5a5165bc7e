import { type PropsWithChildren, type ReactElement, type ReactNode, useId } from 'react';
import { Button, Icon } from '../shell/button.js';
import type { Problem } from './select-problems.js';

export interface SectionProps {
  readonly title: string;
  readonly badge?: ReactNode;
  readonly aside?: ReactNode;
}

export function Section({ title, badge, aside, children }: PropsWithChildren<SectionProps>): ReactElement {
  const headingId = useId();
  return (
    <section className="detail-section" aria-labelledby={headingId}>
      <header className="line wrap">
        <h3 id={headingId}>{title}</h3>
        {badge}
        {aside && <div className="line tight push">{aside}</div>}
      </header>
      {children}
    </section>
  );
}

export interface FoldedProps {
  readonly title: string;
  readonly preview?: string | undefined;
}

export function Folded({ title, preview, children }: PropsWithChildren<FoldedProps>): ReactElement {
  return (
    <details className="folded">
      <summary className="line">
        <span>{title}</span>
        {preview && <span className="note cut push">{preview}</span>}
      </summary>
      <div className="folded-body">{children}</div>
    </details>
  );
}

export interface ToggleProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Toggle({ name, isOn, onChange }: ToggleProps): ReactElement {
  return (
    <Button look="quiet" className="note detail-toggle" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {name}
    </Button>
  );
}

export interface SegmentsProps<Choice extends string> {
  /** The name of the choice, for screen readers. */
  readonly legend: string;
  readonly choices: readonly Choice[];
  readonly chosen: Choice;
  readonly onChoose: (choice: Choice) => void;
}

/** A choice of one: a radio group that looks like a row of buttons. */
export function Segments<Choice extends string>(props: SegmentsProps<Choice>): ReactElement {
  const { legend, choices, chosen, onChoose } = props;
  const group = useId();
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice} className="line note">
          <input type="radio" name={group} checked={choice === chosen} onChange={() => onChoose(choice)} />
          {choice}
        </label>
      ))}
    </fieldset>
  );
}

export function TechnicalDetails({ text }: { readonly text: string | undefined }): ReactElement | null {
  if (text === undefined) return null;
  return (
    <details className="note">
      <summary>Technical details</summary>
      <p>{text}</p>
    </details>
  );
}

export function Callout({ tone, title, children }: PropsWithChildren<Pick<Problem, 'tone' | 'title'>>): ReactElement {
  return (
    <div className="callout" data-tone={tone}>
      <Icon name={tone === 'change' ? 'refresh' : 'warning'} />
      <div>
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  );
}
