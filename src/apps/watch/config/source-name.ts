import type { IdSourceConfig } from './id-source-schema.js';

/** The name of a source: chosen, or its type and target. It identifies the source in the record of given ids. */
export function sourceNameOf(source: IdSourceConfig): string {
  return source.name ?? `${source.type}${targetOf(source)}`;
}

function targetOf(source: IdSourceConfig): string {
  switch (source.type) {
    case 'list':
      return '';
    case 'file':
      return ` ${source.path}`;
    case 'command':
      return ` ${source.command[0]}`;
    case 'http': {
      // A query may contain a token.
      const { origin, pathname } = new URL(source.url);
      return ` ${origin}${pathname}`;
    }
  }
}
