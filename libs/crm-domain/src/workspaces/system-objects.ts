import { newId } from '#platform';
import type { AttributeRow, StageConfig } from '../objects/schema.js';
import { ME } from '../values/actor-reference.js';
import type { SchemaStore } from '../objects/schema.store.js';

interface AttributeSeed {
  slug: string;
  title: string;
  type: AttributeRow['type'];
  description?: string;
  is_unique?: boolean;
  is_multi_select?: boolean;
  default_value?: string;
  /** Slug of the object a reference points at. */
  target?: string;
  choices?: { title: string; config?: StageConfig }[];
}

interface ObjectSeed {
  slug: string;
  singular_noun: string;
  plural_noun: string;
  /** The first one is the object's display attribute. */
  attributes: AttributeSeed[];
}

const open: StageConfig = { is_closed: false, is_won: false, is_lost: false };
const won: StageConfig = { is_closed: true, is_won: true, is_lost: false };
const lost: StageConfig = { is_closed: true, is_won: false, is_lost: true };

const done: StageConfig = { is_closed: true, is_won: false, is_lost: false };

/** Records of any object that a record is about. */
const about: AttributeSeed = {
  slug: 'about',
  title: 'About',
  type: 'record-reference',
  is_multi_select: true,
  description: 'Records of any object. The timelines of these records show this one.',
};
const body: AttributeSeed = { slug: 'body', title: 'Body', type: 'text' };

/** What a new workspace starts with (decisions: A new workspace). Migration 0029 adds the last three to older ones. */
const SYSTEM_OBJECTS: readonly ObjectSeed[] = [
  {
    slug: 'people',
    singular_noun: 'Person',
    plural_noun: 'People',
    attributes: [
      { slug: 'name', title: 'Name', type: 'personal-name' },
      {
        slug: 'email_addresses',
        title: 'E-mail addresses',
        type: 'email-address',
        is_unique: true,
        is_multi_select: true,
      },
      { slug: 'phone_numbers', title: 'Phone numbers', type: 'phone-number', is_multi_select: true },
      { slug: 'job_title', title: 'Job title', type: 'text' },
      { slug: 'company', title: 'Company', type: 'record-reference', target: 'companies' },
      { slug: 'location', title: 'Location', type: 'location' },
      { slug: 'description', title: 'Description', type: 'text' },
    ],
  },
  {
    slug: 'companies',
    singular_noun: 'Company',
    plural_noun: 'Companies',
    attributes: [
      { slug: 'name', title: 'Name', type: 'name' },
      { slug: 'domains', title: 'Domains', type: 'website', is_unique: true, is_multi_select: true },
      { slug: 'description', title: 'Description', type: 'text' },
      { slug: 'location', title: 'Location', type: 'location' },
      { slug: 'employee_count', title: 'Employees', type: 'number' },
    ],
  },
  {
    slug: 'deals',
    singular_noun: 'Deal',
    plural_noun: 'Deals',
    attributes: [
      { slug: 'name', title: 'Name', type: 'name' },
      {
        slug: 'stage',
        title: 'Stage',
        type: 'pipeline',
        default_value: 'Lead',
        choices: [
          { title: 'Lead', config: open },
          { title: 'Qualified', config: open },
          { title: 'Proposal', config: open },
          { title: 'Negotiation', config: open },
          { title: 'Won', config: won },
          { title: 'Lost', config: lost },
        ],
      },
      { slug: 'value', title: 'Value', type: 'currency' },
      { slug: 'close_date', title: 'Close date', type: 'date' },
      { slug: 'owner', title: 'Owner', type: 'actor-reference' },
      { slug: 'company', title: 'Company', type: 'record-reference', target: 'companies' },
      { slug: 'people', title: 'People', type: 'record-reference', is_multi_select: true, target: 'people' },
    ],
  },
  {
    slug: 'notes',
    singular_noun: 'Note',
    plural_noun: 'Notes',
    attributes: [
      { slug: 'title', title: 'Title', type: 'name' },
      body,
      about,
      { slug: 'author', title: 'Author', type: 'actor-reference', default_value: ME },
      { slug: 'pinned', title: 'Pinned', type: 'checkbox' },
    ],
  },
  {
    slug: 'tasks',
    singular_noun: 'Task',
    plural_noun: 'Tasks',
    attributes: [
      { slug: 'title', title: 'Title', type: 'name' },
      body,
      about,
      { slug: 'assignee', title: 'Assignee', type: 'actor-reference' },
      { slug: 'due_date', title: 'Due date', type: 'date' },
      {
        slug: 'priority',
        title: 'Priority',
        type: 'select',
        choices: [{ title: 'Low' }, { title: 'Normal' }, { title: 'High' }],
      },
      {
        slug: 'status',
        title: 'Status',
        type: 'pipeline',
        default_value: 'Open',
        choices: [
          { title: 'Open', config: open },
          { title: 'Done', config: done },
          { title: 'Cancelled', config: done },
        ],
      },
    ],
  },
  {
    slug: 'activities',
    singular_noun: 'Activity',
    plural_noun: 'Activities',
    attributes: [
      { slug: 'title', title: 'Title', type: 'name' },
      {
        slug: 'kind',
        title: 'Kind',
        type: 'select',
        choices: [{ title: 'Call' }, { title: 'Meeting' }],
      },
      { slug: 'time', title: 'Time', type: 'timestamp' },
      { slug: 'duration', title: 'Duration', type: 'number', description: 'Minutes.' },
      {
        slug: 'participants',
        title: 'Participants',
        type: 'record-reference',
        is_multi_select: true,
        target: 'people',
      },
      { slug: 'outcome', title: 'Outcome', type: 'text' },
      body,
      about,
    ],
  },
];

export async function addSystemObjects(schema: SchemaStore): Promise<void> {
  const ids = new Map(SYSTEM_OBJECTS.map(({ slug }) => [slug, newId()]));
  for (const seed of SYSTEM_OBJECTS) await addObject(schema, seed, ids);
}

async function addObject(schema: SchemaStore, seed: ObjectSeed, ids: Map<string, string>): Promise<void> {
  const { attributes, ...nouns } = seed;
  const object_id = ids.get(seed.slug)!;
  const attributeIds = attributes.map(() => newId());
  await schema.insertObject({
    ...nouns,
    object_id,
    is_system_object: true,
    epithet_attribute_id: attributeIds[0]!,
    next_attr_no: attributes.length + 1,
  });
  for (const [at, { choices = [], target, ...attribute }] of attributes.entries()) {
    const attribute_id = attributeIds[at]!;
    const config = target ? { allowed_object_ids: [ids.get(target)!] } : {};
    await schema.insertAttribute({
      ...attribute,
      attribute_id,
      object_id,
      attr_no: at + 1,
      is_system_attribute: true,
      sort_order: at,
      config,
    });
    for (const [sort_order, choice] of choices.entries()) {
      await schema.insertChoice({
        choice_id: newId(),
        attribute_id,
        object_id,
        title: choice.title,
        config: choice.config ?? null,
        sort_order,
      });
    }
  }
}
