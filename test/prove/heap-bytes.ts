import { readFile } from 'node:fs/promises';

/** The parts of a heap snapshot that are read here. Each node is a row of numbers; `node_fields` names its columns. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  readonly nodes: readonly number[];
  readonly strings: readonly string[];
}

/** Nodes whose names are texts, and not names of classes or functions. */
const UNNAMED = ['string', 'concatenated string', 'sliced string', 'number', 'object shape'];

/**
 * The bytes of all objects in a heap snapshot, by type and name, without compiled code. V8 compiles for minutes, which
 * `heapUsed` counts: in a process that leaks nothing it grew by 30 bytes a poll for two minutes.
 */
export async function heapBytesOf(path: string): Promise<ReadonlyMap<string, number>> {
  const { snapshot, nodes, strings } = JSON.parse(await readFile(path, 'utf8')) as HeapSnapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const columnOf = (field: string): number => fields.indexOf(field);
  const [typeAt, nameAt, sizeAt] = [columnOf('type'), columnOf('name'), columnOf('self_size')];
  const bytes = new Map<string, number>();
  for (let node = 0; node < nodes.length; node += fields.length) {
    const type = types[0][nodes[node + typeAt] as number] as string;
    if (type === 'code') continue;
    const name = UNNAMED.includes(type) ? type : `${type} ${strings[nodes[node + nameAt] as number]?.slice(0, 40)}`;
    bytes.set(name, (bytes.get(name) ?? 0) + (nodes[node + sizeAt] as number));
  }
  return bytes;
}
