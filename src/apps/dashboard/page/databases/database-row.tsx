import { lazy, Suspense, type ReactElement } from 'react';
import { useDatabase, useDatabaseEntry } from '../../../../bindings/react/index.js';
import { useIsDown } from '../polling/use-connection.js';
import { textOf } from '../shell/text-of.js';

// The first view has no record.
const DatabaseCells = lazy(async () => ({ default: (await import('./database-cells.js')).DatabaseCells }));

/** The cells of a database row. Before the first answer they are placeholders. */
export function DatabaseRow({ id }: { readonly id: string }): ReactElement {
  const record = useDatabase(id);
  if (record === undefined) return <EmptyCells id={id} />;
  return (
    <Suspense fallback={<EmptyCells id={id} />}>
      <DatabaseCells id={id} record={record} />
    </Suspense>
  );
}

const COLUMNS = ['state', 'usage', 'trend', 'region', 'plan', 'updated'];

/** The cells without a record. They are bones while an answer is expected, and empty otherwise. */
function EmptyCells({ id }: { readonly id: string }): ReactElement {
  const isDown = useIsDown();
  const problem = useDatabaseEntry(id, ({ status, error }) => {
    if (status === 'missing') return 'missing';
    if (error === undefined) return '';
    return error.code === 'unavailable' || error.code === 'timeout' ? 'no answer' : 'refused';
  });
  const isExpected = !isDown && problem === '';
  return (
    <>
      <div role="rowheader" data-column="name">
        <a className="row-name mono" href={`#/databases/${encodeURIComponent(id)}`} tabIndex={-1}>
          {textOf(id)}
        </a>
        {isExpected && (
          <span className="short-id" aria-hidden="true">
            <span className="bone" />
          </span>
        )}
      </div>
      {COLUMNS.map((column) => (
        <div key={column} role="gridcell" data-column={column}>
          {isExpected && <span className="bone" aria-hidden="true" />}
          {column === 'updated' && !isExpected && (
            <span data-ink={problem === 'missing' ? 'exceeded' : 'warning'}>{isDown ? 'never' : problem}</span>
          )}
        </div>
      ))}
    </>
  );
}
