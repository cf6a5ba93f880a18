import type { ReadableRecord } from '#crm-domain';
import type { Person } from '#crm-domain/people';
import type { EventWire } from '#crm-domain/events';
import { moment } from '../layout/dates.js';
import { html, type Markup } from '../layout/html.js';
import { page } from '../layout/page.js';
import type { RecordStory } from './own-records.js';

type ReadableAttribute = ReadableRecord['attributes'][number];

/** From here on a value takes the whole width. */
const LONG = 60;
const MAX_SHOWN = 100;

/** A record to be read: its values, the records that it refers to as links, and what happened to it. */
export function recordPage(person: Person, workspaceId: string, { record, events, hasMore }: RecordStory): string {
  const { object, attributes, created_at, updated_at } = record;
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
    </section>
    <section aria-label="Timeline">
      <h2>Timeline</h2>
      ${
        events.length > 0
          ? html`<ul class="timeline">
              ${events.map(eventOf)}
            </ul>`
          : html`<p class="soft">Nothing is kept of what happened before.</p>`
      }
      ${hasMore && html`<p class="soft small">Older entries are in the REST API.</p>`}
    </section>
  `;
  return page({ title: record.name ?? `${object.noun} without a name`, content, person });
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

function eventOf({ kind, occurred_at, actor, changes = [] }: EventWire): Markup {
  const names = kind === 'record.updated' ? changes.map(({ attribute_slug }) => attribute_slug).join(', ') : '';
  return html`<li>
    <span>${KINDS[kind] ?? kind}${names && html`: <code>${names}</code>`}</span>
    <span class="soft small">${moment(occurred_at)} by ${actor.name ?? 'somebody unknown'}</span>
  </li>`;
}
