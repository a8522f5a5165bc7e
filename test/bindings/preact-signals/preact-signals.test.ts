import { describeBinding } from '../../contract/bindings/describe-binding.js';
import { createPreactBinding } from '../preact/preact-binding.js';
import { PartOfPage } from './part-of-page.js';

describeBinding(createPreactBinding('Preact signals', PartOfPage));
