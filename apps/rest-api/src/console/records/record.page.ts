import type { ReadableRecord, RecordStory } from '#crm-domain';
import type { Person } from '#crm-domain/people';
import type { ChangedRow } from '#crm-domain/events';
import { moment } from '../layout/dates.js';
import { html, type Markup } from '../layout/html.js';
import { page } from '../layout/page.js';

type ReadableAttribute = ReadableRecord['attributes'][number];

/** From here on a value takes the whole width. */
const LONG = 60;
const MAX_SHOWN = 100;
/** Characters of values on one page: more than anybody reads, and drawn in a few milliseconds. */
const MAX_TEXT = 200_000;

/** A record to be read: its values, the records that it refers to as links, and what happened to it. */
export function recordPage(person: Person, workspaceId: string, { record, changes, hasMore }: RecordStory): string {
  const { object, created_at, updated_at } = record;
  const { attributes, isCut } = withinPage(record.attributes);
  const content = html`
    <p class="soft">
      ${object.noun}, created ${moment(created_at)}${updated_at !== created_at && html`, changed ${moment(updated_at)}`}
    </p>
    <section class="card" aria-label="Values">
      ${
        attributes.length > 0
          ? html`<dl class="values">${attributes.map((each) => attributeOf(workspaceId, each))}</dl>`
          : html`<p class="soft">No values.</p>`
      }
      ${isCut && html`<p class="soft small">The values are longer than a page shows. The REST API has all of them.</p>`}
    </section>
    <section aria-label="Timeline">
      <h2>Timeline</h2>
      ${
        changes.length > 0
          ? html`<ul class="timeline">
              ${changes.map(changeOf)}
            </ul>`
          : html`<p class="soft">Nothing is kept of what happened before.</p>`
      }
      ${hasMore && html`<p class="soft small">Older entries are in the REST API.</p>`}
    </section>
  `;
  return page({ title: record.name ?? `${object.noun} without a name`, content, person });
}

/** As many of the values as a page shows, the last of them cut. */
function withinPage(all: readonly ReadableAttribute[]): { attributes: ReadableAttribute[]; isCut: boolean } {
  let left = MAX_TEXT;
  const attributes = all.map((attribute) => {
    const values = attribute.values.map((value, at) => {
      if (at >= MAX_SHOWN) return value;
      const text = value.text.length > left ? `${value.text.slice(0, Math.max(0, left)).toWellFormed()}…` : value.text;
      left -= value.text.length;
      return { ...value, text };
    });
    return { ...attribute, values };
  });
  return { attributes, isCut: left < 0 };
}

function attributeOf(workspaceId: string, { title, values }: ReadableAttribute): Markup {
  const isLong = values.length > 3 || values.some(({ text }) => text.length > LONG);
  const rest = values.length - MAX_SHOWN;
  return html`<div class="${isLong ? 'full' : 'wide'}">
    <dt>${title}</dt>
    <dd>
      ${values.slice(0, MAX_SHOWN).map((value) => valueOf(workspaceId, value))}
      ${rest > 0 && html`<span class="value soft">and ${rest} more</span>`}
    </dd>
  </div>`;
}

function valueOf(workspaceId: string, { text, target }: ReadableAttribute['values'][number]): Markup {
  if (!target) return html`<span class="value">${text}</span>`;
  const path = [workspaceId, target.object, target.record_id].map(encodeURIComponent).join('/');
  return html`<span class="value"><a href="/console/records/${path}">${text}</a></span>`;
}

const KINDS: Record<string, string> = {
  'record.created': 'Created',
  'record.updated': 'Changed',
  'record.trashed': 'Moved to the trash',
  'record.restored': 'Restored from the trash',
  'record.merged': 'Others were merged into it',
  'record.unmerged': 'A merge was undone',
};

function changeOf({ kind, occurred_at, actor_name, slugs }: ChangedRow): Markup {
  const names = kind === 'record.updated' ? slugs.join(', ') : '';
  return html`<li>
    <span>${KINDS[kind] ?? kind}${names && html`: <code>${names}</code>`}</span>
    <span class="soft small">${moment(occurred_at.toISOString())} by ${actor_name ?? 'somebody unknown'}</span>
  </li>`;
}
