import type { TestProjectInlineConfiguration } from 'vitest/config';
import { chromium } from '../chromium.js';

/** The tests of dashboard components, each mounted by itself in Chromium. */
export function dashboardProject(root: string): TestProjectInlineConfiguration {
  return chromium(root, {
    name: 'page-dashboard',
    include: ['test/browser/dashboard/**/*.test.tsx'],
    packages: [
      'react',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-dom',
      'react-dom/client',
      'uplot',
      'axe-core',
    ],
  });
}
