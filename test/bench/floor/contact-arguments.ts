import { newId } from '#platform';
import type { Contact, change } from '../dataset/contact.js';
import type { ObjectSchema, RecordRow } from '../product.js';
import { ContactEvents } from './contact-event.js';

type Args = Record<string, unknown>;

/**
 * Turns bodies into the product's statement arguments with what is known of contacts beforehand: no types, no checks.
 */
export class ContactArguments {
  private readonly no: Record<string, number> = {};
  private readonly id: Record<string, string> = {};
  private readonly choice = new Map<string, string>();
  private readonly title = new Map<string, string>();
  private readonly events: ContactEvents;

  constructor(
    object: ObjectSchema,
    private readonly companiesId: string,
    private readonly tag: string,
  ) {
    this.events = new ContactEvents(object);
    for (const { slug, attr_no, attribute_id, choices } of object.attributes) {
      this.no[slug] = attr_no;
      this.id[slug] = attribute_id;
      for (const choice of choices) this.choice.set(choice.title, choice.choice_id).set(choice.choice_id, choice.title);
    }
  }

  create(data: Contact, via: object, heard = true): Args {
    const { no, id } = this;
    const vals = this.document(data);
    const company = data.company.id;
    const email = (vals[no.email!] as { email_address: string }).email_address;
    const lower = (text: string) => text.toLowerCase().slice(0, 64);
    return {
      record_id: newId(),
      label: data.name,
      ...this.asStored(vals),
      via: JSON.stringify(via),
      targets: [company],
      targetObjects: [this.companiesId],
      members: [data.owner.id],
      companyNo: [no.company],
      textIds: [id.name, id.email, id.phone, id.title, id.bio, id.budget],
      texts: [
        lower(data.name),
        email,
        data.phone,
        lower(data.title),
        lower(data.bio),
        lower(data.budget.currency_code),
      ],
      numberIds: [id.birthday, id.last_seen, id.score, id.budget],
      numbers: [
        seconds(data.birthday),
        seconds(data.last_seen),
        String(data.score),
        String(data.budget.currency_value),
      ],
      refIds: [id.stage, id.tags, id.tags, id.owner, id.company],
      refs: [vals[no.stage!], ...(vals[no.tags!] as string[]), data.owner.id, company],
      uniqueIds: [id.email],
      uniques: [email],
      handleKinds: ['email', 'phone'],
      handles: [email, data.phone.slice(1)],
      handleIds: [id.email, id.phone],
      eventData: heard ? this.events.data(Object.keys(data), {}, vals) : null,
      lexemes: this.lexemes(vals),
    };
  }

  /** A change of title and score of a record that was read. */
  update(row: RecordRow & { now: Date }, data: ReturnType<typeof change>, authorId: string): Args {
    const { no, id } = this;
    const [title, score] = [no.title!, no.score!];
    const stamp = [row.now.getTime(), 'api-key', authorId, row.rev + 1];
    const vals = { ...row.vals, [title]: data.title, [score]: data.score };
    const meta = { ...row.meta, [title]: stamp, [score]: stamp };
    const first = [row.created_at.getTime(), row.created_by_type, row.created_by_id, 1];
    const old = [title, score].map((each) => (row.meta?.[each] as unknown[]) ?? first);
    const from = (text: unknown) => [String(text).toLowerCase().slice(0, 64)];
    return {
      record_id: row.record_id,
      rev: row.rev,
      label: row.label,
      targets: row.refs,
      now: row.now,
      ...this.asStored(vals),
      meta,
      metaJson: JSON.stringify(meta),
      change_id: newId(),
      nos: [title, score],
      untils: [row.now, row.now],
      froms: old.map((each) => new Date(each[0] as number)),
      types: old.map((each) => each[1]),
      authors: old.map((each) => each[2]),
      vias: old.map((each) => JSON.stringify(each[3])),
      olds: [JSON.stringify(row.vals[title]), JSON.stringify(row.vals[score])],
      textIds: [id.title],
      oldTexts: from(row.vals[title]),
      texts: from(data.title),
      uniqueIds: [id.title, id.score],
      oldUniques: [String(row.vals[title]).toLowerCase(), String(row.vals[score])],
      numberIds: [id.score],
      oldNumbers: [String(row.vals[score])],
      numbers: [String(data.score)],
      eventData: this.events.data(Object.keys(data), row.vals, vals),
      lexemes: this.lexemes(vals),
    };
  }

  /** The document and the bytes it counts with: options and the stage count with more than other values. */
  private asStored(vals: Record<string, unknown>): Args {
    const valsJson = JSON.stringify(vals);
    const count = Object.values(vals).reduce<number>((sum, held) => sum + (Array.isArray(held) ? held.length : 1), 0);
    const choices = 1 + (vals[this.no.tags!] as string[]).length;
    return { vals, valsJson, size: Buffer.byteLength(valsJson) + 256 * count + 768 * choices };
  }

  private document(data: Contact): Record<string, unknown> {
    const { no } = this;
    const [local, domain] = data.email.split('@') as [string, string];
    const { line1, city, state, postal_code, country } = data.address;
    return {
      [no.name!]: data.name,
      [no.email!]: {
        email_address: data.email,
        original_email_address: data.email,
        email_domain: domain,
        email_root_domain: domain,
        email_local_specifier: local,
      },
      [no.phone!]: { phone_number: data.phone, country_code: 'US' },
      [no.title!]: data.title,
      [no.bio!]: data.bio,
      [no.birthday!]: data.birthday,
      [no.last_seen!]: data.last_seen,
      [no.score!]: data.score,
      [no.subscribed!]: data.subscribed,
      [no.stage!]: this.choice.get(data.stage),
      [no.tags!]: data.tags.map((title) => this.choice.get(title)),
      [no.budget!]: data.budget,
      [no.owner!]: { id: data.owner.id, type: 'user' },
      [no.company!]: { object_id: this.companiesId, record_id: data.company.id },
      [no.address!]: { line1, city, state, postal_code, country, line2: null, line3: null },
    };
  }

  private lexemes(vals: Record<string, unknown>): string[] {
    const { no } = this;
    const email = vals[no.email!] as { email_address: string };
    const phone = vals[no.phone!] as { phone_number: string };
    const address = vals[no.address!] as Record<string, string>;
    const choices = [vals[no.stage!], ...(vals[no.tags!] as string[])].map((id) => this.choice.get(id as string));
    const text = [
      ...[vals[no.name!], email.email_address, phone.phone_number, vals[no.title!], vals[no.bio!], ...choices],
      ...[address.line1, address.city, address.state, address.postal_code, address.country],
    ];
    const found =
      text
        .join(' ')
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? [];
    return [...new Set(found)].map((word) => this.tag + word);
  }
}

function seconds(time: string): string {
  return String(Date.parse(time) / 1000);
}
