import { referenceType } from './reference.js';

export const relationship = referenceType({ type: 'relationship', hasOtherSide: true });
