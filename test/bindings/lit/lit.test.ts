import { describeBinding } from '../../contract/bindings/describe-binding.js';
import { lit } from './lit-binding.js';

describeBinding(lit);
