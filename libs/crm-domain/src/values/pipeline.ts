import { choiceType } from './choice.js';

export const pipeline = choiceType({ type: 'pipeline', several: 'never', field: 'stage' });
