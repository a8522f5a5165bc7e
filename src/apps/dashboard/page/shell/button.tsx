import type { ComponentProps, ReactElement } from 'react';
import { Icon, type IconName } from './icon.js';

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
