import { renderToString, renderToStringAsync } from 'preact-render-to-string';
import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import { pageOf } from './preact-binding.js';

describeServerRendering('Preact', (scene) => renderToString(pageOf(scene)), {
  renderAsync: async (scene) => renderToStringAsync(pageOf(scene)),
});
