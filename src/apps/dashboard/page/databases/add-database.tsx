import { type FormEvent, type ReactElement, useState } from 'react';
import { useView } from '../../../../bindings/react/index.js';
import { FleetError } from '../../../../index.js';
import { usePage } from '../server/use-page.js';
import { toSentence } from '../shell/names.js';
import { goTo } from '../shell/route.js';

/** The form that adds an existing database by its id. The API lists no databases. */
export function AddDatabase(): ReactElement {
  const page = usePage();
  const [id, setId] = useState('');
  const [problem, setProblem] = useState<string>();
  const notRemoved = useView(page.notRemoved);
  const notice =
    problem ?? (notRemoved && `The server of this page could not remove ${notRemoved}. It is still listed. Try again.`);

  function add(event: FormEvent): void {
    event.preventDefault();
    const given = id.trim();
    if (given === '') return;
    try {
      page.addDatabase(given);
    } catch (error) {
      if (!(error instanceof FleetError)) throw error;
      const issue = error.issues?.[0]?.message;
      setProblem(toSentence(issue === undefined ? error.message : `the id ${issue}`));
      return;
    }
    setId('');
    goTo({ view: 'database', selected: given, query: {} });
  }

  return (
    <form className="add-database" onSubmit={add}>
      <input
        className="input mono"
        aria-label="Add a database by id"
        aria-invalid={problem !== undefined}
        placeholder="Add by id"
        autoComplete="off"
        spellCheck={false}
        value={id}
        onChange={({ target }) => {
          setId(target.value);
          setProblem(undefined);
        }}
      />
      <button type="submit" className="button" disabled={id.trim() === ''}>
        Add
      </button>
      {notice !== undefined && (
        <p className="add-problem" role="alert">
          {notice}
        </p>
      )}
    </form>
  );
}

export function NoDatabases({ onCreate }: { readonly onCreate: () => void }): ReactElement {
  const { mayCreate } = usePage();
  return (
    <div className="notice">
      <h2>Add the databases of your fleet</h2>
      <p>
        The service does not list databases, so this page shows those that you add by id or create here. It remembers
        them.
      </p>
      <div className="notice-actions">
        <AddDatabase />
        {mayCreate && (
          <button type="button" className="button" onClick={onCreate}>
            Create a database
          </button>
        )}
      </div>
    </div>
  );
}
