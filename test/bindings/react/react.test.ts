import { inject } from 'vitest';
import { describeBinding } from '../../contract/bindings/describe-binding.js';
import { react, strictReact } from './react-binding.js';

describeBinding(strictReact);
// React 18 suspends in another way, which strict mode and `rendering.test.ts` show.
if (inject('react') === undefined) describeBinding(react);
