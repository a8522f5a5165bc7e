import { describeBinding } from '../../contract/bindings/describe-binding.js';
import { preact } from './preact-binding.js';

describeBinding(preact);
