import fc from 'fast-check';

/** The texts of a format: samples that a correct program sends, and the parts of which any text of the format consists. */
export interface Grammar {
  readonly samples: readonly string[];
  /** Matches each part of a text, such as a name, a quote or a bracket. */
  readonly part: RegExp;
  /** Texts that replace a part. Each is also read or refused quickly when it is repeated a million times. */
  readonly tokens: readonly string[];
  /** Whether the user of the program writes the text. Then no attacker can send a huge text. */
  readonly isOwn?: boolean;
}

/** Puts a text, or `repeat`: the parts themselves three times, in the place of some parts. */
type Edit = { readonly at: number; readonly count: number; readonly put: string };

function apply(parts: readonly string[], { at, count, put }: Edit): string[] {
  const place = Math.floor(at * (parts.length + 1));
  const there = parts.slice(place, place + count);
  return parts.toSpliced(place, count, ...(put === 'repeat' ? [...there, ...there, ...there] : [put]));
}

/** Texts near the samples: parts are left out, repeated, and replaced by tokens, parts of samples or any characters. */
export function nearTexts({ samples, part, tokens }: Grammar): fc.Arbitrary<string> {
  const partsOf = (text: string): string[] => text.match(part) ?? [];
  const known = [...new Set([...tokens, ...samples.flatMap(partsOf)])];
  const put = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...known) },
    { weight: 2, arbitrary: fc.constantFrom('', 'repeat') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  );
  const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), count: fc.nat(6), put });
  const edits = fc.array(edit, { maxLength: 8, size: 'max' });
  const edited = fc
    .tuple(fc.constantFrom(...samples), edits)
    .map(([text, all]) => all.reduce<readonly string[]>(apply, partsOf(text)).join(''));
  const mixed = fc.array(fc.constantFrom(...known), { maxLength: 60, size: 'max' }).map((all) => all.join(''));
  return fc.oneof({ weight: 6, arbitrary: edited }, { weight: 1, arbitrary: mixed });
}
