import { choiceType } from './choice.js';

export const multiSelect = choiceType({ type: 'multi-select', several: 'always', field: 'option' });
