import { Component, type ReactElement, type ReactNode } from 'react';

export interface BoundaryProps {
  readonly children: ReactNode;
}

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
      <p>The server of this page may have stopped. Your databases are not affected.</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        Reload
      </button>
    </main>
  );
}
