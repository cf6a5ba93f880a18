import { randomUUID } from 'node:crypto';
import { trustedClaim, type Caller, type RecordWire } from '#crm-domain';
import { World } from '../support/world.js';
import { Visitor } from './support/visitor.js';

let world: World;
let ada: Visitor;
let service: Caller;
let company: RecordWire;
let person: RecordWire;
beforeAll(async () => {
  world = await World.start();
  ada = await Visitor.signedIn(world, world.ada);
  service = trustedClaim(world.north.workspace_id, { origin: 'cli', request_id: '' });
  company = await create('companies', { name: 'Quiet <Harbour>', domains: ['quiet-harbour.example.com'] });
  person = await create('people', { name: 'Ines Example', company: { id: company.id.record_id } });
});
afterAll(() => world.stop());

const create = (object: string, data: object) =>
  world.domain.recordWriter.create(service, object, { data, path: 'data' });
const pathTo = (object: string, record: string, workspace = world.north.workspace_id) =>
  `/console/records/${workspace}/${object}/${record}`;
const textOf = (page: string) =>
  page
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('the page of a record', () => {
  it('shows its values, what it refers to as a link, and what happened to it, the newest first', async () => {
    const at = { object: 'people', record: person.id.record_id };
    await world.domain.recordWriter.update(service, at, { data: { job_title: 'Pilot' }, path: 'data' });
    const page = await ada.read(pathTo('people', person.id.record_id));
    expect(page).toContain('<h1 >Ines Example</h1>');
    expect(textOf(page)).toMatch(/Name Ines Example Job title Pilot Company Quiet &lt;Harbour&gt; Timeline/);
    expect(page).toContain(`<a href="${pathTo('companies', company.id.record_id)}">Quiet &lt;Harbour&gt;</a>`);
    expect(textOf(page)).toMatch(/Timeline Changed: job_title .* by .* Created .* by /);
    const linked = await ada.read(pathTo('companies', company.id.record_id));
    expect(textOf(linked)).toContain('Quiet &lt;Harbour&gt; Company, created');
  });

  it('shows two hundred thousand characters of values, and says that there are more', async () => {
    const actor = await world.domain.access.authorize(service, 'write:schema');
    await world.domain.objects.create(actor, { slug: 'essays', singular_noun: 'Essay', plural_noun: 'Essays' });
    const slugs = Array.from({ length: 12 }, (_, at) => `part_${at}`);
    for (const slug of slugs)
      await world.domain.attributes.create(actor, 'essays', { slug, title: slug, type: 'text' });
    const ofParts = (text: string) => Object.fromEntries(slugs.map((slug) => [slug, text.repeat(19_000)]));
    const { id } = await create('essays', ofParts('x'));
    const at = { object: 'essays', record: id.record_id };
    for (const text of ['y', 'z'])
      await world.domain.recordWriter.update(service, at, { data: ofParts(text), path: 'data' });
    const page = textOf(await ada.read(pathTo('essays', id.record_id)));
    expect(page.match(/z/g)).toHaveLength(200_001);
    expect(page).toContain(`part_10 ${'z'.repeat(10_000)}… part_11 … The values are longer than a page shows.`);
    expect(page).toMatch(/Timeline Changed: part_0, .*, part_11 .* Changed: part_0, .*, part_11 .* Created /);
    expect(textOf(await ada.read(pathTo('people', person.id.record_id)))).not.toContain('longer than a page');
  });

  it('takes the slug of the record as well, and changes nothing', async () => {
    const page = await ada.get(pathTo('people', person.slug));
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await page.text()).match(/<form/g)).toHaveLength(1);
  });

  it('is no page of who belongs to another workspace, and of no record that is not there', async () => {
    const cleo = await Visitor.signedIn(world, world.cleo);
    const missing = await cleo.get(pathTo('people', person.id.record_id, randomUUID()));
    const foreign = await cleo.get(pathTo('people', person.id.record_id));
    expect([foreign.status, await foreign.text()]).toEqual([404, await missing.text()]);
    const own = await cleo.get(pathTo('people', person.id.record_id, world.south.workspace_id));
    expect(own.status).toBe(404);
    for (const id of [randomUUID(), company.id.record_id, 'nonsense'])
      expect((await ada.get(pathTo('people', id))).status).toBe(404);
  });

  it('asks for a sign-in and comes back to the record', async () => {
    const path = pathTo('people', person.id.record_id);
    const { status, headers } = await new Visitor(world).get(path);
    expect(status).toBe(303);
    expect(headers.get('location')).toContain(`return_to=${encodeURIComponent(path)}`);
  });

  it('is closed to who has left the workspace', async () => {
    const gone = await ada.get(pathTo('people', person.id.record_id));
    expect(gone.status).toBe(200);
    await world.sql('delete from membership where user_id = $1', [world.ada.user_id]);
    expect((await ada.get(pathTo('people', person.id.record_id))).status).toBe(404);
  });
});
