import { CHOICE, type Endpoint } from './endpoint.js';

const READ = { needs: 'read:data' } as const;

/** Files with the data of a workspace. */
export const EXPORT_ENDPOINTS: readonly Endpoint[] = [
  {
    operation: 'List exports',
    method: 'GET',
    path: '/v1/exports',
    ...READ,
    data: ['Export'],
    errors: [401, 403, 500],
  },
  {
    operation: 'Export records',
    method: 'POST',
    path: '/v1/exports',
    ...READ,
    body: ['object', 'view', 'workspace', 'format', 'fields', 'bom', 'escape_formulas'],
    required: ['format'],
    data: 'Export',
    errors: [400, 401, 403, 404, 409, 500],
  },
  { operation: 'Get an export', method: 'GET', path: '/v1/exports/{export}', ...READ, data: 'Export', ...CHOICE },
  {
    operation: 'Cancel an export',
    method: 'POST',
    path: '/v1/exports/{export}/cancel',
    ...READ,
    data: 'Export',
    ...CHOICE,
  },
];
