import { describeBinding } from '../../contract/bindings/describe-binding.js';
import { svelte } from './svelte-binding.js';

describeBinding(svelte);
