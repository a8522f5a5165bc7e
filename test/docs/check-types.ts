import ts from 'typescript';
import { root } from './root.js';

/** A file in memory. */
export interface VirtualFile {
  readonly name: string;
  readonly source: string;
}

/** Compiles files together with the options of the package, as files in the root. Returns the errors. */
export function checkTypes(files: readonly VirtualFile[]): string[] {
  const sources = new Map(files.map(({ name, source }) => [pathOf(name), source]));
  const options = compilerOptions();
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.readFile = (path) => sources.get(path) ?? readFile(path);
  host.getSourceFile = (path, languageVersion, ...others) => {
    const source = sources.get(path);
    if (source === undefined) return getSourceFile(path, languageVersion, ...others);
    return ts.createSourceFile(path, source, languageVersion);
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map((diagnostic) => ts.formatDiagnostic(diagnostic, { ...host, getNewLine: () => '' }));
}

function pathOf(name: string): string {
  // A block without a file name gets one.
  if (name.endsWith('.ts')) return `${root}/${name}`;
  return `${root}/${name.replaceAll(/[^a-z0-9]+/gi, '-')}.mts`;
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(`${root}/tsconfig.json`, (path) => ts.sys.readFile(path)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  return { ...options, noEmit: true, declaration: false, rootDir: root };
}
