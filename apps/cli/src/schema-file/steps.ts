import { isDeepStrictEqual } from 'node:util';
import type { Domain } from '#crm-domain';
import type { WebhookInput } from '#crm-domain/events';
import { attributeSteps } from './attribute-steps.js';
import { entryOf } from './schema-file.js';
import { differing, type Comparison, type Step } from './step.js';

type ViewInput = Parameters<Domain['views']['create']>[1];

/** What has to be done so that everything in the file is there. What the file does not name stays as it is. */
export function stepsTo(comparison: Comparison): Step[] {
  return [
    ...objectSteps(comparison),
    ...attributeSteps(comparison),
    ...viewSteps(comparison),
    ...webhookSteps(comparison),
    ...automationSteps(comparison),
    // Last: an archived object or attribute takes no changes, and others may have used it until now.
    ...archiveSteps(comparison),
  ];
}

function objectSteps({ present, wanted }: Comparison): Step[] {
  return Object.entries(wanted.objects).flatMap(([slug, { singular_noun, plural_noun, archived }]) => {
    const held = entryOf(present.file.objects, slug);
    const nouns = { singular_noun, plural_noun };
    const place = ['objects', slug];
    if (!held) {
      return {
        text: `add the object ${slug}`,
        place,
        run: ({ domain, actor }) => domain.objects.create(actor, { slug, ...nouns }),
      } satisfies Step;
    }
    const changed = differing({ ...held, attributes: {} }, { ...held, ...nouns, attributes: {} }, isDeepStrictEqual);
    const restored = held.archived && !archived;
    const fields = [...Object.keys(changed), ...(restored ? ['archived'] : [])];
    if (fields.length === 0) return [];
    return {
      text: `change the object ${slug}: ${fields.join(', ')}`,
      object: slug,
      place,
      run: ({ domain, actor }) =>
        domain.objects.update(actor, slug, { ...nouns, ...(restored && { archived_at: null }) }),
    } satisfies Step;
  });
}

function archiveSteps({ present, wanted }: Comparison): Step[] {
  return Object.entries(wanted.objects).flatMap(([object, { archived, attributes }]) => {
    const held = entryOf(present.file.objects, object);
    const steps: Step[] = Object.entries(attributes)
      .filter(([slug, entry]) => entry.archived && !entryOf(held?.attributes, slug)?.archived)
      .map(([slug]) => ({
        text: `archive the attribute ${object}.${slug}`,
        object,
        place: ['objects', object, 'attributes', slug],
        run: ({ domain, actor }) =>
          domain.attributes.update(actor, object, slug, { archived_at: new Date().toISOString() }),
      }));
    if (archived && !held?.archived) {
      steps.push({
        text: `archive the object ${object}`,
        object,
        place: ['objects', object],
        run: ({ domain, actor }) => domain.objects.update(actor, object, { archived_at: new Date().toISOString() }),
      });
    }
    return steps;
  });
}

function viewSteps({ present, wanted }: Comparison): Step[] {
  return Object.entries(wanted.views).flatMap(([slug, view]) => {
    const held = entryOf(present.file.views, slug);
    if (isDeepStrictEqual(held, view)) return [];
    const { title, object } = view;
    const place = ['views', slug];
    const query = view.query as ViewInput['query'];
    if (!held) {
      return {
        text: `add the view ${slug}`,
        place,
        run: ({ domain, actor }) => domain.views.create(actor, { slug, title, object, query }),
      } satisfies Step;
    }
    // A view of another object stays as it is, and the check at the end says so.
    return {
      text: `change the view ${slug}`,
      place,
      run: ({ domain, actor }) => domain.views.update(actor, slug, { title, query }),
    } satisfies Step;
  });
}

function webhookSteps({ present, wanted }: Comparison): Step[] {
  return Object.entries(wanted.webhooks).flatMap(([key, webhook]) => {
    const held = entryOf(present.file.webhooks, key);
    if (isDeepStrictEqual(held, webhook)) return [];
    const input: WebhookInput & { url: string } = { ...webhook, description: key === webhook.url ? null : key };
    const id = present.webhooks.get(key);
    return {
      text: `${id ? 'change' : 'add'} the webhook ${key}`,
      place: ['webhooks', key],
      async run({ domain, actor, seal }) {
        if (id) return domain.webhooks.update(actor, id, input);
        const { status, ...rest } = input;
        const made = await domain.webhooks.create(actor, rest, seal);
        if (status === 'disabled') await domain.webhooks.update(actor, made.id.webhook_id, { status });
        return made;
      },
    } satisfies Step;
  });
}

function automationSteps({ present, wanted }: Comparison): Step[] {
  return Object.entries(wanted.automations).flatMap(([name, automation]) => {
    if (isDeepStrictEqual(entryOf(present.file.automations, name), automation)) return [];
    const id = present.automations.get(name);
    return {
      text: `${id ? 'change' : 'add'} the automation ${name}`,
      place: ['automations', name],
      async run({ domain, actor }) {
        const webhooks = await domain.webhooks.list(actor);
        const actions = automation.actions.map((action) => {
          if (action.type !== 'call_webhook') return action;
          const called = webhooks.find(({ url, description }) => (description ?? url) === action.webhook);
          return { type: action.type, webhook_id: called?.id.webhook_id ?? action.webhook };
        });
        const input = { ...automation, name, actions };
        return id ? domain.automations.update(actor, id, input) : domain.automations.create(actor, input);
      },
    } satisfies Step;
  });
}
