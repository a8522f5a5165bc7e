import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { usePage } from '../server/use-page.js';
import { goTo } from '../shell/route.js';
import { identifierProblem } from '../../../../core/wire/identifier.js';
import { printable } from '../../../../format/printable.js';
import { Button } from '../shell/button.js';

const SHOWN_PROBLEMS = 5;

interface AddDatabasesProps {
  /** Called at each change of the text. */
  readonly onInput?: (hasIds: boolean) => void;
  readonly onAdded?: () => void;
}

/** The form that adds existing databases by their ids. The API lists no databases. */
export function AddDatabases({ onInput, onAdded }: AddDatabasesProps): ReactElement {
  const page = usePage();
  const noteId = useId();
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);

  function change(changed: string): void {
    setText(changed);
    setProblems([]);
    onInput?.(changed.trim() !== '');
  }

  function add(event: FormEvent): void {
    event.preventDefault();
    const pasted = parseIds(text);
    setProblems(pasted.problems);
    const [first] = pasted.ids;
    if (pasted.problems.length > 0 || first === undefined) return;
    page.addDatabases(pasted.ids);
    change('');
    onAdded?.();
    goTo({ view: 'database', selected: pasted.ids.length === 1 ? first : undefined });
  }

  return (
    <form className="stack add-databases" onSubmit={add}>
      <textarea
        className="input mono"
        aria-label="Ids of databases"
        aria-describedby={noteId}
        aria-invalid={problems.length > 0}
        placeholder="One id, or a pasted list"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      <div
        id={noteId}
        className="note"
        role={problems.length > 0 ? 'alert' : undefined}
        data-error={problems.length > 0}
      >
        {problems.length === 0 ? (
          'Separated by commas, spaces or lines.'
        ) : (
          <>
            {problems.length === 1 ? 'This id is not valid' : `${problems.length} ids are not valid`}. Nothing was added
            yet.
            <ul>
              {problems.slice(0, SHOWN_PROBLEMS).map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      <Button type="submit" look="primary" disabled={text.trim() === ''}>
        Add
      </Button>
    </form>
  );
}

export function NoDatabases({ onCreate }: { readonly onCreate: () => void }): ReactElement {
  const { mayCreate } = usePage().facts;
  return (
    <div className="notice">
      <h2>Add the databases of your fleet</h2>
      <p>
        The service does not list databases, so this page shows those that you add by id or create here. It remembers
        them.
      </p>
      <AddDatabases />
      {mayCreate && <Button onClick={onCreate}>Create a database</Button>}
    </div>
  );
}

/** Reads ids between commas, spaces and lines, or in a JSON array. Lines may have comments, as in a file of ids. */
function parseIds(text: string) {
  const listed = text.replace(/(?:^|\s)#.*/g, '');
  const given = [...new Set(listed.split(/[\s,"'[\]]+/).filter(Boolean))];
  const problems = given.flatMap((id) => {
    // The names in a JSON object are not ids.
    const problem = /[{}]/.test(id) ? 'must not contain a brace' : identifierProblem(id);
    const shown = id.length > LONGEST_SHOWN ? `${id.slice(0, LONGEST_SHOWN)}…` : id;
    return problem === undefined ? [] : [`${printable(shown)} ${problem}`];
  });
  return { ids: given, problems };
}

const LONGEST_SHOWN = 40;
