import { readFileSync } from 'node:fs';

/** The entries of the package. */
export interface Entry {
  /** The import specifier. */
  readonly name: string;
  /** The path of its module in the project. */
  readonly file: string;
  readonly platform: 'browser' | 'node';
  /** The framework that it needs. Its users have this framework already. */
  readonly isBinding: boolean;
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const ONLY_NODE: readonly string[] = [
  './monitor',
  './persistence/directory',
  './probes/redis',
  './service',
  './sharing/redis',
];

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/** Reads the sources, so that no build is needed. */
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

/** Packages that are never measured. */
export const frameworks: readonly string[] = Object.keys(manifest.peerDependencies).flatMap((name) => [
  name,
  `${name}/*`,
]);
