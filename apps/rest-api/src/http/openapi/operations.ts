/** What each group of operations is about, in the order in which the documentation shows them. */
export const TAGS: Record<string, string> = {
  Self: 'The credential of the request: its workspace, its user or API key, and its capabilities.',
  Objects: 'Record types: people, companies, deals, notes, tasks, activities, and your own.',
  Attributes:
    'Typed fields of an object. The first part of the path is always `objects`, because only objects have attributes.',
  Options: 'The choices of a select or multi-select attribute.',
  Stages: 'The steps of a pipeline attribute, in order.',
  Records: 'Instances of an object. Their values are keyed by attribute slug, and each value keeps its history.',
  Views: 'Saved queries of the workspace. They can be run, and named in queries.',
  Persons: 'Give out and erase what is kept of a person.',
  Exports: 'Files with the records of an object, a view or the workspace.',
  Undo: 'Taking back what was written to records.',
  Conversations:
    'The inbox of the person whose access token it is. API keys have no inbox: they are refused with 403 and the reason `not_a_person`.',
  Drafts: 'Messages that a person, or an assistant for them, has not sent yet.',
  Members: 'People of the workspace.',
  'Audit log': 'Who changed keys, permissions, members and settings of the workspace.',
  Imports: 'CSV, NDJSON and Excel files that become records.',
  Events: 'The change feed: every change of the workspace, in order.',
  Webhooks: 'Your endpoints to which events are sent, and the result of each delivery.',
  Automations: 'Actions that the service runs by itself after a change.',
};

const ARCHIVE = 'Setting `archived_at` archives it, null restores it; fields that are not given stay unchanged.';
const FOR_GOOD = 'Deletes it permanently; the response shows what was deleted.';
const READ_PAGES = 'While `has_more` is true, get the next page with `offset` set to `next_offset`.';
const READ_ON = 'While `has_more` is true, get the next page with `cursor` set to `next_cursor`.';

/** What each operation does beyond its summary, by its operation id. */
export const DESCRIPTIONS: Record<string, string> = {
  'self.get': 'Returns the workspace of the credential, its user or API key, and its capabilities.',
  'audit.list': `For admins, with an access token: an API key is refused with 403. The \`digest\` of an entry is the SHA-256 of the digest of the entry before it and of the entry itself. ${READ_ON}`,
  'members.list':
    'Use the ids in actor-reference attributes, such as the owner of a deal: `{"type": "user", "id": "<user_id>"}`.',
  'objects.list': 'All objects of the workspace, including archived ones.',
  'objects.create':
    'The new object has one attribute, `name`, which is the display name of its records. A slug that is already used is refused with 409.',
  'objects.get': 'Finds an object by its UUID or slug.',
  'objects.update': `Renames an object. ${ARCHIVE}`,
  'objects.delete': `${FOR_GOOD} All its records are deleted, too. A system object, or one that an attribute points at, is refused with 409.`,
  'attributes.list': 'All attributes of an object, including archived ones, in order.',
  'attributes.create':
    'Adds an attribute. A select or multi-select needs `options`, a pipeline `stages`, a relationship `relationship`.',
  'attributes.get': 'Finds an attribute by its UUID or slug.',
  'attributes.update': `${ARCHIVE} In \`options\` and \`stages\`, entries with an id are changed and entries without one are created; those not mentioned stay unchanged.`,
  'attributes.delete': `${FOR_GOOD} Its values are deleted, too. A system attribute or the display attribute is refused with 409.`,
  'options.list': 'All options of a select or multi-select attribute, including archived ones, in order.',
  'options.create': 'Adds an option. The title of another active option is refused with 409.',
  'options.update': ARCHIVE,
  'options.delete': 'An option that a record has is refused with 409; archive it instead.',
  'stages.list': 'All stages of a pipeline attribute, including archived ones, in order.',
  'stages.create': 'Adds a stage. The title of another active stage is refused with 409.',
  'stages.update': ARCHIVE,
  'stages.delete': 'A stage that a record has is refused with 409; archive it instead.',
  'records.list': `Records with their current values, oldest first. ${READ_PAGES}`,
  'records.create':
    'Creates a record with all given values. A unique value that another record has is refused with 400, and nothing is created.',
  'records.upsert':
    'Updates the record that has one of the values of the attribute `match` in `data`, or creates it; `created` says which. Values that belong to several records are refused with 409. Of requests that would create the same record at once, one creates it, and the others update it.',
  'batches.ofObject':
    'Does 1 to 500 writes in their order, all of this object: an item may name it, but no other. `data` says what became of each item, with the status it would have had alone. With `mode` atomic, one item that fails undoes all: the response is 400 with `applied` false, and items that were fine have the status 424. The body may be up to 8 MiB. Beyond 2 MiB of records, the response shows only ids, with `shortened`.',
  'batches.ofObjects': 'The same over several objects: each item names its `object`.',
  'duplicates.find': `Pairs of records that may mean the same, each once and with its reasons: the same e-mail address (without what follows a \`+\`, and at Gmail without dots), the same phone number, the same domain of a website, or a similar display name. A value that more than 25 records have, or a name that more than 10 have, is no reason, and is listed in \`skipped\`. Pairs with the surest reason come first. A page ends after about a second, so it may be short or empty before the last one. With \`record\`, names are compared more thoroughly. ${READ_ON}`,
  'merges.merge':
    'Makes the records in `from` part of the one in `into`. An attribute with several values gets all of them; any other keeps its value, or takes the first of the others. References and links of other records lead to `into`, and so do the conversations. The ids and slugs of the merged records answer with `into` from then on; `?show_historic=true` shows what they held. `POST /v1/undo` with the `requestId` brings them back.',
  'records.query': `Finds records by words and conditions, in the given order. ${READ_ON}`,
  'records.aggregate':
    'Counts records and adds up their values, in groups that bring their names along. Amounts of different currencies are never added: each currency is a row. Records without a value are a group of their own, null. Records in the trash are not counted.',
  'records.getMany':
    'Finds up to 100 records by their UUIDs or slugs, in the order of `ids`. `missing` lists the ids of which there is no record, and `left_out` those of records for which the answer has no room: ask for these again.',
  'search.find':
    'Finds records of all objects by words: first the one whose name is the text, then those whose name contains it, then the newest. `matched` shows which attributes contain the words, at most 10, each with up to 160 characters around the first one.',
  'records.get':
    'Finds a record by its UUID or slug. With `show_historic`, its previous values are shown, too; with `as_of`, it is shown as it was at that moment.',
  'records.diff':
    'What each attribute held at the two moments, if it is not the same, in the form that events have for `before` and `after`: the last change and its author, the attribute that was changed last first. Up to 1,000 changes are looked at; if there are more, the later ones are told, and `has_more` is true.',
  'records.timeline': `Each change of the record: who changed which attribute, from what to what, and through which interface. With \`kinds\`, also the notes, tasks and activities that are about the record, and the messages with it in the inbox of the person who asks, for a record without addresses those with the records that refer to it. ${READ_ON}`,
  'records.update': 'Changes only the attributes in `data`. null clears an attribute.',
  'records.delete':
    'Deletes a record permanently and clears all references to it. To be able to restore it, use `trash` instead.',
  'records.trash':
    'Hides a record until it is restored. It is not found anywhere, but its unique values stay reserved.',
  'records.restore': 'Restores a record from the trash, with all references to it.',
  'undo.undo':
    'Undoes one change (`event_id`), one request, or what one connection, API key or automation wrote from `from` until before `to`. Values that somebody has changed since stay, and `left` names them. Deleted records come back under their ids while their event is kept; created records are deleted if nobody else has touched them. One call undoes up to 500 changes of a window, the newest first: while `has_more` is true, send it again with `to` set to `next_to`. Undoing what others wrote needs `write:schema`. An undo can itself be undone.',
  'imports.list': 'The newest 100 of your own; those of all for admins and keys with `write:schema`.',
  'imports.create':
    'Begins the import of a file: CSV, NDJSON or a workbook (.xlsx), of at most 1 GiB, 2,000,000 rows and 250 columns. The answer says into how many parts the file is to be cut. At most 20 imports of a workspace and 10 of one person or key may be unfinished, and one is worked on at a time. An upload without a new part for an hour no longer counts; it goes on while there is room.',
  'imports.get':
    'Its progress, its columns with what they look like, and a mapping that is proposed. Everybody sees their own imports; admins and keys with `write:schema` see all.',
  'imports.putPart':
    'Parts are numbered from 1 and sent in any order. After the last one the file is read in the background. One that was taken may be sent again with the same bytes; other bytes are refused with 409. `missing_parts` of the import says what is still to be sent.',
  'imports.read':
    'Reads the file again, with what the body says of it; what it does not say is found out. For a file whose `columns` or `samples` are wrong, or that could not be read. Until a run begins. The mapping is proposed anew.',
  'imports.check':
    'Tries all rows in the background and keeps nothing. `rows` and `errors` then say what a run would do. 100 rows are tried together, so values that are twice in the file further apart are found by the run only.',
  'imports.run':
    'Writes all rows in the background, each by the rules of every other write. A row in which something is wrong is left out and told; the others are written. Rows are counted in the transaction that writes them, so that none is written twice when a process is killed. The records name the import in `created_by` and `created_via`; `POST /v1/undo` with its `import_id` takes it back.',
  'imports.cancel': 'Ends a check, or the import. Rows that were written stay; undo takes them back.',
  'imports.errors':
    'The rows that failed with all their columns, and behind them the number of the row and what is wrong: a CSV file that can be mended and imported. Kept for 7 days.',
  'views.list': 'All views of the workspace, the oldest first. Everybody who may read records sees all of them.',
  'views.create':
    'Saves a query under a slug. It is judged as a query is: what is not valid is refused with 400, and a slug that is already used with 409.',
  'views.get':
    'Finds a view by its UUID or slug. `state` is broken if something that it names was deleted; `broken_reason` says what.',
  'views.update': 'Fields that are not given stay unchanged. `query` takes the place of the whole query.',
  'views.delete': FOR_GOOD,
  'views.records': `Runs a view. A view that is broken is refused with 409 and the reason \`view_broken\`; none of its conditions is left out. ${READ_ON}`,
  'exports.list': 'Your exports of the last 24 hours, the newest first; admins see those of everybody.',
  'exports.create':
    'Makes a file in the background, of exactly one of `object`, `view` and `workspace`. All of it is as of one moment, records in the trash are left out, and records come in the order in which they were created. Each value can be written back as it is. Get the export until its `state` is completed, then use the link in `download`. At most 2 exports of a workspace wait or run at a time. The audit log notes each one.',
  'persons.export':
    'Makes a file in the background with everything that is kept of a person: a line of JSON for each of their records, closed values, events, conversations and messages. Get it as an export. For admins, with an access token.',
  'persons.erase':
    'Erases a person from the workspace, in the background: their records with all history, their messages, and their addresses, phone numbers and names in what others wrote about them. Afterwards every table is searched for them, and a certificate says what was done. This cannot be undone. Begin with `dry_run`. For admins, with an access token.',
  'persons.list': 'The newest 100 erasures and dry runs, without the persons that they were about.',
  'persons.get': 'How far it is, what a dry run counted, and the certificate of one that is over.',
  'exports.get': 'How far it is, and, once it is completed, a link to its file that can be used for 15 minutes.',
  'exports.cancel': 'Stops it, or takes its file away.',
  'conversations.list': `The conversations of your inbox, the last active first. Those that you have blocked, or in which you have blocked everybody, are not listed. ${READ_PAGES}`,
  'conversations.get':
    'The newest messages, oldest first, with your own drafts; `before` gives older ones. Long texts are shortened. Reading does not mark it as read. A conversation that is blocked or not in your inbox is answered as one that does not exist.',
  'conversations.message':
    'All recipients and attachments of a message, and its text, of which at most 100,000 characters are shown at a time.',
  'conversations.update':
    'Changes only what is given, and only for you. After `blocked` is set, the conversation is not found any more; `blocked` false, or deleting the block, brings it back.',
  'conversations.listOfRecord': `The conversations that a record takes part in by the addresses it has now, in the whole workspace and archived or not, the last active first. ${READ_PAGES}`,
  'blocks.list': `The people and conversations that you have blocked, the last first. ${READ_PAGES}`,
  'blocks.create':
    'Conversations in which everybody else is blocked are hidden from you until somebody is unblocked or joins. Blocking the same address again changes nothing. You can block at most 1,000 addresses.',
  'blocks.delete': 'Shows the hidden conversations again.',
  'drafts.list': `Your drafts, wherever they were begun: first those that wait for you to send them, then the last changed. ${READ_PAGES}`,
  'drafts.create':
    'Saves a draft and sends nothing. With `reply_to` it joins the conversation of that message; without, a new one begins. An incomplete draft can be saved. Attachments are not accepted.',
  'drafts.get': 'Finds one of your drafts. A message that was sent is refused with 409.',
  'drafts.update': 'Fields that are not given stay unchanged. A message that was already sent is refused with 409.',
  'drafts.delete': 'Deletes the draft permanently. A message that was already sent is refused with 409.',
  'drafts.send':
    'Queues the draft for delivery. A message that was already sent is refused with 409, so nothing is sent twice. If a person has to approve what this client sends, it is refused with 409 and the reason `awaiting_approval`, and the draft waits for its owner.',
  'events.list':
    'Returns the events after the position `after`. Keep `next_after` and send it as `after` next time, also when `data` is empty. Events are kept for 30 days unless the operator sets another time; an older position is refused with 410.',
  'events.stream':
    'Sends the events of the change feed as they come (server-sent events), in its order and with its filters. After an interruption, begin again with the last `id` as `Last-Event-ID`; browsers and most libraries do so by themselves. Every 20 seconds without an event, the stream says only the position. It ends with the credential. Who does not read for 15 seconds is cut off.',
  'webhooks.list': 'All webhooks of the workspace, each with its position in the feed.',
  'webhooks.create': 'Events are signed according to Standard Webhooks. Only this response shows the secret.',
  'webhooks.get': 'Finds a webhook by its id.',
  'webhooks.update':
    'Fields that are not given stay unchanged. `status` disabled stops it; active continues where it stopped.',
  'webhooks.delete': FOR_GOOD,
  'webhooks.test':
    'Sends one test event and returns the result. It is not sent again on failure. Takes no `Idempotency-Key`.',
  'webhooks.rotateSecret': 'For 24 hours, each event has two signatures, one with each secret.',
  'webhooks.replay':
    'Sets the webhook back to a position. A position whose events are no longer kept is refused with 410.',
  'webhooks.listDeliveries': `The result of each event. ${READ_ON}`,
  'webhooks.redeliver':
    'Sends one event again and returns the result. Other waiting events are not delayed. Takes no `Idempotency-Key`.',
  'automations.list': 'All automations of the workspace.',
  'automations.create': 'From now on, its actions run after each event of its kind that meets its conditions.',
  'automations.get': 'Finds an automation by its id.',
  'automations.update':
    'Fields that are not given stay unchanged. `status` disabled stops it; active continues with events that happen from then on.',
  'automations.delete': FOR_GOOD,
  'automations.listRuns': `The result of each event. ${READ_ON}`,
};
