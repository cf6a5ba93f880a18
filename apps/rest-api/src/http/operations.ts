/** What each group of operations is about, in the order in which the documentation shows them. */
export const TAGS: Record<string, string> = {
  Self: 'The credential of the request: its workspace, whom it stands for and what it may do.',
  Objects: 'Record types, such as people, companies and deals, and those that you make.',
  Attributes:
    'Typed fields of an object. The first part of the path is the word `objects`: attributes sit on nothing else.',
  Options: 'What a select or multi-select attribute can hold.',
  Stages: 'The steps of a pipeline attribute, in their order.',
  Records: 'Instances of an object. Their values are keyed by attribute slug, and each value keeps its history.',
  Members: 'People of the workspace.',
  Events: 'The change feed: every change of the workspace, in order.',
  Webhooks: 'Endpoints of yours that events are sent to, and what became of each event there.',
  Automations: 'Actions that the service takes by itself after a change.',
};

const ARCHIVE = '`archived_at` archives, null restores; fields that are not named stay as they are.';
const FOR_GOOD = 'Deletes for good and answers with the thing as it last stood.';
const READ_PAGES = 'Ask for the next page with `offset` = `next_offset` while `has_more` is true.';
const READ_ON = 'Ask for the next page with `cursor` = `next_cursor` while `has_more` is true.';

/** What each operation does beyond its summary, by its operation id. */
export const DESCRIPTIONS: Record<string, string> = {
  'self.get': 'Answers with the workspace of the credential, the user or key it stands for, and its capabilities.',
  'members.list':
    'The ids are what actor-reference attributes, such as the owner of a deal, take: `{"type": "user", "id": "<user_id>"}`.',
  'objects.list': 'All objects of the workspace, archived ones included.',
  'objects.create': 'The new object has one attribute, `name`, by which its records are shown. A taken slug is 409.',
  'objects.get': 'Finds an object by its UUID or slug.',
  'objects.update': `Renames an object. ${ARCHIVE}`,
  'objects.delete': `${FOR_GOOD} All its records go, too. A system object, or one that an attribute points at, is 409.`,
  'attributes.list': 'All attributes of an object, archived ones included, in their order.',
  'attributes.create':
    'Adds a field. A select or multi-select needs `options`, a pipeline `stages`, a relationship `relationship`.',
  'attributes.get': 'Finds an attribute by its UUID or slug.',
  'attributes.update': `${ARCHIVE} Of \`options\` and \`stages\`, those with an id are changed, those without are made, and the others stay.`,
  'attributes.delete': `${FOR_GOOD} Its values go, too. A system attribute or the display attribute is 409.`,
  'options.list': 'All options of a select or multi-select attribute, archived ones included, in their order.',
  'options.create': 'Adds an option. The title of another active option is 409.',
  'options.update': ARCHIVE,
  'options.delete': 'An option that a record holds is 409: archive it instead.',
  'stages.list': 'All stages of a pipeline attribute, archived ones included, in their order.',
  'stages.create': 'Adds a stage. The title of another active stage is 409.',
  'stages.update': ARCHIVE,
  'stages.delete': 'A stage that a record holds is 409: archive it instead.',
  'records.list': `Records as they stand. ${READ_PAGES}`,
  'records.create': 'Writes a record; all its values, or none. A unique value that another record holds is 400.',
  'records.query': `Finds records by words and conditions, in the order you ask for. ${READ_ON}`,
  'records.get': 'Finds a record by its UUID or slug. With `show_historic` its values of the past are shown, too.',
  'records.timeline': `Who changed what, from what to what, and through what. ${READ_ON}`,
  'records.update': 'Changes the attributes that are named in `data` and no others. null clears an attribute.',
  'records.delete':
    'Removes a record and clears all references to it. It does not come back; `trash` hides one that may.',
  'records.trash':
    'Hides a record until it is restored: it is not found anywhere, but its unique values stay reserved.',
  'records.restore': 'Brings a record back, with all references to it.',
  'events.list':
    'Begins behind the position `after`; keep `next_after` and go on from there. Events are kept for a while only: a position before the first one that is kept is 410.',
  'webhooks.list': 'All webhooks of the workspace, with how far each has come.',
  'webhooks.create': 'Events are signed as Standard Webhooks says, with the secret that this answer alone shows.',
  'webhooks.get': 'Finds a webhook by its id.',
  'webhooks.update':
    'Fields that are not named stay as they are. `status` disabled stops it, active lets it go on where it stopped.',
  'webhooks.delete': FOR_GOOD,
  'webhooks.test': 'Says what came of it. It is not tried again, and takes no `Idempotency-Key`.',
  'webhooks.rotateSecret': 'For 24 hours each event carries two signatures, one by each secret.',
  'webhooks.replay': 'Sets the webhook back to a position. Events that are kept no longer are 410.',
  'webhooks.listDeliveries': `What came of each event. ${READ_ON}`,
  'webhooks.redeliver': 'Says what came of it. Whatever else waits is not held up. Takes no `Idempotency-Key`.',
  'automations.list': 'All automations of the workspace.',
  'automations.create': 'From now on its actions are done after each event of its kind for which its condition holds.',
  'automations.get': 'Finds an automation by its id.',
  'automations.update':
    'Fields that are not named stay as they are. `status` disabled stops it, active lets it go on with what happens next.',
  'automations.delete': FOR_GOOD,
  'automations.listRuns': `What came of each event. ${READ_ON}`,
};
