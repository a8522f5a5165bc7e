// For a compiler that does not read components; vue-tsc does, and needs none of this.
declare module '*.vue' {
  import type { Component } from 'vue';
  const component: Component;
  export default component;
}
