import { describeServerRendering } from '../../contract/bindings/describe-server-rendering.js';
import { renderSceneToString } from './render-scene-to-string.js';

describeServerRendering('Solid', renderSceneToString);
