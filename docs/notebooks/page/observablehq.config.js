import { keepVersions } from './kept-versions.js';

const root = 'src';
keepVersions(root);

/** The configuration of the page for Observable Framework. */
export default {
  root,
  output: 'dist',
  title: 'A live fleet',
  pages: [],
  pager: false,
  toc: false,
  // Without an icon, browsers ask for /favicon.ico.
  head: '<link rel="icon" href="data:,">',
  // The default style sheets load fonts from another site.
  globalStylesheets: [],
  // The default footer links to another site.
  footer: '',
};
