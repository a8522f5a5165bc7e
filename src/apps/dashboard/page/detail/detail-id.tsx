import type { ReactElement } from 'react';
import { shorten } from '../shell/short-id.js';
import { textOf } from '../shell/text-of.js';
import { CopyButton } from './copy-button.js';

/** The id of a resource in few characters, with a button that copies it. */
export function DetailId({ id }: { readonly id: string }): ReactElement {
  const whole = textOf(id);
  return (
    <span className="detail-id">
      <span className="mono" title={whole}>
        {shorten(whole)}
      </span>
      <CopyButton text={id} name="id" />
    </span>
  );
}
