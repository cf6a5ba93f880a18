import { referenceType } from './reference.js';

export const recordReference = referenceType('record-reference');
