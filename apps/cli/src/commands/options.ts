import { uuid } from '../checks.js';

/** The workspace a command works on. */
export const workspace = { value: '<uuid>', about: 'The workspace', required: true, check: uuid } as const;
