import {
  mergedParts,
  printedComponents,
  printedErrorText,
  recipeFiles,
  type PrintedFile,
} from '../docs/printed-files.js';
import type { NewApplication } from './application.js';

/** An application whose files a page of docs prints. */
export interface Recipe {
  readonly name: string;
  readonly application: NewApplication;
  readonly files: readonly PrintedFile[];
  /** Parts of files, and the text before which they belong. */
  readonly merged?: { readonly parts: readonly PrintedFile[]; readonly before: string };
  readonly build: string;
  /** The page about a database. @default /databases/<id> */
  readonly pathOf?: (id: string) => string;
  /** The status for an unknown database. A streamed answer has begun before it is known. @default 404 */
  readonly notFound?: 200 | 'in the page';
  /** Commands that serve the application, with the port to come if they end with `--port`; otherwise PORT has it. */
  readonly servers: { readonly production: string; readonly development?: string };
}

/** Pages for the tests: a Server Component, and a component without a snapshot that suspends. */
const pagesOfNext: readonly PrintedFile[] = [
  {
    path: 'app/provider/page.tsx',
    source: `
import { FleetProvider } from 'fleetglass/react';

export default function Page() {
  return <p>FleetProvider is a {typeof FleetProvider}</p>;
}`,
  },
  {
    path: 'app/suspense/[id]/page.tsx',
    source: `
import { Suspense } from 'react';
import { Name } from './name';

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <Suspense>{params.then(({ id }) => <Name id={id} />)}</Suspense>;
}`,
  },
  {
    path: 'app/suspense/[id]/name.tsx',
    source: `
'use client';
import { createFleet } from 'fleetglass';
import { FleetProvider, useSuspenseDatabase } from 'fleetglass/react';
import { Suspense, useState } from 'react';

function Loaded({ id }: { id: string }) {
  const { database_name, state } = useSuspenseDatabase(id);
  return <h1>{database_name + ': ' + state}</h1>;
}

export function Name({ id }: { id: string }) {
  const [fleet] = useState(() => createFleet({ baseUrl: '/fleet' }));
  return (
    <FleetProvider fleet={fleet}>
      <Suspense fallback={<p>Loading the database</p>}><Loaded id={id} /></Suspense>
    </FleetProvider>
  );
}`,
  },
];

const file = (path: string, source: string): PrintedFile => ({ path, source });

/** The files of a recipe, including shared files at their paths in this recipe. */
function filesOf(recipe: string, server: string, component?: string): PrintedFile[] {
  const shared = (section: string, path: string): PrintedFile[] =>
    recipeFiles('docs/recipes.md', section).map(({ source }) => ({ path, source }));
  const components = component === undefined ? [] : shared('The component of React', component);
  return [...shared('The file of the server', server), ...components, ...recipeFiles('docs/recipes.md', recipe)];
}

/** The files of a new application of Vite. */
const viteConfig = (imports: string, plugins: string): PrintedFile =>
  file(
    'vite.config.ts',
    `import { defineConfig } from 'vite';\n${imports}\nexport default defineConfig({ plugins: [${plugins}] });`,
  );

const REACT = 'react react-dom @types/react @types/react-dom @types/node typescript';

export const recipes: readonly Recipe[] = [
  {
    name: 'Next.js',
    // `--empty` leaves out fonts that the build would load from another host.
    application: {
      scaffold:
        'create-next-app@latest app --ts --app --empty --no-eslint --no-tailwind --no-src-dir --import-alias @/* --turbopack --use-npm --skip-install --disable-git --yes',
    },
    files: [
      ...recipeFiles('docs/react.md'),
      ...printedComponents('docs/react.md')
        .filter(({ path }) => path === 'database-row.tsx')
        .map(({ path, source }) => file(`app/databases/[id]/${path}`, source)),
      file('app/databases/[id]/error-text.ts', printedErrorText()),
      ...pagesOfNext,
    ],
    build: 'npm run build',
    notFound: 200,
    servers: { production: 'next start --port', development: 'next dev --port' },
  },
  {
    name: 'SvelteKit',
    application: { scaffold: 'sv@latest create app --template minimal --types ts --no-add-ons --no-install' },
    files: recipeFiles('docs/svelte.md'),
    build: 'npm run build',
    servers: { production: 'vite preview --port', development: 'vite dev --port' },
  },
  {
    name: 'Nuxt',
    application: {
      // Nuxt 4.5.2 fails to build with Vite 8.4.0.
      packages: 'nuxt vue vite@~8.3',
      files: [
        file('nuxt.config.ts', `export default defineNuxtConfig({ compatibilityDate: '2025-07-15' });`),
        file('app/app.vue', '<template><NuxtPage /></template>'),
      ],
    },
    files: filesOf('Nuxt', 'server/utils/fleet.ts'),
    build: 'nuxt build',
    servers: { production: 'node .output/server/index.mjs' },
  },
  {
    name: 'React Router',
    application: {
      packages: `@react-router/dev @react-router/node @react-router/serve react-router isbot vite ${REACT}`,
      files: [
        viteConfig("import { reactRouter } from '@react-router/dev/vite';", 'reactRouter()'),
        file(
          'app/root.tsx',
          `
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, useRouteError } from 'react-router';

export function Layout({ children }) {
  return (
    <html lang="en">
      <head><Meta /><Links /><link rel="icon" href="data:," /></head>
      <body>{children}<Scripts /></body>
    </html>
  );
}

export default Outlet;

export function ErrorBoundary() {
  const error = useRouteError();
  return <h1>{isRouteErrorResponse(error) ? error.data : 'Oops!'}</h1>;
}`,
        ),
      ],
    },
    files: filesOf('React Router', 'app/fleet.server.ts', 'app/database-page.tsx'),
    build: 'react-router build',
    servers: { production: 'react-router-serve build/server/index.js' },
  },
  {
    name: 'Astro',
    application: {
      packages: `astro @astrojs/node @astrojs/react ${REACT}`,
      files: [
        file(
          'astro.config.mjs',
          `
import node from '@astrojs/node';
import react from '@astrojs/react';
export default { adapter: node({ mode: 'standalone' }), integrations: [react()] };`,
        ),
      ],
    },
    files: filesOf('Astro', 'src/fleet.server.ts', 'src/database-page.tsx'),
    build: 'astro build',
    servers: { production: 'node dist/server/entry.mjs' },
  },
  {
    name: 'SolidStart',
    application: {
      packages: '@solidjs/start @solidjs/router @solidjs/meta solid-js vite nitro@>=3.0.1-alpha.0 typescript',
      files: [
        viteConfig(
          "import { solidStart } from '@solidjs/start/config';\nimport { nitro } from 'nitro/vite';",
          'solidStart(), nitro()',
        ),
        file(
          'src/entry-client.tsx',
          `
// @refresh reload
import { mount, StartClient } from '@solidjs/start/client';
mount(() => <StartClient />, document.getElementById('app')!);`,
        ),
        file(
          'src/entry-server.tsx',
          `
// @refresh reload
import { createHandler, StartServer } from '@solidjs/start/server';
export default createHandler(() => (
  <StartServer
    document={({ assets, children, scripts }) => (
      <html lang="en"><head>{assets}</head><body><div id="app">{children}</div>{scripts}</body></html>
    )}
  />
));`,
        ),
        file('tsconfig.json', '{ "compilerOptions": { "jsx": "preserve", "jsxImportSource": "solid-js" } }'),
      ],
    },
    files: filesOf('SolidStart', 'src/fleet.server.ts'),
    build: 'vite build',
    servers: { production: 'node .output/server/index.mjs' },
  },
  {
    name: 'TanStack Start',
    application: {
      packages: `@tanstack/react-start @tanstack/react-router @vitejs/plugin-react vite ${REACT}`,
      files: [
        viteConfig(
          "import { tanstackStart } from '@tanstack/react-start/plugin/vite';\nimport react from '@vitejs/plugin-react';",
          'tanstackStart(), react()',
        ),
        file(
          'src/router.tsx',
          `
import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen';
export const getRouter = () => createRouter({ routeTree });`,
        ),
        file(
          'src/routes/__root.tsx',
          `
import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router';
export const Route = createRootRoute({ component: Root });
function Root() {
  return <html lang="en"><head><HeadContent /></head><body><Outlet /><Scripts /></body></html>;
}`,
        ),
      ],
    },
    files: filesOf('TanStack Start', 'src/fleet.server.ts', 'src/database-page.tsx'),
    build: 'vite build',
    servers: { production: 'vite preview --port' },
  },
  {
    name: 'Angular',
    // The version of the command is the version of the packages that it writes.
    application: {
      scaffold:
        '@angular/cli@$(npm view @angular/ssr version) new app --ssr --skip-install --skip-git --defaults --style css --ai-config none',
    },
    files: filesOf('Angular', 'src/fleet.server.ts'),
    merged: { parts: mergedParts('docs/recipes.md', 'Angular'), before: 'app.use(' },
    build: 'npm run build',
    servers: { production: 'NG_ALLOWED_HOSTS=localhost node dist/app/server/server.mjs' },
  },
  {
    name: 'Plain HTML',
    application: { packages: 'srvx', files: [] },
    files: filesOf('Plain HTML', 'fleet.server.ts'),
    build: 'cp -r node_modules/fleetglass/dist public/fleetglass',
    pathOf: (id) => `/?id=${id}`,
    notFound: 'in the page',
    servers: { production: 'node server.ts' },
  },
];
