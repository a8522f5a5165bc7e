import type { ReactElement } from 'react';

export function Brand(): ReactElement {
  return (
    <h1 className="brand">
      <svg viewBox="0 0 20 20" aria-hidden="true" className="brand-mark">
        <path d="M3 5.5h14M3 10h9.5M3 14.5h5" />
      </svg>
      fleetglass
    </h1>
  );
}
