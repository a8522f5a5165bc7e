import { renderToString } from 'react-dom/server';
import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import { pageOf } from './react-binding.js';

describeServerRendering('React', (scene) => renderToString(pageOf(scene)));
