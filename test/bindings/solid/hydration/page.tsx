/** @jsxImportSource solid-js */
import { createSignal, ErrorBoundary, Show, Suspense, type JSX } from 'solid-js';
import { HydrationScript } from 'solid-js/web';
import { FleetProvider, useSuspenseDatabase } from '../../../../src/bindings/solid/index.js';
import type { Fleet } from '../../../../src/index.js';

/** A document with a row in a `<Suspense>`, without a snapshot. */
export function Page(props: { readonly fleet: Fleet }): JSX.Element {
  return (
    <html>
      <head>
        <HydrationScript />
      </head>
      <body>
        <FleetProvider fleet={props.fleet}>
          <ErrorBoundary fallback={(error) => <p id="failed">{String(error)}</p>}>
            <Suspense fallback={<p id="fallback">loading</p>}>
              <Row id="a" />
            </Suspense>
          </ErrorBoundary>
        </FleetProvider>
        <script type="module" async src="/page.js" />
      </body>
    </html>
  );
}

function Row(props: { readonly id: string }): JSX.Element {
  const [clicks, setClicks] = createSignal(0);
  const database = useSuspenseDatabase(() => props.id);
  return (
    <Show when={database()}>
      {(record) => (
        <button id={props.id} onClick={() => setClicks(clicks() + 1)}>
          {record().state} <Again id={props.id} />, {clicks()} clicks
        </button>
      )}
    </Show>
  );
}

/** Rendered when the fleet of the server has the record. */
function Again(props: { readonly id: string }): JSX.Element {
  const database = useSuspenseDatabase(() => props.id);
  return <em>{database()?.state}</em>;
}
