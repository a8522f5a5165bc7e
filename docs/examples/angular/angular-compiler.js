import { fileURLToPath } from 'node:url';
import { createCompilerHost, formatDiagnostics, performCompilation, readConfiguration } from '@angular/compiler-cli';
import { transformAsync } from '@babel/core';

/**
 * Replaces the Angular CLI in this example; your own application does not need it. A Vite plugin that compiles
 * the components of this folder with their templates, and what Angular's packages leave to the application.
 *
 * @returns {import('vite').Plugin}
 */
export function angularCompiler() {
  const project = fileURLToPath(new URL('tsconfig.json', import.meta.url));
  let compiled;
  return {
    name: 'angular-compiler',
    enforce: 'pre',
    config: (_, { command }) => ({
      // For development Vite would bundle them before this could compile them.
      optimizeDeps: { exclude: ['@angular/common', '@angular/core', '@angular/platform-browser'] },
      define: command === 'build' ? { ngDevMode: 'false', ngJitMode: 'false' } : {},
    }),
    watchChange: () => void (compiled = undefined),
    load: (id) => (compiled ??= compile(project)).get(id.replace(/\.ts$/, '.js')),
    transform: (code, id) => (code.includes('ɵɵngDeclare') ? link(code, id) : undefined),
  };
}

/** The JavaScript of a project, by the paths that it would be written to. */
function compile(project) {
  const compiled = new Map();
  const { rootNames, options } = readConfiguration(project);
  const host = createCompilerHost({ options });
  host.writeFile = (path, code) => compiled.set(path, code);
  const { diagnostics } = performCompilation({ rootNames, options, host });
  if (diagnostics.length > 0) throw new Error(formatDiagnostics(diagnostics));
  return compiled;
}

function link(code, filename) {
  const plugins = ['@angular/compiler-cli/linker/babel'];
  return transformAsync(code, {
    filename,
    plugins,
    configFile: false,
    babelrc: false,
    compact: false,
    sourceMaps: true,
  });
}
