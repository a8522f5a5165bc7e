import { describeBinding } from '../../contract/bindings/describe-binding.js';
import { createPreactBinding } from '../preact/preact-binding.js';
import { PartOfPage } from './part-of-page.js';

// The functions that wait are those for hooks.
describeBinding({ ...createPreactBinding('Preact signals', PartOfPage), waits: false });
