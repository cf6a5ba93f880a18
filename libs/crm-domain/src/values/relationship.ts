import { referenceType } from './reference.js';

export const relationship = referenceType('relationship');
