import { describeBinding } from '../../contract/bindings/describe-binding.js';
import { vue } from './vue-binding.js';

describeBinding(vue);
