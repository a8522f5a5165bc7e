import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createJsonSchema } from '../../src/apps/watch/config/write-example.js';
import { root } from './root.js';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly const?: string;
  readonly default?: unknown;
  readonly description?: string;
}

const read = (path: string): string => readFileSync(`${root}/${path}`, 'utf8');

/** The settings of the schema, such as `rules[].longerThan`, with the schemas of all variants that have them. */
function settingsOf(schema: Schema, path = '', found = new Map<string, Schema[]>()): Map<string, Schema[]> {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    if (member.items?.oneOf !== undefined) for (const each of member.items.oneOf) settingsOf(each, `${at}[]`, found);
    else if (member.items?.properties !== undefined) settingsOf(member.items, `${at}[]`, found);
    // The overrides of a limit have the settings of all limits.
    else if (member.properties !== undefined && name !== 'overrides') settingsOf(member, at, found);
    else found.set(at, [...(found.get(at) ?? []), member]);
  }
  return found;
}

/** The rows of tables: their cells without marks. */
function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(/ *\| */).slice(1, -1));
}

const settings = settingsOf(createJsonSchema() as Schema);
const rows = rowsOf(read('docs/monitor-configuration.md'));
const nameOf = ([first = '']: readonly string[]): string => first.replaceAll('`', '');

describe('docs/monitor-configuration.md', () => {
  it('has exactly the settings of the configuration', () => {
    const documented = [...new Set(rows.map(nameOf))];
    expect(documented.toSorted()).toEqual([...settings.keys()].toSorted());
  });

  it('has the default of each setting that has one', () => {
    const missing = [...settings].flatMap(([name, variants]) => {
      const defaults = variants.flatMap(({ default: value, description = '' }) => {
        const [, documented] = /Default: ([\d.]+\w*)$/.exec(description) ?? [];
        return value === undefined ? (documented ?? []) : JSON.stringify(value).replaceAll('"', '');
      });
      const cells = rows.filter((row) => nameOf(row) === name).flatMap((row) => row.slice(1));
      return defaults
        .filter((value) => !cells.some((cell) => cell.includes(value)))
        .map((value) => `${name}: ${value}`);
    });
    expect(settings.size).toBeGreaterThan(80);
    expect(missing).toEqual([]);
  });

  it('names the members that a running monitor changes at SIGHUP', () => {
    const source = read('src/apps/watch/daemon/session.ts');
    const [, table = ''] = /const changes\b[^]*?\{\n([^]*?)^ {2}\};/m.exec(source) ?? [];
    const changeable = new Set([...table.matchAll(/^ {4}'?([a-z.]+)'?:/gm)].map(([, name]) => name));
    const isChangeable = (name: string): boolean =>
      changeable.has(/^service\.(?:user|pass)/.test(name) ? 'credentials' : name.split('.').slice(0, 2).join('.'));
    const inTables = rows.filter((row) => row.length === 5 && /^(?:yes|restart)$/.test(row[3] ?? ''));
    expect(inTables.length).toBeGreaterThan(35);
    expect(inTables.filter((row) => isChangeable(nameOf(row)) !== (row[3] === 'yes')).map(nameOf)).toEqual([]);
  });
});

/** The events that the code logs, with their levels as the page writes them. */
function eventsOfCode(): Map<string, string> {
  const files = ['src/monitor', 'src/apps/watch'].flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(`${folder}/${name}`)),
  );
  const code = files.join('\n');
  const events = new Map<string, string>();
  for (const [, level = '', event = ''] of code.matchAll(/\blog(?:Change)?\('(\w+)', '([a-z-]+)'/g))
    events.set(event, level);
  for (const [, event = ''] of code.matchAll(/\bwarn\('(ids-[a-z-]+)'/g)) events.set(event, 'warn');
  for (const [, event = ''] of code.matchAll(/\bwrite\('warn', '([a-z-]+)'/g)) events.set(event, 'warn');
  for (const [, event = ''] of code.matchAll(/\blog\(repaired \? 'warn' : 'error', '([a-z-]+)'/g))
    events.set(event, 'error; warn if repaired');
  const computed = [...code.matchAll(/\blog\(.*?, (`[^`]+`)/g)].map(([, text]) => text);
  expect(computed).toEqual(['`alert-${event.kind}`', '`polling-${state}`']);
  events.set('polling-running', 'info');
  for (const state of ['stopped', 'held', 'paused']) events.set(`polling-${state}`, 'warn');
  for (const [, first = '', further = '', event = '', other = ''] of code.matchAll(
    /\blog\(isFirst \? '(\w+)' : '(\w+)', isFirst \? '([a-z-]+)' : '([a-z-]+)'/g,
  ))
    events.set(event, first).set(other, further);
  // The channel `log` of the command renames the events of the library's channel.
  for (const kind of ['fired', 'repeated']) events.set(`notification-${kind}`, 'by severity');
  return events.set('notification-cleared', 'info');
}

it('the log in docs/monitor.md has each event with its level, and no other', () => {
  const [, section = ''] = read('docs/monitor.md').split('\n## The log\n');
  const documented = rowsOf(section).map(([event = '', level = '']) => [event.replaceAll('`', ''), level]);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(eventsOfCode()));
  expect(documented.length).toBe(eventsOfCode().size);
});
