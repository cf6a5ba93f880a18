import { CHOICE, WRITE, type Endpoint } from './endpoint.js';

const IMPORTS = '/v1/imports';
const IMPORT = '/v1/imports/{import}';
const MAPPING = { body: ['match', 'columns'], required: ['columns'] };

/** Files that become records. */
export const IMPORT_ENDPOINTS: readonly Endpoint[] = [
  {
    operation: 'List imports',
    method: 'GET',
    path: IMPORTS,
    needs: 'read:data',
    data: ['Import'],
    errors: [401, 403, 500],
  },
  {
    operation: 'Create an import',
    method: 'POST',
    path: IMPORTS,
    needs: 'write:data',
    body: ['object', 'file_name', 'bytes', 'format', 'encoding', 'separator', 'sheet'],
    required: ['object', 'file_name', 'bytes'],
    data: 'Import',
    ...WRITE,
  },
  { operation: 'Get an import', method: 'GET', path: IMPORT, needs: 'read:data', data: 'Import', ...CHOICE },
  {
    operation: 'Upload a part of a file',
    method: 'PUT',
    path: `${IMPORT}/parts/{part}`,
    needs: 'write:data',
    sends: 'application/octet-stream',
    data: 'Import',
    errors: [400, 401, 403, 404, 409, 413, 500],
  },
  {
    operation: 'Read the file of an import again',
    method: 'POST',
    path: `${IMPORT}/read`,
    needs: 'write:data',
    body: ['encoding', 'separator', 'sheet'],
    data: 'Import',
    ...WRITE,
  },
  {
    operation: 'Check an import',
    method: 'POST',
    path: `${IMPORT}/check`,
    needs: 'write:data',
    ...MAPPING,
    data: 'Import',
    ...WRITE,
  },
  {
    operation: 'Run an import',
    method: 'POST',
    path: `${IMPORT}/run`,
    needs: 'write:data',
    ...MAPPING,
    data: 'Import',
    ...WRITE,
  },
  {
    operation: 'Cancel an import',
    method: 'POST',
    path: `${IMPORT}/cancel`,
    needs: 'write:data',
    data: 'Import',
    ...WRITE,
  },
  {
    operation: 'Get the failed rows of an import',
    method: 'GET',
    path: `${IMPORT}/errors`,
    needs: 'read:data',
    gives: 'text/csv',
    data: '',
    ...CHOICE,
  },
];
