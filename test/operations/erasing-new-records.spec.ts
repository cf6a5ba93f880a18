import { openDomain } from '#auth';
import { trustedClaim, type Caller, type Domain } from '#crm-domain';
import type { ErasureWire } from '#crm-domain/operations';
import { OPERATOR } from '#crm-domain/people';
import { newId } from '#platform';
import { HeldErasure } from '../../libs/crm-domain/src/persons/held-erasure.js';
import { PersonStore } from '../../libs/crm-domain/src/persons/person.store.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';

const EMAIL = 'zelda@quix.example';
const SECOND = 'zq@home.example';
const PHONE = '+4915155512345';

let database: FreshDatabase;
let domain: Domain;
let workspace_id: string;
let caller: Caller;
beforeAll(async () => {
  database = await freshDatabase();
  domain = await openDomain(database.url);
});
beforeEach(async () => {
  ({ workspace_id } = await domain.workspaces.create({ name: 'Quiet Harbour' }));
  caller = trustedClaim(workspace_id, { origin: 'cli', request_id: newId() });
  const actor = await domain.access.authorize(caller, 'write:schema');
  await domain.objects.create(actor, { slug: 'patients', singular_noun: 'Patient', plural_noun: 'Patients' });
  for (const attribute of [
    { title: 'Whole name', slug: 'whole_name', type: 'personal-name' },
    { title: 'E-mail', slug: 'emails', type: 'email-address', is_multi_select: true },
  ])
    await domain.attributes.create(actor, 'patients', attribute);
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  await domain?.close();
  await database?.drop();
});

const made = async (object: string, data: object): Promise<string> =>
  (await domain.recordWriter.create(caller, object, { data: data as never, path: 'data' })).id.record_id;
const aPatient = (...emails: string[]) => made('patients', { whole_name: 'Zelda Patient', emails });
const asked = (more: object = {}) => domain.persons.erase(workspace_id, OPERATOR, { email: EMAIL, ...more });
const recordsOf = async () => {
  const rows = await domain.source.query<{ record_id: string }[]>(
    'select record_id from record where workspace_id = $1',
    [workspace_id],
  );
  return rows.map(({ record_id }) => record_id);
};

async function ended({ id }: ErasureWire): Promise<ErasureWire> {
  for (;;) {
    const waits = 'update person_erasure set lease_until = now() where workspace_id = $1';
    await domain.source.query(waits, [workspace_id]);
    await domain.personEraser.run(id, new AbortController().signal);
    await domain.purges.run();
    const erasure = await domain.persons.get(workspace_id, id.erasure_id);
    if (erasure.finished_at !== null) return erasure;
  }
}

describe('records that are made while a person is erased', () => {
  it('are deleted with the others when they came after the request, and their other addresses are looked for', async () => {
    await made('people', { name: 'Zelda Quixworth', email_addresses: [EMAIL] });
    const erasure = await asked();
    await aPatient(EMAIL, SECOND);
    const company = await made('companies', { name: 'Quiet Harbour', description: `Write to ${SECOND}` });
    const { certificate } = await ended(erasure);
    expect(certificate).toMatchObject({ records: 2, scan: { found: {}, names: {} } });
    expect(await recordsOf()).toEqual([company]);
    const [held] = await domain.source.query<[{ vals: object }]>('select vals from record where record_id = $1', [
      company,
    ]);
    expect(JSON.stringify(held.vals)).toMatch(/Write to erased-[0-9a-f]{8}-2@erased\.invalid/);
  });

  it('keep an address that somebody else has since the request', async () => {
    await made('people', { name: 'Zelda Quixworth', email_addresses: [EMAIL], phone_numbers: [PHONE] });
    const erasure = await asked();
    const other = await made('people', { name: 'Ina Other', phone_numbers: [PHONE] });
    const { certificate } = await ended(erasure);
    expect(certificate).toMatchObject({ records: 1, shared_addresses: 1, scan: { found: {}, names: {} } });
    const [held] = await domain.source.query<[{ vals: object }]>('select vals from record where record_id = $1', [
      other,
    ]);
    expect(JSON.stringify(held.vals)).toContain(PHONE);
  });

  it('are deleted in the next round when they come during the walk', async () => {
    const first = await made('people', { name: 'Zelda Quixworth', email_addresses: [EMAIL] });
    const page = PersonStore.prototype.page;
    let late: string | undefined;
    jest.spyOn(PersonStore.prototype, 'page').mockImplementation(async function (this: PersonStore, ...which) {
      late ??= await aPatient(EMAIL);
      return page.apply(this, which);
    });
    const { certificate } = await ended(await asked());
    expect(certificate).toMatchObject({ records: 2, scan: { found: {}, names: {} } });
    expect(await recordsOf()).toEqual([]);
    expect(late).not.toBe(first);
  });
});

describe('a dry run', () => {
  it.each([
    ['a record', () => aPatient(EMAIL)],
    [
      'an address',
      async (known: string) =>
        domain.recordWriter.update(
          caller,
          { object: 'people', record: known },
          { data: { email_addresses: [EMAIL, SECOND] } as never, path: 'data' },
        ),
    ],
  ])(
    'whose digest is expected lets nothing be erased where %s became theirs after it was compared',
    async (_, more) => {
      const known = await made('people', { name: 'Zelda Quixworth', email_addresses: [EMAIL] });
      const { digest } = await ended(await asked({ dry_run: true }));
      const erasure = await asked({ expect_digest: digest });
      const go = HeldErasure.prototype.go;
      jest.spyOn(HeldErasure.prototype, 'go').mockImplementation(async function (this: HeldErasure, ...to) {
        if (to[0] === 'erase') await more(known);
        return go.apply(this, to);
      });
      const { state, failure } = await ended(erasure);
      expect([state, failure]).toEqual(['failed', expect.stringMatching(/Nothing was erased/)]);
      expect(await recordsOf()).toContain(known);
    },
  );

  it('lists the addresses that would be erased while it runs', async () => {
    await made('people', { name: 'Zelda Quixworth', email_addresses: [EMAIL, SECOND], phone_numbers: [PHONE] });
    const first = await asked({ dry_run: true });
    expect(first.addresses?.toSorted()).toEqual([PHONE, EMAIL, SECOND]);
    expect((await ended(first)).addresses).toBeNull();
    expect((await asked()).addresses).toBeNull();
  });
});
