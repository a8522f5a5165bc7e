import { captureFrom, codesIn, exactly, sectionNamed, statementOf, type Section } from './read-sections.js';

/** A name and the format of its value, such as `Authorization` and `Basic <encoded-value>`. */
interface NameAndValue {
  readonly name: string;
  readonly value: string;
}

export type DocumentedOperation = ReturnType<typeof parseOperation>;

export function parseOperations(sections: readonly Section[]): readonly DocumentedOperation[] {
  const authentication = sectionNamed(sections, 'Authentication');
  const [name = '', value = ''] = codesIn(statementOf(authentication, /^Every operation requires the header/));
  statementOf(authentication, /^The scheme is HTTP Basic authentication/);
  const operations = sections
    .filter(({ statements }) => statements.some((statement) => statement.startsWith('Method and path')))
    .map((section) => parseOperation(section, { name, value }));
  return exactly(3, 'operations', operations);
}

function parseOperation(section: Section, authorization: NameAndValue) {
  const { title, statements, rows } = section;
  const [, method = '', path = ''] = /^(\w+) (\S+)$/.exec(captureFrom(section, /^Method and path: `(.+)`/)) ?? [];
  const pathParameters = statements.flatMap(
    (text) => /^Path parameter `(\w+)`: string, required/.exec(text)?.[1] ?? [],
  );
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
  if (method === '' || String(inPath) !== String(pathParameters)) throw new Error(`api.md: path of ${title}`);
  const hasBody = rows.length > 0;
  statementOf(section, hasBody ? /^Request body:$/ : /no request body/i);
  return {
    name: title,
    method,
    /** For example `/v2/redis/database/{id}`. */
    path,
    pathParameters,
    /** The optional parameters, each with its only documented value. */
    queryParameters: pairsIn(statements, /^Query parameter `(\w+)`: string, optional; the value `(\w+)`/),
    headers: [authorization, ...pairsIn(statements, /^Request header `([\w-]+): (.+)`/)],
    hasBody,
  };
}

function pairsIn(statements: readonly string[], pattern: RegExp): NameAndValue[] {
  return statements.flatMap((text) => {
    const [, name, value] = pattern.exec(text) ?? [];
    return name === undefined || value === undefined ? [] : [{ name, value }];
  });
}
