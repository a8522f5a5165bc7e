import { formatValue, type Meaning } from '../../../../format/format-value.js';
import { formatCount } from '../../../../format/quantities.js';
import { isCredentialField } from '../../../../core/records/credential-fields.js';
import { splitCredentials } from '../../../../core/records/split-credentials.js';
import { type FieldGroup, type GroupedField, groupFields, limitFields } from '../../../../format/field-group.js';
import { printable } from '../../../../format/printable.js';
import { formatMoment } from '../shell/time.js';
import { type LimitUsage, type UsageReading, type UsageSample, limitCatalogue } from '../../../../index.js';
import { describeAmount, describeLimit, describeShare, reachableAmount } from '../../../../format/describe-use.js';
import { exactRecord } from '../../../../format/exact-record.js';

export interface ShownField {
  /** Path in the record, such as `securityAddons.vpcPeering`. */
  readonly path: string;
  /** The display name, or the path of an undocumented field. */
  readonly name: string;
  readonly explanation?: string;
  readonly text: string;
  /** The exact value, if `text` is rounded or in larger units. */
  readonly exact?: string;
  /** The time that the field holds, Unix milliseconds. */
  readonly at?: number;
  /** `code`: an identifier in a monospaced font; `none`: an empty or absent value. */
  readonly look: 'text' | 'code' | 'yes' | 'no' | 'none';
}

export function showValue(value: unknown, meaning: Meaning | undefined): Omit<ShownField, 'path' | 'name'> {
  if (value === undefined) return { text: meaning === 'change' ? 'at rest' : 'not sent', look: 'none' };
  const at = timeOf(value, meaning);
  if (at !== undefined) return { text: formatMoment(at), exact: `${at / 1000} in Unix seconds`, at, look: 'text' };
  const text = formatValue(value, meaning);
  const exact = exactOf(value, meaning, text);
  return { text, ...(exact !== undefined && { exact }), look: lookOf(value, text, meaning) };
}

function timeOf(value: unknown, meaning: Meaning | undefined): number | undefined {
  if (!isNumeric(value) || (meaning !== 'time' && meaning !== 'time or never')) return undefined;
  const at = Number(value) * 1000;
  const isShown = (at !== 0 || meaning === 'time') && !Number.isNaN(new Date(at).getTime());
  return isShown ? at : undefined;
}

const EXACT_UNITS: Readonly<Partial<Record<Meaning, string>>> = {
  bytes: 'bytes',
  'bytes or unlimited': 'bytes',
  nanoseconds: 'ns',
};

function exactOf(value: unknown, meaning: Meaning | undefined, text: string): string | undefined {
  const unit = meaning && EXACT_UNITS[meaning];
  if (unit === undefined || !isNumeric(value)) return undefined;
  const exact = `${formatCount(value)} ${unit}`;
  return exact === text || text === 'unlimited' ? undefined : exact;
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function lookOf(value: unknown, text: string, meaning: Meaning | undefined): ShownField['look'] {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'none';
  if (typeof value === 'boolean' || meaning === 'flag') return text === 'yes' || text === 'no' ? text : 'text';
  // Ids, host names and JSON.
  return /^[\w.@:-]{12,}$|^\{/.test(text) ? 'code' : 'text';
}

/**
 * Selects all fields of a record, in groups. Fields without a group are in the last group, `Other`. Credentials are
 * never included, even if a record contains them.
 *
 * @param excluded fields that the page shows in another place
 */
export function selectFields(record: object, groups: readonly FieldGroup[], excluded: readonly string[]) {
  return groupFields(exactRecord(splitCredentials(record).record), groups, 'Other', excluded)
    .map(({ title, fields }) => ({
      title,
      fields: fields.filter(({ path }) => !isCredentialField(path)).map(showField),
    }))
    .filter(({ fields }) => fields.length > 0);
}

function showField({ path, name, explanation, meaning, value }: GroupedField): ShownField {
  return { path, name: printable(name), ...(explanation && { explanation }), ...showValue(value, meaning) };
}

/** Returns `of`, which selects the reading of a limit, and `common`, a reading if all have its time and its source. */
export function selectOrigins(limits: readonly LimitUsage[], latest: UsageSample = {}) {
  const readings: Readonly<Record<string, UsageReading | undefined>> = latest;
  const of = ({ field }: LimitUsage) => readings[field];
  const [first, ...others] = limits.map(of);
  const isCommon = others.every((other) => other?.at === first?.at && other?.source === first?.source);
  return { common: isCommon ? first : undefined, of };
}

const FIELDS = limitFields({ ...limitCatalogue.database, ...limitCatalogue.index });

export function limitWords(usage: LimitUsage, record: object) {
  const { field, unit, ratio, remaining } = usage;
  const { meaning, explanation } = FIELDS[field] ?? { meaning: 'count', explanation: '' };
  const sent = exactRecord(record)[field];
  const unknown = (words: string): string => (sent == null ? words : `${words} (sent: ${formatValue(sent)})`);
  const limit = usage.limit === undefined ? unknown('unknown') : describeLimit(usage.limit, unit);
  const unbounded = usage.limit === undefined ? unknown('unknown limit') : limit;
  const used = usage.used === undefined ? undefined : describeAmount(usage.used, unit);
  const isBounded = reachableAmount(usage.limit) !== undefined;
  const exactLimit = typeof usage.limit === 'number' ? exactly(sent, meaning) : limit;
  const exactUsed = usage.used === undefined ? undefined : exactly(usage.used, meaning);
  const exact = [exactUsed, exactLimit].filter((text) => text !== undefined).join(' of ');
  return {
    explanation,
    /** `852 MiB` */
    used,
    /** `1 GiB`, `practically unlimited`, `unknown`, `unknown (sent: -1)` */
    limit,
    /** After the use: `of 1 GiB`, `· practically unlimited`, `· unknown limit (sent: -1)` */
    ofLimit: isBounded ? `of ${limit}` : `· ${unbounded}`,
    share: isBounded && ratio !== undefined ? describeShare(ratio) : undefined,
    remaining: isBounded && remaining !== undefined ? describeAmount(remaining, unit) : undefined,
    /** The amounts with all digits, if the other texts are rounded or in larger units. */
    exact: used !== exactUsed || limit !== exactLimit ? exact : undefined,
  };
}

/** The amount with all digits. The record has a bigint for an integer beyond 2^53. */
function exactly(amount: unknown, meaning: Meaning): string {
  const { text, exact } = showValue(amount, meaning);
  return exact ?? text;
}
