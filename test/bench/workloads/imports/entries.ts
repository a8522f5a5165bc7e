import { readFileSync } from 'node:fs';

/** The entries of the package. */
export interface Entry {
  /** As a user writes it. */
  readonly name: string;
  /** Its module, in the project. */
  readonly file: string;
  readonly platform: 'browser' | 'node';
  /** It needs a framework, which its users have anyway. */
  readonly isBinding: boolean;
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const ONLY_NODE: readonly string[] = ['./service'];

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/** Of the sources, so that nothing has to be built before. */
export const entries: readonly Entry[] = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === 'string'
    ? []
    : {
        name: manifest.name + path.slice(1),
        file: target.default.replace('/dist/', '/src/').replace(/\.js$/, '.ts'),
        platform: ONLY_NODE.includes(path) ? ('node' as const) : ('browser' as const),
        isBinding: target.default.includes('/bindings/'),
      },
);

/** Never part of what is measured. */
export const frameworks: readonly string[] = Object.keys(manifest.peerDependencies).flatMap((name) => [
  name,
  `${name}/*`,
]);
