/**
 * A body for each operation that takes one, by its operation id. Each is accepted as it stands: those for records fit
 * every object that has a `name`, so people, companies, deals and all that are made. A test sends them.
 */
export const REQUEST_EXAMPLES: Record<string, object> = {
  'objects.create': { slug: 'projects', singular_noun: 'Project', plural_noun: 'Projects' },
  'objects.update': { singular_noun: 'Client', plural_noun: 'Clients' },
  'attributes.create': {
    slug: 'priority',
    title: 'Priority',
    type: 'select',
    options: [{ title: 'Low' }, { title: 'High' }],
  },
  'attributes.update': { title: 'Urgency', description: 'How soon somebody should call.' },
  'options.create': { title: 'Enterprise' },
  'options.update': { title: 'Large enterprise' },
  'stages.create': { title: 'Contract sent', config: { is_closed: false } },
  'stages.update': { title: 'Contract signed', config: { is_closed: true, is_won: true } },
  'persons.export': { email: 'grace@example.com' },
  'persons.erase': { email: 'grace@example.com', dry_run: true },
  'exports.create': { object: 'people', format: 'csv', fields: ['name', 'email_addresses'] },
  'records.create': { data: { name: 'Quiet Harbour' } },
  'records.upsert': { data: { name: 'Ada Example', email_addresses: ['ada@example.com'] } },
  'records.update': { data: { name: 'Quiet Harbour' } },
  'batches.ofObject': {
    mode: 'each',
    items: [
      { op: 'create', data: { name: 'Quiet Harbour' } },
      { op: 'create', data: { name: 'Busy Pier' }, ref: 'busy' },
    ],
  },
  'batches.ofObjects': {
    mode: 'atomic',
    items: [
      { op: 'upsert', object: 'companies', match: 'domains', data: { domains: ['harbour.example.com'] } },
      { op: 'create', object: 'people', data: { company: { match: { domains: 'harbour.example.com' } } } },
    ],
    format: 'concise',
  },
  'imports.create': { object: 'people', file_name: 'contacts.csv', bytes: 52 },
  'imports.read': { encoding: 'windows-1252', separator: ';' },
  'imports.check': { match: 'email_addresses', columns: [{ column: 'Email', attribute: 'email_addresses' }] },
  'imports.run': { match: 'email_addresses', columns: [{ column: 'Email', attribute: 'email_addresses' }] },
  'merges.merge': {
    into: '0197f000-0000-7000-8000-00000000000a',
    from: ['0197f000-0000-7000-8000-00000000000b'],
    values: { name: 'Quiet Harbour' },
  },
  'records.query': {
    query: 'harbour',
    filter: [{ attribute: 'name', operator: 'contains', value: 'Harbour' }],
    sort: { attribute: 'created_at', direction: 'desc' },
    limit: 25,
  },
  'records.aggregate': {
    group_by: [{ attribute: 'created_at', bucket: 'month' }],
    measures: [{ function: 'count' }],
    order: 'natural',
  },
  'records.getMany': { ids: ['0197f000-0000-7000-8000-00000000000a'], fields: ['name'], format: 'concise' },
  'undo.undo': { api_key_id: '0197c2a0-0000-7000-8000-000000000004', from: '2026-11-23T08:00:00Z' },
  'search.find': { query: 'quiet harbour', objects: ['people', 'companies'], limit: 5 },
  'views.create': {
    slug: 'large-companies',
    title: 'Large companies',
    object: 'companies',
    query: {
      filter: [{ attribute: 'employee_count', operator: 'gte', value: 100 }],
      sort: { attribute: 'employee_count', direction: 'desc' },
      fields: ['name', 'employee_count'],
    },
  },
  'views.update': {
    title: 'Very large companies',
    query: { filter: [{ attribute: 'employee_count', operator: 'gte', value: 1000 }] },
  },
  'conversations.update': { read: true, starred: true },
  'blocks.create': { channel: 'gmail', address: 'offers@example.com' },
  'drafts.create': {
    channel: 'gmail',
    to: ['ines@example.com'],
    subject: 'The new pier',
    body: 'When can we meet?',
  },
  'drafts.update': { body: 'Can we meet on Tuesday?' },
  'webhooks.create': {
    url: 'https://crm.example/events',
    kinds: ['record.created', 'record.updated'],
    object: 'people',
  },
  'webhooks.update': { description: 'For the newsletter', kinds: ['record.created'] },
  'webhooks.replay': { after: 0 },
  'automations.create': {
    name: 'Welcome new companies',
    kind: 'record.created',
    object: 'companies',
    condition: [{ attribute: 'employee_count', operator: 'gte', value: 100 }],
    actions: [{ type: 'set_values', values: { description: 'A large one' } }],
  },
  'automations.update': { name: 'Welcome large companies', status: 'disabled' },
};
