import { renderToString } from 'preact-render-to-string';
import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import { pageOf } from '../preact/preact-binding.js';
import { PartOfPage } from './part-of-page.js';

describeServerRendering('Preact signals', (scene) => renderToString(pageOf(scene, PartOfPage)));
