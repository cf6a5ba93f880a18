import { uuid } from '../checks.js';

/** The workspace a command works on. */
export const workspace = { value: '<uuid>', about: 'The workspace', required: true, check: uuid } as const;

/** One account of that workspace. */
export const account = { value: '<uuid>', about: 'The account’s id', required: true, check: uuid } as const;

/** One connection of that workspace. */
export const connection = { value: '<uuid>', about: 'The connection’s id', required: true, check: uuid } as const;

/** Somebody whom the workspace keeps data of. */
export const email = { value: '<address>', about: 'E-mail address of the person', required: true } as const;
