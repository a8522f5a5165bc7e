import { renderToString } from 'react-dom/server';
import { renderToReadableStream } from 'react-dom/server.browser';
import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import { pageOf } from './react-binding.js';

describeServerRendering('React', (scene) => renderToString(pageOf(scene)), {
  async renderAsync(scene) {
    const stream = await renderToReadableStream(pageOf(scene));
    await stream.allReady;
    return new Response(stream).text();
  },
});
