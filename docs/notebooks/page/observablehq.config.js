// The configuration of the page for Observable Framework.
export default {
  root: 'src',
  output: 'dist',
  title: 'A live fleet',
  search: false,
  // The default style sheets load fonts from another site.
  globalStylesheets: [],
};
