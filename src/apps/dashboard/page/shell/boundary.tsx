import { Component, type ReactElement, type ReactNode } from 'react';

export interface BoundaryProps {
  readonly children: ReactNode;
}

/** Where a part of the page could not be loaded, or failed, there is a way on in the place of an empty page. */
export class Boundary extends Component<BoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

function Broken(): ReactElement {
  return (
    <main className="notice" role="alert">
      <h1>A part of this page could not be loaded</h1>
      <p>Its server may have ended. Nothing of the fleet is lost.</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        Load again
      </button>
    </main>
  );
}
