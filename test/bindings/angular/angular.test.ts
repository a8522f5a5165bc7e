import { describeBinding } from '../../contract/bindings/describe-binding.js';
import { angular } from './angular-binding.js';

describeBinding(angular);
