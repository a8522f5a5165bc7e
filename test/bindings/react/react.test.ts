import { describeBinding } from '../../contract/bindings/describe-binding.js';
import { react, strictReact } from './react-binding.js';

describeBinding(react);
describeBinding(strictReact);
