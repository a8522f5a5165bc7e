import type { ErrorCode } from 'yaml';

/**
 * Explains an error of YAML. The messages of the parser may quote the text of the file, and the text may be a password.
 */
export function explainSyntax(code: ErrorCode): string {
  return MESSAGES[code] ?? 'not valid YAML';
}

const MESSAGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_ALIAS: 'an alias (*name) has no anchor (&name) before it; put quotes around a text that begins with *',
  BAD_DQ_ESCAPE: 'invalid escape in double quotes; use single quotes for a text with backslashes',
  BAD_INDENT: 'wrong indentation',
  BAD_SCALAR_START: 'put quotes around a text that begins with a special character',
  BLOCK_AS_IMPLICIT_KEY: 'expected one key and value a line; put quotes around a text that contains ": "',
  DUPLICATE_KEY: 'duplicate key',
  MISSING_CHAR: 'a quote, a bracket, a comma or the space after a colon is missing before this place',
  MULTILINE_IMPLICIT_KEY: 'expected "key: value" on one line',
  MULTIPLE_DOCS: 'expected one document; remove the line ---',
  RESOURCE_EXHAUSTION: 'nested too deeply',
  TAB_AS_INDENT: 'use spaces, not tabs, for the indentation',
  TAG_RESOLVE_FAILED: 'tags (!name) have no meaning here; put quotes around a text that begins with !',
  UNEXPECTED_TOKEN: 'not expected here; check the quotes, the brackets and the indentation before this place',
};
