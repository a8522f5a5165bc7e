import { identifierProblem } from '../../../../core/wire/identifier.js';
import { printable } from '../../../../format/printable.js';

export interface PastedIds {
  readonly ids: readonly string[];
  /** A sentence for each id that is not valid. */
  readonly problems: readonly string[];
}

/** Reads ids that are separated by commas, spaces or lines. Each id counts once. */
export function parseIds(text: string): PastedIds {
  const given = [...new Set(text.split(/[\s,]+/).filter(Boolean))];
  const problems = given.flatMap((id) => {
    const problem = identifierProblem(id);
    return problem === undefined ? [] : [`${printable(shorten(id))} ${problem}`];
  });
  return { ids: given, problems };
}

const LONGEST_SHOWN = 40;

function shorten(id: string): string {
  return id.length > LONGEST_SHOWN ? `${id.slice(0, LONGEST_SHOWN)}…` : id;
}
