import type { ComponentProps, ReactElement } from 'react';

const PATHS = {
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3.5v9l7-4.5z',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.55M13 2.5v2.6h-2.6',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.7 10.7L14 14',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  moon: 'M13.2 9.6A5.5 5.5 0 0 1 6.4 2.8a5.5 5.5 0 1 0 6.8 6.8z',
  screen: 'M2.5 3.5h11v7h-11zM6 13h4',
  up: 'M8 12.5v-9M4.5 7L8 3.5 11.5 7',
  down: 'M8 3.5v9M4.5 9L8 12.5 11.5 9',
  copy: 'M5.5 5.5h7v7h-7zM3.5 10.5v-7h7',
  expand: 'M9.5 3h3.5v3.5M6.5 13H3V9.5M13 3L9 7M3 13l4-4',
  collapse: 'M13 6.5H9.5V3M3 9.5h3.5V13M9.5 6.5l4-4M6.5 9.5l-4 4',
  check: 'M3.5 8.5l3 3 6-7',
  sort: 'M5 3v10M2.5 10.5L5 13l2.5-2.5M11 13V3M8.5 5.5L11 3l2.5 2.5',
  help: 'M6 6.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.3v.3M8 11.6v.1M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z',
  warning: 'M8 2.5l6 10.5H2zM8 6.5v3M8 11.2v.1',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon of 16 × 16 pixels in the colour of the text. Hidden from screen readers: its button has a name. */
export function Icon({ name }: { readonly name: IconName }): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

export interface ButtonProps extends ComponentProps<'button'> {
  /** @default a button with a border */
  readonly look?: 'primary' | 'quiet' | 'danger';
}

export function Button({ look, className, ...props }: ButtonProps): ReactElement {
  return <button type="button" {...props} className={['button', look, className].filter(Boolean).join(' ')} />;
}

export interface IconButtonProps extends ComponentProps<'button'> {
  readonly icon: IconName;
  /** The accessible name. */
  readonly name: string;
}

/** A button without words. Its name is its title, if it has no other. */
export function IconButton({ icon, name, className, ...props }: IconButtonProps): ReactElement {
  return (
    <button type="button" aria-label={name} title={name} {...props} className={className ?? 'button quiet icon-button'}>
      <Icon name={icon} />
    </button>
  );
}
