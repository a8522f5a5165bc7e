import { describeBinding } from '../../contract/bindings/describe-binding.js';
import { solid } from './solid-binding.js';

describeBinding(solid);
