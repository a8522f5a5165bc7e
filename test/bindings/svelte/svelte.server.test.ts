import { render } from 'svelte/server';
import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import Page from './page.svelte';

describeServerRendering('Svelte', (scene) => render(Page, { props: scene }).body);
