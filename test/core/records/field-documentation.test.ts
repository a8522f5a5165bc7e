import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const index = fileURLToPath(new URL('../../../src/index.ts', import.meta.url));
const configuration = ts.readConfigFile(
  fileURLToPath(new URL('../../../tsconfig.json', import.meta.url)),
  ts.sys.readFile,
);
const { options } = ts.convertCompilerOptionsFromJson(
  (configuration.config as { compilerOptions: unknown }).compilerOptions,
  fileURLToPath(new URL('../../..', import.meta.url)),
);
const program = ts.createProgram([index], { ...options, noEmit: true });
const checker = program.getTypeChecker();

/** A field in an editor: its path, and its documentation. */
interface Shown {
  readonly path: string;
  readonly documentation: string;
}

function fieldsOf(name: string): Shown[] {
  const source = program.getSourceFile(index);
  const module = source && checker.getSymbolAtLocation(source);
  const symbol = module && checker.getExportsOfModule(module).find((exported) => exported.name === name);
  if (symbol === undefined) throw new Error(`no export ${name}`);
  return membersOf(checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(symbol)), '');
}

function membersOf(type: ts.Type, prefix: string): Shown[] {
  return checker.getPropertiesOfType(type).flatMap((property) => {
    const path = `${prefix}${property.name}`;
    const documentation = ts.displayPartsToString(property.getDocumentationComment(checker));
    return [{ path, documentation }, ...nestedIn(checker.getTypeOfSymbol(property), path)];
  });
}

/** The members of an object, or of the objects in a list. Members of texts and numbers are ignored. */
function nestedIn(type: ts.Type, path: string): Shown[] {
  const item = checker.isArrayLikeType(type) ? checker.getIndexTypeOfType(type, ts.IndexKind.Number) : type;
  const isRecord = item !== undefined && (item.flags & ts.TypeFlags.Object) !== 0;
  return isRecord ? membersOf(item, `${path}${item === type ? '.' : '[].'}`) : [];
}

describe.each([
  ['Database', 42 + 5],
  ['VectorIndex', 25 + 2],
  ['CreateDatabaseRequest', 8],
])('in an editor, %s', (name, count) => {
  const fields = fieldsOf(name);

  it('documents all of its fields, also nested fields', () => {
    expect(fields).toHaveLength(count);
  });

  it('has a comment for each field', () => {
    expect(fields.filter(({ documentation }) => documentation.length < 10)).toEqual([]);
  });

  it('has a different comment for each field', () => {
    const printed = fields.map(({ documentation }) => documentation);
    expect(printed.filter((documentation, at) => printed.indexOf(documentation) !== at)).toEqual([]);
  });
});

describe('in an editor, a field with a unit', () => {
  const documentationOf = (name: string, path: string): string =>
    fieldsOf(name).find((field) => field.path === path)?.documentation ?? '';

  it.each([
    ['db_max_request_size', 'bytes'],
    ['db_disk_threshold', 'bytes'],
    ['db_max_entry_size', 'bytes'],
    ['db_memory_threshold', 'bytes'],
    ['db_conn_idle_timeout', 'nanoseconds'],
    ['db_lua_timeout', 'nanoseconds'],
    ['db_store_max_idle', 'nanoseconds'],
    ['db_max_commands_per_second', 'per second'],
    ['db_lua_credits_per_min', 'per minute'],
    ['creation_time', 'seconds'],
  ])('names the unit: %s', (field, unit) => {
    expect(documentationOf('Database', field)).toContain(unit);
  });

  it('names the unit: fields of an index', () => {
    expect(documentationOf('VectorIndex', 'max_monthly_bandwidth')).toMatch(/bytes.*`-1`/);
    expect(documentationOf('VectorIndex', 'max_daily_queries')).toContain('per day');
  });
});
