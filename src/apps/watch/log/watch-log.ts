import { systemClock } from '../../../core/shared/clock.js';
import { printableJson } from '../../../format/printable.js';
import type { LogLevel, MonitorLog } from '../../../monitor/log/monitor-log.js';
import { MAX_PROBLEMS } from '../config/config-problem.js';
import type { LineWriter } from './line-writer.js';

/** The log of the daemon: one JSON object a line, with `time`, `level`, `event` and the facts of the event. */
export interface WatchLog {
  readonly log: MonitorLog;
  setLevel(level: LogLevel): void;
  /** Sets the secrets that no line may show, in place of the previous ones. */
  hide(secrets: readonly string[]): void;
  /** Masks these secrets in a text that is printed elsewhere, and cuts the text. */
  readonly clean: (text: string) => string;
}

export interface LogForm {
  readonly format?: 'json' | 'text' | undefined;
  /** Whether each line begins with a priority of syslog, such as `<3>`. */
  readonly hasPriorities?: boolean | undefined;
}

const PRIORITIES: Readonly<Record<LogLevel, number>> = { debug: 7, info: 6, warn: 4, error: 3 };

const MIN_SECRET = 6;
const MAX_TEXT = 2000;
/** The line of a refused configuration names all problems that the check finds. */
const MAX_ITEMS = MAX_PROBLEMS;

export function createWatchLog(writer: LineWriter, leastLevel: LogLevel, form: LogForm = {}): WatchLog {
  let hidden: readonly string[] = [];
  let least = leastLevel;
  let lost = 0;

  const clean = (text: string): string => {
    const cleaned = hidden.reduce((masked, secret) => masked.replaceAll(secret, '••••'), text);
    return cleaned.length > MAX_TEXT ? `${cleaned.slice(0, MAX_TEXT)}…` : cleaned;
  };
  const shown = (_: string, value: unknown): unknown => {
    if (typeof value === 'string') return clean(value);
    if (!Array.isArray(value) || value.length <= MAX_ITEMS) return value;
    return [...value.slice(0, MAX_ITEMS), `${value.length - MAX_ITEMS} more`];
  };

  /** @param lines how many lines are lost if this one cannot be written */
  function write(level: LogLevel, event: string, facts: object, lines = 1): void {
    if (PRIORITIES[level] > PRIORITIES[least]) return;
    const members = JSON.parse(JSON.stringify(facts, shown)) as object;
    // JSON does not escape some characters that a terminal interprets.
    writer(`${printableJson(lineOf(level, event, members, form))}\n`, () => (lost += lines));
  }
  const log: MonitorLog = (level, event, facts = {}) => {
    const { time: _, level: __, event: ___, ...members } = facts;
    write(level, event, members);
    const lines = lost;
    lost = 0;
    if (lines > 0) write('warn', 'log-lines-lost', { lines }, lines);
  };
  return {
    log,
    setLevel: (to) => void (least = to),
    // The longest first, because one secret may contain another.
    hide: (secrets) => {
      hidden = secrets.filter(({ length }) => length >= MIN_SECRET).toSorted((a, b) => b.length - a.length);
    },
    clean,
  };
}

function lineOf(level: LogLevel, event: string, facts: object, { format, hasPriorities = false }: LogForm): string {
  const time = new Date(systemClock.now()).toISOString();
  const priority = hasPriorities ? `<${PRIORITIES[level]}>` : '';
  if (format !== 'text') return priority + JSON.stringify({ level, time, event, ...facts });
  // A text is in quotes if it has a space, a quote or an equals sign.
  const members = Object.entries(facts).map(([name, value]) => {
    const isPlain = typeof value === 'string' && /^[^\s"=\\]+$/.test(value);
    return `${name}=${isPlain ? value : JSON.stringify(value)}`;
  });
  return [priority + time, level.toUpperCase().padEnd(5), event, ...members].join(' ');
}
