import { referenceType } from './reference.js';

export const recordReference = referenceType({ type: 'record-reference', limitsTargets: true });
