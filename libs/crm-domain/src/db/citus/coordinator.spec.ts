import pg from 'pg';
import { atNode } from './coordinator.js';

describe('the address of another node', () => {
  it.each([
    ['postgres://crm:secret@first.example.com:5432/crm?sslmode=disable', 'second.example.com', 'second.example.com'],
    ['postgres://crm:secret@first.example.com/crm', '2001:db8::7', '2001:db8::7'],
    ['postgres://crm:secret@[2001:db8::1]:5432/crm', '192.0.2.7', '192.0.2.7'],
    ['postgres://crm:secret@first.example.com/crm?host=other.example.com&port=1', '192.0.2.7', '192.0.2.7'],
    ['postgres://crm:secret@first.example.com/crm?host=%2Fvar%2Frun', '::1', '::1'],
  ])('takes the host and port out of %s', (address, node, host) => {
    const client = new pg.Client({ connectionString: atNode(address, node, 5433) });
    expect(client).toMatchObject({ host, port: 5433, user: 'crm', password: 'secret', database: 'crm' });
  });
});
