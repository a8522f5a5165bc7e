import { expect, it } from 'vitest';
import { formatValue, type Meaning } from '../../src/format/format-value.js';
import { inheritedNames } from '../support/inherited-names.js';

const meanings: readonly Meaning[] = ['text', 'flag', 'change', 'count', 'bytes', 'nanoseconds', 'time', 'number'];

it.each(inheritedNames.flatMap((name) => meanings.map((meaning) => [name, meaning] as const)))(
  'formatValue shows the value %s of the meaning %s as it is',
  (name, meaning) => expect(formatValue(name, meaning)).toBe(name),
);
