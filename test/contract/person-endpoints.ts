import { CHOICE, type Endpoint } from './endpoint.js';

const READ = { needs: 'read:data', people: true } as const;

/** Giving out and erasing a person, for admins. */
export const PERSON_ENDPOINTS: readonly Endpoint[] = [
  {
    operation: 'Export a person',
    method: 'POST',
    path: '/v1/persons/export',
    ...READ,
    body: ['email'],
    required: ['email'],
    data: 'Export',
    errors: [400, 401, 403, 409, 500],
  },
  {
    operation: 'Erase a person',
    method: 'POST',
    path: '/v1/persons/erase',
    ...READ,
    query: ['dry_run', 'expect_digest'],
    body: ['email', 'also', 'dry_run', 'expect_digest'],
    required: ['email'],
    data: 'Erasure',
    errors: [400, 401, 403, 404, 409, 500],
  },
  {
    operation: 'List erasures',
    method: 'GET',
    path: '/v1/persons/erasures',
    ...READ,
    data: ['Erasure'],
    errors: [401, 403, 500],
  },
  {
    operation: 'Get an erasure',
    method: 'GET',
    path: '/v1/persons/erasures/{erasure}',
    ...READ,
    data: 'Erasure',
    ...CHOICE,
  },
];
