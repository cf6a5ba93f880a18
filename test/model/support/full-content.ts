import type { Caller, Rest } from '../../support/rest.js';
import { arrange } from './arranged-deeds.js';
import type { Deed } from './deeds.js';

/** A workspace in which deeds are done, over HTTP where there is a request for it. What is refused changes nothing. */
export class FullContent {
  private readonly records: string[] = [];
  private readonly people: string[] = [];
  private readonly objects: string[] = [];
  private readonly attributes: string[] = [];
  private readonly users: string[] = [];
  private made = 0;

  private constructor(
    private readonly rest: Rest,
    readonly workspace_id: string,
    private readonly by: Caller,
  ) {}

  static async make(rest: Rest, name: string): Promise<FullContent> {
    const { workspace_id } = await rest.domain.workspaces.create({ name });
    const by = await rest.newCaller(workspace_id, ['read:data', 'write:data', 'write:schema']);
    const content = new FullContent(rest, workspace_id, by);
    await content.addMember('Ada First');
    await by.post('/v1/objects', { slug: 'things', singular_noun: 'Thing', plural_noun: 'Things' }).expect(200);
    const attribute = (body: object) =>
      by.post('/v1/objects/things/attributes', { title: 'Field', ...body }).expect(200);
    await attribute({ type: 'text', slug: 'note' });
    await attribute({ type: 'text', slug: 'code', is_unique: true });
    await attribute({ type: 'text', slug: 'tags', is_multi_select: true });
    await attribute({ type: 'number', slug: 'rank' });
    await attribute({ type: 'currency', slug: 'worth' });
    await attribute({ type: 'actor-reference', slug: 'owner' });
    await attribute({ type: 'select', slug: 'heat', options: [{ title: 'Hot' }, { title: 'Cold' }] });
    const relationship = { target_object_id: 'things', inverse_title: 'Children', cardinality: 'many-to-one' };
    await attribute({ type: 'relationship', slug: 'parent', relationship });
    for (const name of ['One', 'Two', 'Three']) await content.create('things', { name, code: name }, content.records);
    return content;
  }

  async do(deed: Deed): Promise<void> {
    const { at, other } = deed;
    const record = this.records[at % this.records.length];
    const next = this.records[other % this.records.length];
    const object = this.objects[at % this.objects.length];
    const attribute = this.attributes[at % this.attributes.length];
    switch (deed.what) {
      case 'create':
        return this.create('things', this.dataOf(deed), this.records);
      case 'update':
        return void (await this.by.patch(`/v1/records/things/${record}`, { data: this.dataOf(deed) }));
      case 'trash':
      case 'restore':
        return void (await this.by.post(`/v1/records/things/${record}/${deed.what}`));
      case 'delete':
        return this.gone(record, await this.by.delete(`/v1/records/things/${record}`));
      case 'merge':
        return this.gone(next, await this.by.post('/v1/records/things/merge', { into: record, from: [next] }));
      case 'attribute':
        return this.addAttribute(deed);
      case 'archive-attribute':
        return void (await this.by.patch(`/v1/objects/things/attributes/${attribute}`, {
          archived_at: new Date().toISOString(),
        }));
      case 'delete-attribute':
        return void (await this.by.delete(`/v1/objects/things/attributes/${attribute}`));
      case 'option':
        return void (await this.by.post('/v1/objects/things/attributes/heat/options', { title: deed.text }));
      case 'object':
        return this.addObject(deed);
      case 'archive-object':
        return void (await this.by.patch(`/v1/objects/${object}`, { archived_at: new Date().toISOString() }));
      case 'delete-object':
        return void (await this.by.delete(`/v1/objects/${object}`));
      case 'rename':
        return this.rest.domain.workspaces.rename(this.workspace_id, deed.text).catch(() => undefined);
      case 'read-feed':
        return void (await this.by.get('/v1/events?limit=100').expect(200));
      case 'purge':
        await this.rest.domain.purges.run();
        return;
      default:
        return this.doBeside(deed, record);
    }
  }

  /** What has records beside it. */
  private async doBeside(deed: Deed, record: string | undefined): Promise<void> {
    const { text, at } = deed;
    const person = this.people[at % this.people.length];
    const about = [
      ...(record ? [{ type: 'things', id: record }] : []),
      ...(person ? [{ type: 'people', id: person }] : []),
    ];
    switch (deed.what) {
      case 'person': {
        const email_addresses = [`p${++this.made}@example.com`];
        const data = { name: { first_name: text, last_name: 'Example' }, email_addresses, job_title: text };
        return this.create('people', data, this.people);
      }
      case 'note':
        return this.create('notes', { title: text, body: `${text}\n${text}`, about });
      case 'task':
        return this.create('tasks', { title: text, assignee: this.user(at), due_date: '2026-03-01', about });
      case 'activity':
        return this.create('activities', { title: text, duration: Math.abs(deed.number), about });
      case 'view': {
        const filter = [{ attribute: 'note', operator: 'eq', value: text }];
        const body = { slug: `view-${++this.made}`, title: 'View', object: 'things', query: { filter } };
        return void (await this.by.post('/v1/views', body));
      }
      case 'automation': {
        const actions = [{ type: 'set_values', values: { note: text } }];
        const body = { name: text, kind: 'record.created', object: 'things', actions };
        return void (await this.by.post('/v1/automations', body));
      }
      case 'member':
        return this.addMember(text);
      case 'webhook':
        return void (await this.by.post('/v1/webhooks', { url: 'https://hooks.example.com/in', object: 'things' }));
      default:
        return arrange(
          { rest: this.rest, workspace_id: this.workspace_id, user: this.user(at), no: ++this.made },
          deed,
        );
    }
  }

  private async create(object: string, data: object, among?: string[]): Promise<void> {
    const { body } = await this.by.post(`/v1/records/${object}`, { data });
    if (body.data) among?.push((body.data as { id: { record_id: string } }).id.record_id);
  }

  private gone(record: string | undefined, { status }: { status: number }): void {
    const at = this.records.findIndex((id) => id === record);
    if (status === 200 && at >= 0) this.records.splice(at, 1);
  }

  private dataOf({ at, other, text, number }: Deed): object {
    const parent = this.records[other % this.records.length];
    return {
      name: text,
      ...(at % 2 && { note: text, tags: [text, `tag ${other % 3}`] }),
      ...(at % 3 && { code: `code ${other}` }),
      ...(at % 4 && { rank: number, worth: { currency_value: Math.round(number) / 4, currency_code: 'EUR' } }),
      ...(at % 5 === 0 && { owner: this.user(other), heat: 'Hot' }),
      ...(at % 5 === 1 && { note: null, rank: null }),
      ...(parent && other % 2 && { parent: { type: 'things', id: parent } }),
    };
  }

  private async addAttribute({ at, text }: Deed): Promise<void> {
    const slug = `extra_${++this.made}`;
    const types = ['text', 'number', 'date', 'checkbox', 'timestamp', 'email-address'];
    const body = { slug, title: text, type: types[at % types.length] };
    const { status } = await this.by.post('/v1/objects/things/attributes', body);
    if (status === 200) this.attributes.push(slug);
  }

  private async addObject({ text }: Deed): Promise<void> {
    const slug = `more-${++this.made}`;
    const { status } = await this.by.post('/v1/objects', { slug, singular_noun: text, plural_noun: text });
    if (status !== 200) return;
    this.objects.push(slug);
    await this.create(slug, { name: text });
  }

  private async addMember(name: string): Promise<void> {
    const { workspace_id } = this;
    const subject = `member-${workspace_id}-${++this.made}`;
    const role = this.made % 2 ? 'admin' : 'member';
    const email = `m${this.made}@example.com`;
    const added = await this.rest.domain.workspaces
      .addMember({ workspace_id, subject, email, name, role })
      .catch(() => undefined);
    if (added) this.users.push(added.user_id);
  }

  private user(at: number): string {
    return this.users[at % this.users.length]!;
  }
}
