import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { defineConfig, type DefaultTheme, type MarkdownRenderer } from 'vitepress';

const root = fileURLToPath(new URL('../..', import.meta.url));
const docs = `${root}/docs`;
const { repository, description } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
const files = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main/`;
const icon = readFileSync(`${root}/src/apps/dashboard/page/icon.svg`, 'utf8');

/** The guides in the order in which a reader needs them. A page that no group names fails the build. */
const groups: Readonly<Record<string, string>> = {
  Begin: 'start guide try README',
  'In a page': 'frameworks react vue svelte solid angular preact lit examples/README recipes format devtools proxy',
  'Replace your polling': 'from-tanstack-query from-swr from-rtk-query from-cron',
  Concepts: 'state functions polling scale persistence limits usage errors client api',
  'Run it': 'dashboard command-line local-service testing troubleshooting',
  Monitor: 'monitor monitor-configuration monitor-rules monitor-channels metrics runbook',
  Notebooks: 'notebooks/README notebook',
  Project:
    'CHANGELOG versions proof SECURITY CONTRIBUTING internals/architecture internals/decisions internals/performance internals/api-coverage',
};

function sidebarOf(): DefaultTheme.SidebarItem[] {
  const listed = Object.values(groups).join(' ').split(' ');
  const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'index.md' && !/node_modules|notebooks\/page/.test(file))
    .map((file) => file.slice(0, -'.md'.length));
  const missing = pages.filter((page) => !listed.includes(page));
  if (missing.length > 0)
    throw new Error(
      `docs/.vitepress/config.ts: no group of the sidebar names ${missing.join(', ')}. Add each page to a group.`,
    );
  return Object.entries(groups).map(([text, names]) => ({
    text,
    collapsed: text !== 'Begin',
    items: names.split(' ').map((name) => ({ text: titleOf(name), link: `/${name}` })),
  }));
}

function titleOf(page: string): string {
  return /^# (.+)$/m.exec(readFileSync(`${docs}/${page}.md`, 'utf8'))?.[1] ?? page;
}

/** Anchors as on GitHub, where the same pages are read. */
function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Pages are written for GitHub, and VitePress reads them as templates of Vue. */
function readAsGitHub(md: MarkdownRenderer): void {
  md.core.ruler.push('read-as-github', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'code_inline') token.attrSet('v-pre', '');
      // A placeholder such as <INDEX_TOKEN>.
      if (token.type === 'html_inline' && /^<[A-Z_]+>$/.test(token.content)) token.type = 'text';
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      // The repository shows a file that is no page. test/docs/guides.test.ts checks that it exists.
      if (href === null || /^(?:[a-z]+:|#|\/)/.test(href)) continue;
      const path = posix.join('docs', posix.dirname(env.relativePath), href);
      if (!/^docs\/(?!notebooks\/page\/).*\.md(?:#|$)/.test(path)) token.attrSet('href', files + path);
    }
  });
}

const triedModules: Readonly<Record<string, string>> = {
  library: '',
  react: 'fleetglass/react react react-dom/client',
  vue: 'fleetglass/vue vue',
  solid: 'fleetglass/solid solid-js solid-js/h solid-js/web',
  preact: 'fleetglass/preact preact preact/hooks',
  lit: 'fleetglass/lit lit lit/directives/repeat.js',
};

/** Bundles modules, so that they share the code that they need, as a script that keeps them by name. */
async function bundleModules(name: string, framework: string, outDir: string): Promise<void> {
  const modules = `fleetglass fleetglass/service/memory ${framework}`.trim().split(' ');
  const imports = modules.map((module, at) => `import * as module${at} from '${module}';`);
  const members = modules.map((module, at) => `'${module}': module${at}`);
  await build({
    stdin: { contents: `${imports.join('')} export const modules = { ${members.join()} };`, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'fleetglassLibrary',
    target: 'es2023',
    conditions: ['browser'],
    define: { 'process.env.NODE_ENV': '"production"' },
    outfile: `${outDir}/try/${name}.js`,
    // Chunks that another chunk needs only for their order have no effects.
    logLevel: 'error',
  });
}

export default defineConfig({
  title: 'fleetglass',
  description,
  // The same files work at any address.
  base: './',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  outDir: `${root}/node_modules/.cache/site`,
  cacheDir: `${root}/node_modules/.cache/vitepress`,
  srcExclude: ['notebooks/page/**'],
  // A program of a guide serves such an address.
  ignoreDeadLinks: 'localhostLinks',
  markdown: { anchor: { slugify }, config: readAsGitHub },
  // The pages that a reader does not open are not loaded.
  router: { prefetchLinks: false },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Guides', link: '/README' },
      { text: 'Try it', link: '/try' },
      // Made by typedoc, so the router must not look for a page.
      { text: 'API reference', link: '/reference/index.html', target: '_self' },
    ],
    sidebar: sidebarOf(),
    outline: 'deep',
    search: { provider: 'local' },
  },
  async buildEnd({ outDir }) {
    const typedoc = ['run', '--silent', 'docs', '--', '--out', `${outDir}/reference`];
    execFileSync('npm', typedoc, { cwd: root, stdio: 'inherit' });
    // The examples of the page "Try it" import these modules.
    for (const [name, framework] of Object.entries(triedModules)) await bundleModules(name, framework, outDir);
  },
});
