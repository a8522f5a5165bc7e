import { Drop, Liquid, type Template as Parsed, type Variable } from 'liquidjs';

export type Escape = (text: string) => string;

export const escapes = {
  json: (text) => JSON.stringify(text).slice(1, -1),
  markup: (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
  form: (text) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\uFFFD')),
  header: (text) => text.replace(/[^\x20-\x7e]+/g, '?'),
  none: (text) => text,
} as const satisfies Record<string, Escape>;

/** Texts whose names are not known in advance, such as labels. An absent text renders as empty, without an error. */
export class OpenTexts extends Drop {
  constructor(texts: Readonly<Record<string, string>> = {}) {
    super();
    Object.assign(this, texts);
  }

  override liquidMethodMissing(): null {
    return null;
  }
}

/**
 * Renders a text with placeholders, in the language Liquid.
 * @param scope the known names. Each optional member is `null` where it is absent.
 * @throws Error if the result or the work is too large, or a name is unknown
 */
export type Template = (scope: object) => string;

/** A longer template is refused as a mistake. */
const MAX_LENGTH = 65_536;

/** The time of one rendering, milliseconds. The process does nothing else meanwhile. */
const MAX_MS = 250;

/** A check must not fail because the machine is busy. */
const MAX_CHECK_MS = 2000;

/** The characters and list entries that one rendering may make. */
const MAX_MEMORY = 1_000_000;

/** Tags that read other templates, and filters that evaluate a text, which could be a name from the service. */
const UNSAFE_TAGS = ['include', 'render', 'layout', 'block'];
const UNSAFE_FILTERS = /_exp$/;

function createEngine(escape: Escape, renderLimit = MAX_MS): Liquid {
  const engine = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    templates: {},
    parseLimit: MAX_LENGTH,
    renderLimit,
    memoryLimit: MAX_MEMORY,
    outputEscape: (value) => escape(textOf(value)),
  });
  for (const tag of UNSAFE_TAGS) delete engine.tags[tag];
  for (const filter of Object.keys(engine.filters)) if (UNSAFE_FILTERS.test(filter)) engine.unregisterFilter(filter);
  return engine;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** @throws Error for a text that is not a template; its message names the line and the column */
export function compileTemplate(text: string, escape: Escape): Template {
  const engine = createEngine(escape);
  const parsed = engine.parse(text);
  return (scope) => renderWith(engine, parsed, scope);
}

function renderWith(engine: Liquid, parsed: Parsed[], scope: object): string {
  const result = String(engine.renderSync(parsed, scope));
  if (result.length > MAX_MEMORY) throw new Error('the result is too large');
  return result;
}

/**
 * Finds the first mistake of a template, also a wrong name in a part that is not rendered.
 * @param scopes examples of the data. Together they have every name, and the first one with a name has all members of
 *   its value. Labels and annotations may have any member.
 */
export function inspectTemplate(
  text: string,
  escape: Escape,
  scopes: readonly object[],
  problemOf: (result: string) => string | undefined,
): string | undefined {
  try {
    const engine = createEngine(escape, MAX_CHECK_MS);
    const parsed = engine.parse(text);
    const { globals } = engine.analyzeSync(parsed, { partials: false });
    // The order of the names, and the members of each, are those of the first scope that has the name.
    const names = scopes.reduce((all, scope) => ({ ...all, ...scope, ...all }));
    const variables = Object.values(globals).flat();
    const [unknown] = variables.flatMap((variable) => unknownNameOf(variable, names) ?? []);
    if (unknown !== undefined) return unknown;
    for (const scope of scopes) {
      const problem = problemOf(renderWith(engine, parsed, scope));
      if (problem !== undefined) return problem;
    }
    return undefined;
  } catch (error) {
    return describe(error as Error);
  }
}

/** The messages of the engine end with the place, as in `, line:1, col:4`, and may quote the template. */
function describe({ name, message }: Error): string {
  const [, what = message, line, column] = /^([^\n]*?), line:(\d+), col:(\d+)/.exec(message) ?? [];
  const problem = name === 'UndefinedVariableError' ? what.replace('undefined variable: ', 'unknown name ') : what;
  return line === undefined ? problem : `line ${line}, column ${column}: ${problem}`;
}

/** The properties that Liquid adds to texts and lists. */
const ADDED = ['size', 'first', 'last'];

/** Looks up a name in a scope, part by part. Any part is known below open texts, and from a computed part on. */
function unknownNameOf({ segments, location }: Variable, scope: object): string | undefined {
  let value: unknown = scope;
  for (const [known, segment] of segments.entries()) {
    if (value instanceof OpenTexts || typeof segment === 'object') return undefined;
    if ((typeof value === 'string' || Array.isArray(value)) && ADDED.includes(String(segment))) return undefined;
    const members = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
    if (Array.isArray(value) && typeof segment === 'number') value = value[0];
    else if (Object.hasOwn(members, segment)) value = members[segment];
    else {
      const shown = segments.slice(0, known + 1).join('.');
      const expected = Object.keys(members).join(', ');
      return `line ${location.row}, column ${location.col}: unknown name ${shown}, expected one of ${expected}`;
    }
  }
  return undefined;
}
