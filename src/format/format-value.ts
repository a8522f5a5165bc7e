import { printable, printableJson } from './printable.js';
import { formatBytes, formatCount, formatNanoseconds, formatSize, formatUnixTime } from './quantities.js';

const formatNumber = {
  count: formatCount,
  /** A number that is an identifier, such as a port. */
  number: String,
  bytes: formatSize,
  'bytes or unlimited': formatBytes,
  nanoseconds: formatNanoseconds,
  time: formatUnixTime,
  'time or never': (seconds: number | bigint) => (Number(seconds) === 0 ? 'never' : formatUnixTime(seconds)),
} as const;

const formatString = {
  text: printable,
  /** The API writes some booleans as the strings `true` and `false`. */
  flag: (value: string) =>
    printable(value)
      .replace(/^true$/, 'yes')
      .replace(/^false$/, 'no'),
  /** A pending change; empty if no change is pending. */
  change: (value: string) => (value === '' ? 'at rest' : printable(value)),
} as const;

/** The meaning of a field's value, which determines its format. */
export type Meaning = keyof typeof formatNumber | keyof typeof formatString;

/** Formats a value from the service on one printable line. A value of an undocumented type is formatted by its own type. */
export function formatValue(value: unknown, meaning: Meaning = 'text'): string {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return meaning in formatNumber ? formatNumber[meaning as keyof typeof formatNumber](value) : formatCount(value);
    case 'string': {
      const format = meaning in formatString ? formatString[meaning as keyof typeof formatString] : printable;
      const text = format(value);
      return text.trim() === '' ? '–' : text;
    }
    case 'boolean':
      return value ? 'yes' : 'no';
    default:
      if (value === null || value === undefined) return meaning === 'change' ? 'at rest' : '–';
      if (!Array.isArray(value)) return formatJson(value);
      return value.length === 0 ? 'none' : value.map((item) => formatValue(item)).join(', ');
  }
}

/** JSON has no functions and no symbols, and writes no bigint by itself. */
function formatJson(value: unknown): string {
  const json: string | undefined = JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? String(member) : member,
  );
  return json === undefined ? '–' : printableJson(json);
}
