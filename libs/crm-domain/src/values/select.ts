import { choiceType } from './choice.js';

export const select = choiceType({ type: 'select', several: 'never', field: 'option' });
