import { readFile } from 'node:fs/promises';

/** The parts of a heap snapshot that are read here. Each node is a row of numbers; `node_fields` names its columns. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  readonly nodes: readonly number[];
}

/**
 * The bytes of all objects in a heap snapshot, without compiled code. V8 compiles for minutes, which `heapUsed` counts:
 * in a process that leaks nothing it grew by 30 bytes a poll for two minutes.
 */
export async function heapBytesOf(path: string): Promise<number> {
  const { snapshot, nodes } = JSON.parse(await readFile(path, 'utf8')) as HeapSnapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, sizeAt, code] = [fields.indexOf('type'), fields.indexOf('self_size'), types[0].indexOf('code')];
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += fields.length)
    if (nodes[node + typeAt] !== code) bytes += nodes[node + sizeAt] as number;
  return bytes;
}
