// Generated from the OpenAPI document: `npm run accept` writes it.
export interface paths {
    "/v1/records/{object}/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write many records of one object
         * @description Does 1 to 500 writes in their order, all of this object: an item may name it, but no other. `data` says what became of each item, with the status it would have had alone. With `mode` atomic, one item that fails undoes all: the response is 400 with `applied` false, and items that were fine have the status 424. The body may be up to 8 MiB. Beyond 2 MiB of records, the response shows only ids, with `shortened`.
         */
        post: operations["batches.ofObject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write many records of several objects
         * @description The same over several objects: each item names its `object`.
         */
        post: operations["batches.ofObjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{object}/duplicates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find records that may be duplicates
         * @description Pairs of records that may mean the same, each once and with its reasons: the same e-mail address (without what follows a `+`, and at Gmail without dots), the same phone number, the same domain of a website, or a similar display name. A value that more than 25 records have, or a name that more than 10 have, is no reason, and is listed in `skipped`. Pairs with the surest reason come first. A page ends after about a second, so it may be short or empty before the last one. With `record`, names are compared more thoroughly. While `has_more` is true, get the next page with `cursor` set to `next_cursor`.
         */
        get: operations["duplicates.find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{object}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge records into one
         * @description Makes the records in `from` part of the one in `into`. An attribute with several values gets all of them; any other keeps its value, or takes the first of the others. References and links of other records lead to `into`, and so do the conversations. The ids and slugs of the merged records answer with `into` from then on; `?show_historic=true` shows what they held. `POST /v1/undo` with the `requestId` brings them back.
         */
        post: operations["merges.merge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{object}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List records, oldest first
         * @description Records with their current values, oldest first. While `has_more` is true, get the next page with `offset` set to `next_offset`.
         */
        get: operations["records.list"];
        /**
         * Create a record, or update the one that is there
         * @description Updates the record that has one of the values of the attribute `match` in `data`, or creates it; `created` says which. Values that belong to several records are refused with 409. Of requests that would create the same record at once, one creates it, and the others update it.
         */
        put: operations["records.upsert"];
        /**
         * Create a record
         * @description Creates a record with all given values. A unique value that another record has is refused with 400, and nothing is created.
         */
        post: operations["records.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{object}/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Filter, sort and search records
         * @description Finds records by words and conditions, in the given order. While `has_more` is true, get the next page with `cursor` set to `next_cursor`.
         */
        post: operations["records.query"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{object}/aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count and add up records by groups
         * @description Counts records and adds up their values, in groups that bring their names along. Amounts of different currencies are never added: each currency is a row. Records without a value are a group of their own, null. Records in the trash are not counted.
         */
        post: operations["records.aggregate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{object}/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get several records by their ids
         * @description Finds up to 100 records by their UUIDs or slugs, in the order of `ids`. `missing` lists the ids of which there is no record, and `left_out` those of records for which the answer has no room: ask for these again.
         */
        post: operations["records.getMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{object}/{recordId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a record
         * @description Finds a record by its UUID or slug. With `show_historic`, its previous values are shown, too; with `as_of`, it is shown as it was at that moment.
         */
        get: operations["records.get"];
        put?: never;
        post?: never;
        /**
         * Delete a record permanently
         * @description Deletes a record permanently and clears all references to it. To be able to restore it, use `trash` instead.
         */
        delete: operations["records.delete"];
        options?: never;
        head?: never;
        /**
         * Update a record
         * @description Changes only the attributes in `data`. null clears an attribute.
         */
        patch: operations["records.update"];
        trace?: never;
    };
    "/v1/records/{object}/{recordId}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a record at two moments
         * @description What each attribute held at the two moments, if it is not the same, in the form that events have for `before` and `after`: the last change and its author, the attribute that was changed last first. Up to 1,000 changes are looked at; if there are more, the later ones are told, and `has_more` is true.
         */
        get: operations["records.diff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{object}/{recordId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the timeline of a record, newest first
         * @description Each change of the record: who changed which attribute, from what to what, and through which interface. With `kinds`, also the notes, tasks and activities that are about the record, and the messages with it in the inbox of the person who asks, for a record without addresses those with the records that refer to it. While `has_more` is true, get the next page with `cursor` set to `next_cursor`.
         */
        get: operations["records.timeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{object}/{recordId}/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a record to the trash
         * @description Hides a record until it is restored. It is not found anywhere, but its unique values stay reserved.
         */
        post: operations["records.trash"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{object}/{recordId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a record from the trash
         * @description Restores a record from the trash, with all references to it.
         */
        post: operations["records.restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the records of all objects
         * @description Finds records of all objects by words: first the one whose name is the text, then those whose name contains it, then the newest. `matched` shows which attributes contain the words, at most 10, each with up to 160 characters around the first one.
         */
        post: operations["search.find"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo changes of records
         * @description Undoes one change (`event_id`), one request, or what one connection, API key or automation wrote from `from` until before `to`. Values that somebody has changed since stay, and `left` names them. Deleted records come back under their ids while their event is kept; created records are deleted if nobody else has touched them. One call undoes up to 500 changes of a window, the newest first: while `has_more` is true, send it again with `to` set to `next_to`. Undoing what others wrote needs `write:schema`. An undo can itself be undone.
         */
        post: operations["undo.undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log, newest first
         * @description For admins, with an access token: an API key is refused with 403. The `digest` of an entry is the SHA-256 of the digest of the entry before it and of the entry itself. While `has_more` is true, get the next page with `cursor` set to `next_cursor`.
         */
        get: operations["audit.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List views
         * @description All views of the workspace, the oldest first. Everybody who may read records sees all of them.
         */
        get: operations["views.list"];
        put?: never;
        /**
         * Create a view
         * @description Saves a query under a slug. It is judged as a query is: what is not valid is refused with 400, and a slug that is already used with 409.
         */
        post: operations["views.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/views/{view}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a view
         * @description Finds a view by its UUID or slug. `state` is broken if something that it names was deleted; `broken_reason` says what.
         */
        get: operations["views.get"];
        put?: never;
        post?: never;
        /**
         * Delete a view
         * @description Deletes it permanently; the response shows what was deleted.
         */
        delete: operations["views.delete"];
        options?: never;
        head?: never;
        /**
         * Update a view
         * @description Fields that are not given stay unchanged. `query` takes the place of the whole query.
         */
        patch: operations["views.update"];
        trace?: never;
    };
    "/v1/views/{view}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the records of a view
         * @description Runs a view. A view that is broken is refused with 409 and the reason `view_broken`; none of its conditions is left out. While `has_more` is true, get the next page with `cursor` set to `next_cursor`.
         */
        get: operations["views.records"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports
         * @description Your exports of the last 24 hours, the newest first; admins see those of everybody.
         */
        get: operations["exports.list"];
        put?: never;
        /**
         * Export records
         * @description Makes a file in the background, of exactly one of `object`, `view` and `workspace`. All of it is as of one moment, records in the trash are left out, and records come in the order in which they were created. Each value can be written back as it is. Get the export until its `state` is completed, then use the link in `download`. At most 2 exports of a workspace wait or run at a time. The audit log notes each one.
         */
        post: operations["exports.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{export}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export
         * @description How far it is, and, once it is completed, a link to its file that can be used for 15 minutes.
         */
        get: operations["exports.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{export}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an export
         * @description Stops it, or takes its file away.
         */
        post: operations["exports.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description The newest 100 of your own; those of all for admins and keys with `write:schema`.
         */
        get: operations["imports.list"];
        put?: never;
        /**
         * Create an import
         * @description Begins the import of a file: CSV, NDJSON or a workbook (.xlsx), of at most 1 GiB, 2,000,000 rows and 250 columns. The answer says into how many parts the file is to be cut. At most 20 imports of a workspace and 10 of one person or key may be unfinished, and one is worked on at a time. An upload without a new part for an hour no longer counts; it goes on while there is room.
         */
        post: operations["imports.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{import}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an import
         * @description Its progress, its columns with what they look like, and a mapping that is proposed. Everybody sees their own imports; admins and keys with `write:schema` see all.
         */
        get: operations["imports.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{import}/parts/{part}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a part of a file
         * @description Parts are numbered from 1 and sent in any order. After the last one the file is read in the background. One that was taken may be sent again with the same bytes; other bytes are refused with 409. `missing_parts` of the import says what is still to be sent.
         */
        put: operations["imports.putPart"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{import}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the file of an import again
         * @description Reads the file again, with what the body says of it; what it does not say is found out. For a file whose `columns` or `samples` are wrong, or that could not be read. Until a run begins. The mapping is proposed anew.
         */
        post: operations["imports.read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{import}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check an import
         * @description Tries all rows in the background and keeps nothing. `rows` and `errors` then say what a run would do. 100 rows are tried together, so values that are twice in the file further apart are found by the run only.
         */
        post: operations["imports.check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{import}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run an import
         * @description Writes all rows in the background, each by the rules of every other write. A row in which something is wrong is left out and told; the others are written. Rows are counted in the transaction that writes them, so that none is written twice when a process is killed. The records name the import in `created_by` and `created_via`; `POST /v1/undo` with its `import_id` takes it back.
         */
        post: operations["imports.run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{import}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import
         * @description Ends a check, or the import. Rows that were written stay; undo takes them back.
         */
        post: operations["imports.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/imports/{import}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the failed rows of an import
         * @description The rows that failed with all their columns, and behind them the number of the row and what is wrong: a CSV file that can be mended and imported. Kept for 7 days.
         */
        get: operations["imports.errors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/persons/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export a person
         * @description Makes a file in the background with everything that is kept of a person: a line of JSON for each of their records, closed values, events, conversations and messages. Get it as an export. For admins, with an access token.
         */
        post: operations["persons.export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/persons/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a person
         * @description Erases a person from the workspace, in the background: their records with all history, their messages, and their addresses, phone numbers and names in what others wrote about them. Afterwards every table is searched for them, and a certificate says what was done. This cannot be undone. Begin with `dry_run`. For admins, with an access token.
         */
        post: operations["persons.erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/persons/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasures
         * @description The newest 100 erasures and dry runs, without the persons that they were about.
         */
        get: operations["persons.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/persons/erasures/{erasure}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an erasure
         * @description How far it is, what a dry run counted, and the certificate of one that is over.
         */
        get: operations["persons.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the conversations of your inbox
         * @description The conversations of your inbox, the last active first. Those that you have blocked, or in which you have blocked everybody, are not listed. While `has_more` is true, get the next page with `offset` set to `next_offset`.
         */
        get: operations["conversations.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversations/{conversation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a conversation with its messages
         * @description The newest messages, oldest first, with your own drafts; `before` gives older ones. Long texts are shortened. Reading does not mark it as read. A conversation that is blocked or not in your inbox is answered as one that does not exist.
         */
        get: operations["conversations.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Mark a conversation as read, starred, archived or blocked
         * @description Changes only what is given, and only for you. After `blocked` is set, the conversation is not found any more; `blocked` false, or deleting the block, brings it back.
         */
        patch: operations["conversations.update"];
        trace?: never;
    };
    "/v1/conversations/{conversation}/messages/{message}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one message whole
         * @description All recipients and attachments of a message, and its text, of which at most 100,000 characters are shown at a time.
         */
        get: operations["conversations.message"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{object}/{recordId}/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the conversations of a record
         * @description The conversations that a record takes part in by the addresses it has now, in the whole workspace and archived or not, the last active first. While `has_more` is true, get the next page with `offset` set to `next_offset`.
         */
        get: operations["conversations.listOfRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your drafts
         * @description Your drafts, wherever they were begun: first those that wait for you to send them, then the last changed. While `has_more` is true, get the next page with `offset` set to `next_offset`.
         */
        get: operations["drafts.list"];
        put?: never;
        /**
         * Create a draft
         * @description Saves a draft and sends nothing. With `reply_to` it joins the conversation of that message; without, a new one begins. An incomplete draft can be saved. Attachments are not accepted.
         */
        post: operations["drafts.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drafts/{draft}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a draft
         * @description Finds one of your drafts. A message that was sent is refused with 409.
         */
        get: operations["drafts.get"];
        put?: never;
        post?: never;
        /**
         * Delete a draft
         * @description Deletes the draft permanently. A message that was already sent is refused with 409.
         */
        delete: operations["drafts.delete"];
        options?: never;
        head?: never;
        /**
         * Update a draft
         * @description Fields that are not given stay unchanged. A message that was already sent is refused with 409.
         */
        patch: operations["drafts.update"];
        trace?: never;
    };
    "/v1/drafts/{draft}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a draft
         * @description Queues the draft for delivery. A message that was already sent is refused with 409, so nothing is sent twice. If a person has to approve what this client sends, it is refused with 409 and the reason `awaiting_approval`, and the draft waits for its owner.
         */
        post: operations["drafts.send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what you have blocked
         * @description The people and conversations that you have blocked, the last first. While `has_more` is true, get the next page with `offset` set to `next_offset`.
         */
        get: operations["blocks.list"];
        put?: never;
        /**
         * Block a person
         * @description Conversations in which everybody else is blocked are hidden from you until somebody is unblocked or joins. Blocking the same address again changes nothing. You can block at most 1,000 addresses.
         */
        post: operations["blocks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/blocks/{block}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unblock a person or a conversation
         * @description Shows the hidden conversations again.
         */
        delete: operations["blocks.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I
         * @description Returns the workspace of the credential, its user or API key, and its capabilities.
         */
        get: operations["self.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of the workspace, the 1000 oldest
         * @description Use the ids in actor-reference attributes, such as the owner of a deal: `{"type": "user", "id": "<user_id>"}`.
         */
        get: operations["members.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the change feed, oldest first
         * @description Returns the events after the position `after`. Keep `next_after` and send it as `after` next time, also when `data` is empty. Events are kept for 30 days unless the operator sets another time; an older position is refused with 410.
         */
        get: operations["events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the change feed
         * @description Sends the events of the change feed as they come (server-sent events), in its order and with its filters. After an interruption, begin again with the last `id` as `Last-Event-ID`; browsers and most libraries do so by themselves. Every 20 seconds without an event, the stream says only the position. It ends with the credential. Who does not read for 15 seconds is cut off.
         */
        get: operations["events.stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/objects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List objects
         * @description All objects of the workspace, including archived ones.
         */
        get: operations["objects.list"];
        put?: never;
        /**
         * Create a custom object
         * @description The new object has one attribute, `name`, which is the display name of its records. A slug that is already used is refused with 409.
         */
        post: operations["objects.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/objects/{identifier}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an object
         * @description Finds an object by its UUID or slug.
         */
        get: operations["objects.get"];
        put?: never;
        post?: never;
        /**
         * Delete a custom object
         * @description Deletes it permanently; the response shows what was deleted. All its records are deleted, too. A system object, or one that an attribute points at, is refused with 409.
         */
        delete: operations["objects.delete"];
        options?: never;
        head?: never;
        /**
         * Update an object
         * @description Renames an object. Setting `archived_at` archives it, null restores it; fields that are not given stay unchanged.
         */
        patch: operations["objects.update"];
        trace?: never;
    };
    "/v1/objects/{identifier}/attributes/{attribute}/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a list of options
         * @description All options of a select or multi-select attribute, including archived ones, in order.
         */
        get: operations["options.list"];
        put?: never;
        /**
         * Create an attribute option
         * @description Adds an option. The title of another active option is refused with 409.
         */
        post: operations["options.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/objects/{identifier}/attributes/{attribute}/options/{option}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an option that no record holds
         * @description An option that a record has is refused with 409; archive it instead.
         */
        delete: operations["options.delete"];
        options?: never;
        head?: never;
        /**
         * Update an option
         * @description Setting `archived_at` archives it, null restores it; fields that are not given stay unchanged.
         */
        patch: operations["options.update"];
        trace?: never;
    };
    "/v1/objects/{identifier}/attributes/{attribute}/stages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a list of stages
         * @description All stages of a pipeline attribute, including archived ones, in order.
         */
        get: operations["stages.list"];
        put?: never;
        /**
         * Create a stage
         * @description Adds a stage. The title of another active stage is refused with 409.
         */
        post: operations["stages.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/objects/{identifier}/attributes/{attribute}/stages/{stage}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a stage that no record holds
         * @description A stage that a record has is refused with 409; archive it instead.
         */
        delete: operations["stages.delete"];
        options?: never;
        head?: never;
        /**
         * Update a stage
         * @description Setting `archived_at` archives it, null restores it; fields that are not given stay unchanged.
         */
        patch: operations["stages.update"];
        trace?: never;
    };
    "/v1/objects/{identifier}/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List attributes
         * @description All attributes of an object, including archived ones, in order.
         */
        get: operations["attributes.list"];
        put?: never;
        /**
         * Create an attribute
         * @description Adds an attribute. A select or multi-select needs `options`, a pipeline `stages`, a relationship `relationship`.
         */
        post: operations["attributes.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/objects/{identifier}/attributes/{attribute}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an attribute
         * @description Finds an attribute by its UUID or slug.
         */
        get: operations["attributes.get"];
        put?: never;
        post?: never;
        /**
         * Delete a custom attribute
         * @description Deletes it permanently; the response shows what was deleted. Its values are deleted, too. A system attribute or the display attribute is refused with 409.
         */
        delete: operations["attributes.delete"];
        options?: never;
        head?: never;
        /**
         * Update an attribute
         * @description Setting `archived_at` archives it, null restores it; fields that are not given stay unchanged. In `options` and `stages`, entries with an id are changed and entries without one are created; those not mentioned stay unchanged.
         */
        patch: operations["attributes.update"];
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description All webhooks of the workspace, each with its position in the feed.
         */
        get: operations["webhooks.list"];
        put?: never;
        /**
         * Create a webhook; its secret is shown only once
         * @description Events are signed according to Standard Webhooks. Only this response shows the secret.
         */
        post: operations["webhooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Finds a webhook by its id.
         */
        get: operations["webhooks.get"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook and its log
         * @description Deletes it permanently; the response shows what was deleted.
         */
        delete: operations["webhooks.delete"];
        options?: never;
        head?: never;
        /**
         * Update a webhook, switch it off or on again
         * @description Fields that are not given stay unchanged. `status` disabled stops it; active continues where it stopped.
         */
        patch: operations["webhooks.update"];
        trace?: never;
    };
    "/v1/webhooks/{webhook}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook
         * @description Sends one test event and returns the result. It is not sent again on failure. Takes no `Idempotency-Key`.
         */
        post: operations["webhooks.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook; the old one stays valid for 24 hours
         * @description For 24 hours, each event has two signatures, one with each secret.
         */
        post: operations["webhooks.rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send everything after a position again
         * @description Sets the webhook back to a position. A position whose events are no longer kept is refused with 410.
         */
        post: operations["webhooks.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries of a webhook, newest event first
         * @description The result of each event. While `has_more` is true, get the next page with `cursor` set to `next_cursor`.
         */
        get: operations["webhooks.listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook}/deliveries/{event}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one event of the log again
         * @description Sends one event again and returns the result. Other waiting events are not delayed. Takes no `Idempotency-Key`.
         */
        post: operations["webhooks.redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/automations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List automations
         * @description All automations of the workspace.
         */
        get: operations["automations.list"];
        put?: never;
        /**
         * Create an automation
         * @description From now on, its actions run after each event of its kind that meets its conditions.
         */
        post: operations["automations.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/automations/{automation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an automation
         * @description Finds an automation by its id.
         */
        get: operations["automations.get"];
        put?: never;
        post?: never;
        /**
         * Delete an automation and its log
         * @description Deletes it permanently; the response shows what was deleted.
         */
        delete: operations["automations.delete"];
        options?: never;
        head?: never;
        /**
         * Update an automation, switch it off or on again
         * @description Fields that are not given stay unchanged. `status` disabled stops it; active continues with events that happen from then on.
         */
        patch: operations["automations.update"];
        trace?: never;
    };
    "/v1/automations/{automation}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Runs of an automation, newest first
         * @description The result of each event. While `has_more` is true, get the next page with `cursor` set to `next_cursor`.
         */
        get: operations["automations.listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event, sent to a webhook or by an action of an automation
         * @description Signed according to Standard Webhooks; its libraries verify it with the secret of the webhook.
         */
        post: operations["events.sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        RecordBatch: {
            /**
             * @description atomic: all items are done, or none of them. each: every item is done by itself, and some may fail where others succeed.
             * @enum {string}
             */
            mode: "atomic" | "each";
            /** @description What to do, in this order: 1 to 500 items. Each is judged by itself. */
            items: components["schemas"]["BatchItem"][];
            /**
             * @description Slugs or ids of the attributes to show, at most 100, and of the system fields id, record_id, name, slug, version, created_at, updated_at, created_by, created_via. Others are left out; the id and the version are always shown. Fields of other records are not shown: read the record for them. In a batch over several objects, each object has to have all of them.
             * @example [
             *       "name",
             *       "created_at"
             *     ]
             */
            fields?: string[];
            /**
             * @description `detailed`: `Record`, each value with its type, its time and its author. `concise`: `id`, `object` (a slug), `name` (the display text), `version` and `values`, bare values that are accepted as input as they stand; what is empty is left out, and system fields that are named stand beside them. Default: `detailed`.
             * @enum {string}
             */
            format?: "detailed" | "concise";
        };
        ObjectsBatch: {
            /**
             * @description atomic: all items are done, or none of them. each: every item is done by itself, and some may fail where others succeed.
             * @enum {string}
             */
            mode: "atomic" | "each";
            /** @description What to do, in this order: 1 to 500 items. Each is judged by itself. */
            items: components["schemas"]["ObjectBatchItem"][];
            /**
             * @description Slugs or ids of the attributes to show, at most 100, and of the system fields id, record_id, name, slug, version, created_at, updated_at, created_by, created_via. Others are left out; the id and the version are always shown. Fields of other records are not shown: read the record for them. In a batch over several objects, each object has to have all of them.
             * @example [
             *       "name",
             *       "created_at"
             *     ]
             */
            fields?: string[];
            /**
             * @description `detailed`: `Record`, each value with its type, its time and its author. `concise`: `id`, `object` (a slug), `name` (the display text), `version` and `values`, bare values that are accepted as input as they stand; what is empty is left out, and system fields that are named stand beside them. Default: `detailed`.
             * @enum {string}
             */
            format?: "detailed" | "concise";
        };
        RecordMerge: {
            /** @description Id or slug of the record that stays. */
            into: string;
            /** @description Ids or slugs of the records that go into it, 1 to 10. Other records may refer to them 1000 times together. */
            from: string[];
            /** @description Values of the record that stays, as in an update. An attribute that is not named keeps its value, or takes the first of the other records; one with several values gets all of them. */
            values?: components["schemas"]["RecordInput"];
        };
        RecordWrite: {
            /** @description Attribute slug or id -> one value, or an array of at most 50. null clears the attribute. A record has at most 2 MiB: its values as JSON, and 256 bytes for each value, 1,024 for an option or a stage. The response to a key without read:data shows only the attributes it wrote. */
            data: components["schemas"]["RecordInput"];
        };
        RecordQuery: {
            /** @description Words that a record must contain, all of them; the last word matches as a prefix. These types of attributes are not searched: date, timestamp, number, checkbox, currency, record-reference, actor-reference, relationship; use `filter` for them. Of a web address, only the domain is searched. Only the first 500 different words in the first 100,000 characters of a record are searched. */
            query?: string;
            /**
             * @description At most 25 conditions; of an array, all must hold.
             * @example [
             *       {
             *         "attribute": "job_title",
             *         "operator": "eq",
             *         "value": "Engineer"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Conditions"][] | components["schemas"]["Conditions"];
            /** @description Slug or UUID of a view of this object: its conditions hold beside `filter`, and its `sort`, `fields` and `time_zone` where the request says nothing else. */
            view?: string;
            /** @description One attribute or up to 4; with words in `query`, `relevance` puts records first whose name is them, begins with them or holds them. Without it, the oldest record comes first. */
            sort?: components["schemas"]["Sort"] | components["schemas"]["Sort"][] | "relevance";
            /**
             * @description Only records in the trash, in place of all others.
             * @enum {string}
             */
            trashed?: "only";
            /** @description The maximum number of rows in a page. Values outside 1 to 100 are clamped. Default: 25. */
            limit?: number;
            /** @description How many rows to skip: 0, or `next_offset` of the previous page. A negative number is refused. Ignored when `cursor` is set. */
            offset?: number;
            /**
             * @description How well matches are counted: `quick` (the default) is exact where that is cheap, else a lower bound; `exact` counts up to 10,000; `none` leaves `total` out.
             * @enum {string}
             */
            total?: "none" | "quick" | "exact";
            /**
             * @description The time zone (IANA) in which relative dates are meant. Default: UTC.
             * @example Europe/Berlin
             */
            time_zone?: string;
            /** @description `next_cursor` of the previous page; leave it out for the first page. No duplicates or gaps when others add or delete rows meanwhile, and late pages are as quick as early ones. Refused beside another `query`, `filter`, `view`, `sort`, `trashed` or `time_zone`. */
            cursor?: string;
            /**
             * @description Slugs or ids of the attributes to show, at most 100, and of the system fields id, record_id, name, slug, version, created_at, updated_at, created_by, created_via. Others are left out, and are not even read; the id and the version are always shown, in a table only the id. With a reference in front, as in `company.name`, it is a field of the records that it refers to, and stands bare under `related`, or in its column of a table.
             * @example [
             *       "name",
             *       "created_at"
             *     ]
             */
            fields?: string[];
            /**
             * @description `detailed`: `Record`, each value with its type, its time and its author. `concise`: `id`, `object` (a slug), `name` (the display text), `version` and `values`, bare values that are accepted as input as they stand; what is empty is left out, and system fields that are named stand beside them. `table`: `{ "columns": ["id", ...], "rows": [[...]] }` of concise values in place of the array, null where there is none. Default: `detailed`.
             * @enum {string}
             */
            format?: "detailed" | "concise" | "table";
        };
        GroupBy: {
            /**
             * @description Slug or id of a select, multi-select, pipeline, reference, relationship, member, checkbox, date or timestamp attribute, or `created_at`, `updated_at`, `created_by`.
             * @example created_at
             */
            attribute: string;
            /**
             * @description Required for dates and timestamps: the span of days that is one group.
             * @enum {string}
             */
            bucket?: "day" | "week" | "month" | "quarter" | "year";
            /**
             * @description The first day of a week. Default: monday.
             * @enum {string}
             */
            week_start?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
        };
        Measure: {
            /**
             * @description `count` is of records and takes no attribute. `sum` and `avg` fit number and currency, `min` and `max` dates as well, `count_distinct` any attribute.
             * @enum {string}
             */
            function: "count" | "count_distinct" | "sum" | "avg" | "min" | "max";
            /** @description Slug or id of the attribute that is measured. */
            attribute?: string;
        };
        RecordAggregate: {
            /** @description Which records are counted: conditions as in a query, at most 25; of an array, all must hold. */
            filter?: components["schemas"]["Conditions"][] | components["schemas"]["Conditions"];
            /** @description Slug or UUID of a view of this object: its conditions hold beside `filter`, and its `time_zone` where the request says none. */
            view?: string;
            /**
             * @description What makes a group; without it all records are one. A record with several values counts once in each of its groups.
             * @example [
             *       {
             *         "attribute": "created_at",
             *         "bucket": "month"
             *       }
             *     ]
             */
            group_by?: components["schemas"]["GroupBy"][];
            /**
             * @description What is worked out for each group. Default: count.
             * @example [
             *       {
             *         "function": "count"
             *       }
             *     ]
             */
            measures?: components["schemas"]["Measure"][];
            /**
             * @description `largest` (the default): by the first measure. `natural`: options and stages in their own order, dates by time, the others by id.
             * @enum {string}
             */
            order?: "largest" | "natural";
            /** @description The number of rows that are shown; where amounts are measured, each currency of a group is a row. `others` stands for the rest. Clamped to its range. Default: 50. */
            limit?: number;
            /**
             * @description `detailed` (the default), or `table`: `data` has `columns` and `rows`, in a third of the characters.
             * @enum {string}
             */
            format?: "detailed" | "table";
            /**
             * @description The time zone (IANA) of buckets and of relative dates in `filter`. Default: UTC.
             * @example Europe/Berlin
             */
            time_zone?: string;
        };
        RecordsById: {
            /** @description Ids or slugs of at most 100 records. Those that are not there are named under `missing`. Records that would make the answer too long are named under `left_out`; ask for them again. */
            ids: string[];
            /**
             * @description Slugs or ids of the attributes to show, at most 100, and of the system fields id, record_id, name, slug, version, created_at, updated_at, created_by, created_via. Others are left out, and are not even read; the id and the version are always shown, in a table only the id. With a reference in front, as in `company.name`, it is a field of the records that it refers to, and stands bare under `related`, or in its column of a table.
             * @example [
             *       "name",
             *       "created_at"
             *     ]
             */
            fields?: string[];
            /**
             * @description `detailed`: `Record`, each value with its type, its time and its author. `concise`: `id`, `object` (a slug), `name` (the display text), `version` and `values`, bare values that are accepted as input as they stand; what is empty is left out, and system fields that are named stand beside them. `table`: `{ "columns": ["id", ...], "rows": [[...]] }` of concise values in place of the array, null where there is none. Default: `detailed`.
             * @enum {string}
             */
            format?: "detailed" | "concise" | "table";
            /**
             * @description Shows what was there at this moment (ISO 8601, with an offset). A record that did not exist then or was in the trash is missing; names of other records are those of now, and no fields of theirs are shown.
             * @example 2026-01-31T09:30:00Z
             */
            as_of?: string;
            /**
             * @description With only, records in the trash are meant, in place of all others.
             * @enum {string}
             */
            trashed?: "only";
        };
        Search: {
            /**
             * @description Words that a record must contain; the last word matches as a prefix. If no record contains all of them, those that contain any of them are found: those with more of them first, where a word in the name counts twice, then those with rarer words, then the newest. Words that a large share of the records contain do not count then.
             * @example quiet harbour
             */
            query: string;
            /**
             * @description Slugs or UUIDs of the objects to search. Default: all that are not archived.
             * @example [
             *       "people",
             *       "companies"
             *     ]
             */
            objects?: string[];
            /** @description The maximum number of records. Values outside 1 to 50 are clamped. Default: 20. */
            limit?: number;
        };
        Undo: {
            /**
             * Format: uuid
             * @description One change, by its event.
             */
            event_id?: string;
            /**
             * Format: uuid
             * @description All changes of one request: its `requestId`, or the header `X-Request-Id`.
             */
            request_id?: string;
            /**
             * Format: uuid
             * @description What a connection of an assistant wrote since `from`.
             */
            connection_id?: string;
            /**
             * Format: uuid
             * @description What an API key wrote since `from`.
             */
            api_key_id?: string;
            /**
             * Format: uuid
             * @description What an automation wrote since `from`.
             */
            automation_id?: string;
            /**
             * Format: uuid
             * @description What an import wrote.
             */
            import_id?: string;
            /**
             * Format: date-time
             * @description Needed with a connection, an API key or an automation. Alone: what you wrote since, with this key or client.
             */
            from?: string;
            /**
             * Format: date-time
             * @description Only changes before this moment. Default: all.
             */
            to?: string;
        };
        ViewQuery: {
            /**
             * @description At most 25 conditions; of an array, all must hold.
             * @example [
             *       {
             *         "attribute": "job_title",
             *         "operator": "eq",
             *         "value": "Engineer"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Conditions"][] | components["schemas"]["Conditions"];
            /** @description One attribute or up to 4; with words in `query`, `relevance` puts records first whose name is them, begins with them or holds them. Without it, the oldest record comes first. */
            sort?: components["schemas"]["Sort"] | components["schemas"]["Sort"][] | "relevance";
            /**
             * @description The time zone (IANA) in which relative dates are meant. Default: UTC.
             * @example Europe/Berlin
             */
            time_zone?: string;
            /**
             * @description Slugs or ids of the attributes to show, at most 100, and of the system fields id, record_id, name, slug, version, created_at, updated_at, created_by, created_via. Others are left out, and are not even read; the id and the version are always shown, in a table only the id. With a reference in front, as in `company.name`, it is a field of the records that it refers to, and stands bare under `related`, or in its column of a table.
             * @example [
             *       "name",
             *       "created_at"
             *     ]
             */
            fields?: string[];
        };
        CreateView: {
            /**
             * @description Lower-case letters, digits, "-" and "_"; used in paths. It cannot be changed.
             * @example open-deals
             */
            slug: string;
            /** @example Open deals */
            title: string;
            /**
             * @description Slug or UUID of an object.
             * @example deals
             */
            object: string;
            /** @description What the view asks for, as in a record query; at most 16,384 bytes of JSON. `me` stands for whoever runs the view, and relative dates are resolved when it is run. */
            query: components["schemas"]["ViewQuery"];
        };
        UpdateView: {
            /** @example Open deals */
            title?: string;
            /** @description What the view asks for, as in a record query; at most 16,384 bytes of JSON. `me` stands for whoever runs the view, and relative dates are resolved when it is run. It takes the place of the whole query. */
            query?: components["schemas"]["ViewQuery"];
        };
        CreateExport: {
            /**
             * @description Slug or UUID of an object.
             * @example people
             */
            object?: string;
            /** @description Slug or UUID of a view: only its records are exported. */
            view?: string;
            /** @description true: the records of all objects, or with `full` all there is. For admins. */
            workspace?: boolean;
            /**
             * @description `csv`: a table, for an object or a view. `ndjson`: one record a line, as the concise format shows it. `full`: everything a workspace has but secrets, for `crm restore`; with `workspace` alone.
             * @example csv
             * @enum {string}
             */
            format: "csv" | "ndjson" | "full";
            /**
             * @description As in a record query. Default: those of the view, or all attributes that are not archived.
             * @example [
             *       "name",
             *       "email_addresses",
             *       "company.name"
             *     ]
             */
            fields?: string[];
            /** @description Of csv: begin with a byte order mark, for Excel. Default: false. */
            bom?: boolean;
            /** @description Of csv: put `'` in front of a cell that a spreadsheet would run as a formula. Default: true. Take one `'` away from cells that begin with `'=`, `'+`, `'-`, `'@` or `''` and one of these to read the values as they are. */
            escape_formulas?: boolean;
        };
        CreateImport: {
            /**
             * @description Of CSV and NDJSON. Default: that of the byte order mark, else UTF-8 or windows-1252.
             * @enum {string}
             */
            encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "iso-8859-2" | "iso-8859-15" | "macintosh" | "shift_jis" | "gb18030" | "big5" | "euc-kr";
            /**
             * @description Of CSV. Default: the one that the header has most often.
             * @enum {string}
             */
            separator?: "," | ";" | "\t" | "|";
            /** @description Of a workbook, the name of the sheet. Default: the first. */
            sheet?: string;
            /**
             * @description Slug or UUID of the object whose records the rows become.
             * @example people
             */
            object: string;
            /**
             * @description For people; its ending says the format.
             * @example contacts.csv
             */
            file_name: string;
            /**
             * @description Size of the file.
             * @example 52
             */
            bytes: number;
            /**
             * @description Default: by the ending of the file name; csv where that says nothing.
             * @enum {string}
             */
            format?: "csv" | "ndjson" | "xlsx";
        };
        FileOptions: {
            /**
             * @description Of CSV and NDJSON. Default: that of the byte order mark, else UTF-8 or windows-1252.
             * @enum {string}
             */
            encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "iso-8859-2" | "iso-8859-15" | "macintosh" | "shift_jis" | "gb18030" | "big5" | "euc-kr";
            /**
             * @description Of CSV. Default: the one that the header has most often.
             * @enum {string}
             */
            separator?: "," | ";" | "\t" | "|";
            /** @description Of a workbook, the name of the sheet. Default: the first. */
            sheet?: string;
        };
        ColumnMapping: {
            /**
             * @description Its name in the file.
             * @example Email
             */
            column: string;
            /**
             * @description Slug or UUID.
             * @example email_addresses
             */
            attribute: string;
            /** @description Where several columns make one value: the part that this one holds, such as first_name, city or currency_code. */
            part?: string;
            /**
             * @description What stands between several values in one cell.
             * @example ;
             */
            split?: string;
            /** @description Values are added to those of the record; otherwise they replace them. */
            append?: boolean;
            /** @description Of a reference: the unique attribute of the other object that the cells hold. */
            match?: string;
            /** @description With match: a record that is not there is made. */
            create?: boolean;
            /**
             * @description Of dates that do not begin with the year, such as 28.02.2026.
             * @enum {string}
             */
            date_order?: "dmy" | "mdy" | "ymd";
            /**
             * @description What stands before the decimals. Default: the last of both, a point where there is one only.
             * @enum {string}
             */
            decimal?: "." | ",";
            /**
             * @description Of amounts whose cells name no currency.
             * @example EUR
             */
            currency_code?: string;
            /** @description Of phone numbers without a calling code: ISO 3166. */
            country?: string;
        };
        Mapping: {
            /**
             * @description Slug or UUID of a unique attribute: a row updates the record that holds its value, and makes one where there is none. Without it each row makes a record.
             * @example email_addresses
             */
            match?: string;
            /** @description Columns that are not named are left out. */
            columns: components["schemas"]["ColumnMapping"][];
        };
        ExportPerson: {
            /**
             * @description E-mail address of the person.
             * @example grace@example.com
             */
            email: string;
        };
        ErasePerson: {
            /**
             * @description E-mail address of the person.
             * @example grace@example.com
             */
            email: string;
            /**
             * @description Slugs or UUIDs of objects whose records are erased as well where they refer to the person and to nothing else. Default: notes, tasks and activities.
             * @example [
             *       "notes"
             *     ]
             */
            also?: string[];
            /** @description true: only count what there is, and erase nothing. */
            dry_run?: boolean;
            /** @description The `digest` of a dry run: nothing is erased if there is something else to erase by now. */
            expect_digest?: string;
        };
        UpdateConversation: {
            /**
             * @description false makes it unread again.
             * @example true
             */
            read?: boolean;
            starred?: boolean;
            archived?: boolean;
            /** @description A blocked conversation is not shown to you any more. */
            blocked?: boolean;
        };
        CreateDraft: {
            /** @description The text of the message; how long it may be depends on the channel. */
            body?: string;
            /** @description Only of mail. */
            subject?: string | null;
            /** @description Id of the message that is answered, on the same channel; the draft joins its conversation. */
            reply_to?: string | null;
            /**
             * @description Mail addresses, a phone number such as +14155550100, or the id of the person on the channel. If left out of a reply, the recipients come from the answered message. Only mail has several.
             * @example [
             *       "ines@example.com"
             *     ]
             */
            to?: string[];
            /** @description Only of mail. */
            cc?: string[];
            /** @enum {string} */
            channel: "gmail" | "outlook" | "whatsapp" | "facebook" | "instagram";
        };
        UpdateDraft: {
            /** @description The text of the message; how long it may be depends on the channel. */
            body?: string;
            /** @description Only of mail. */
            subject?: string | null;
            /** @description Id of the message that is answered, on the same channel; the draft joins its conversation. */
            reply_to?: string | null;
            /**
             * @description Mail addresses, a phone number such as +14155550100, or the id of the person on the channel. If left out of a reply, the recipients come from the answered message. Only mail has several.
             * @example [
             *       "ines@example.com"
             *     ]
             */
            to?: string[];
            /** @description Only of mail. */
            cc?: string[];
            /** @enum {string} */
            channel?: "gmail" | "outlook" | "whatsapp" | "facebook" | "instagram";
        };
        CreateBlock: {
            /** @enum {string} */
            channel: "gmail" | "outlook" | "whatsapp" | "facebook" | "instagram";
            /**
             * @description As it is shown in `people` of a conversation.
             * @example ines@example.com
             */
            address: string;
        };
        CreateObject: {
            /**
             * @description Lower-case letters, digits, "-" and "_"; used in paths.
             * @example projects
             */
            slug: string;
            /** @example Project */
            singular_noun: string;
            /** @example Projects */
            plural_noun: string;
        };
        UpdateObject: {
            /** @example Client */
            singular_noun?: string;
            /** @example Clients */
            plural_noun?: string;
            /**
             * Format: date-time
             * @description Archives the object; null restores it.
             */
            archived_at?: string | null;
        };
        CreateOption: {
            /** @example Enterprise */
            title: string;
            /** @description Defaults to the end. */
            sort_order?: number;
        };
        UpdateOption: {
            title?: string;
            sort_order?: number;
            /**
             * Format: date-time
             * @description Archives it; null restores it.
             */
            archived_at?: string | null;
        };
        StageConfig: {
            is_closed?: boolean;
            is_won?: boolean;
            is_lost?: boolean;
        };
        CreateStage: {
            /** @example Enterprise */
            title: string;
            /** @description Defaults to the end. */
            sort_order?: number;
            config?: components["schemas"]["StageConfig"];
        };
        UpdateStage: {
            title?: string;
            sort_order?: number;
            /**
             * Format: date-time
             * @description Archives it; null restores it.
             */
            archived_at?: string | null;
            config?: components["schemas"]["StageConfig"];
        };
        RecordReferenceConfig: {
            /** @description Ids or slugs of the objects that a reference may point at; an empty list means any object. */
            allowed_object_ids?: string[] | null;
        };
        AttributeConfig: {
            currency?: null;
            record_reference?: components["schemas"]["RecordReferenceConfig"] | null;
        };
        OtherSide: {
            /** Format: uuid */
            attribute_id: string;
            /** Format: uuid */
            object_id: string;
        };
        Relationship: {
            /** @description The other side, as it was read; it cannot be changed. */
            id?: components["schemas"]["OtherSide"];
            /** @description Id or slug of the object on the other side. */
            target_object_id?: string;
            /**
             * @description Title of the attribute on the other side.
             * @example Projects
             */
            inverse_title?: string;
            /**
             * @description Seen from this side: with many-to-one, many records of this object refer to one record of the other.
             * @enum {string}
             */
            cardinality?: "one-to-one" | "one-to-many" | "many-to-one" | "many-to-many";
        };
        StageDelta: {
            /** @description The one to change, by its id or as it was read; without it, a new one is created. */
            id?: string | {
                [key: string]: unknown;
            };
            /** @example Enterprise */
            title?: string;
            sort_order?: number;
            /** Format: date-time */
            archived_at?: string | null;
            config?: components["schemas"]["StageConfig"];
        };
        OptionDelta: {
            /** @description The one to change, by its id or as it was read; without it, a new one is created. */
            id?: string | {
                [key: string]: unknown;
            };
            /** @example Enterprise */
            title?: string;
            sort_order?: number;
            /** Format: date-time */
            archived_at?: string | null;
        };
        CreateAttribute: {
            description?: string | null;
            is_required?: boolean;
            /** @description No two records may have the same value. If switched on later, it applies to values written from then on; existing values stay and are not checked. */
            is_unique?: boolean;
            is_multi_select?: boolean;
            /** @description Used for new records that are created without a value for the attribute. "me", of type actor-reference, stands for the member who creates the record. */
            default_value?: string | null;
            config?: components["schemas"]["AttributeConfig"] | null;
            /** @description Required if type is relationship; for other types null, as it is read. */
            relationship?: components["schemas"]["Relationship"] | null;
            sort_order?: number;
            /** @description Stages of a pipeline; those not mentioned stay unchanged. At most 500, including archived ones. */
            stages?: components["schemas"]["StageDelta"][];
            /** @description Options of a select or multi-select; those not mentioned stay unchanged. At most 500, including archived ones. */
            options?: components["schemas"]["OptionDelta"][];
            /** @example priority */
            slug: string;
            /** @example Priority */
            title: string;
            /** @enum {string} */
            type: "name" | "personal-name" | "website" | "email-address" | "text" | "date" | "timestamp" | "number" | "checkbox" | "select" | "multi-select" | "currency" | "record-reference" | "actor-reference" | "location" | "phone-number" | "pipeline" | "relationship";
        };
        UpdateAttribute: {
            description?: string | null;
            is_required?: boolean;
            /** @description No two records may have the same value. If switched on later, it applies to values written from then on; existing values stay and are not checked. */
            is_unique?: boolean;
            is_multi_select?: boolean;
            /** @description Used for new records that are created without a value for the attribute. "me", of type actor-reference, stands for the member who creates the record. */
            default_value?: string | null;
            config?: components["schemas"]["AttributeConfig"] | null;
            /** @description Required if type is relationship; for other types null, as it is read. */
            relationship?: components["schemas"]["Relationship"] | null;
            sort_order?: number;
            /** @description Stages of a pipeline; those not mentioned stay unchanged. At most 500, including archived ones. */
            stages?: components["schemas"]["StageDelta"][];
            /** @description Options of a select or multi-select; those not mentioned stay unchanged. At most 500, including archived ones. */
            options?: components["schemas"]["OptionDelta"][];
            /** @example Priority */
            title?: string;
            /** @enum {string} */
            type?: "name" | "personal-name" | "website" | "email-address" | "text" | "date" | "timestamp" | "number" | "checkbox" | "select" | "multi-select" | "currency" | "record-reference" | "actor-reference" | "location" | "phone-number" | "pipeline" | "relationship";
            /**
             * Format: date-time
             * @description Archives the attribute; null restores it.
             */
            archived_at?: string | null;
        };
        CreateWebhook: {
            description?: string | null;
            /**
             * @description Event kinds; default: all.
             * @example [
             *       "record.created"
             *     ]
             */
            kinds?: string[] | null;
            /**
             * @description Slug or UUID of an object.
             * @example people
             */
            object?: string | null;
            /** @description The same as `object`, under the name that responses use. */
            object_id?: string | null;
            /** @description Slugs or UUIDs of attributes, one of which must have changed. */
            attributes?: string[] | null;
            /** @description The same as `attributes`, under the name that responses use. */
            attribute_ids?: string[] | null;
            /** @description Slug or UUID of a view: only events of records that it holds when they are sent. Without `object` it is that of the view. A view with `me` or with 25 conditions is refused, and so are kinds that are not about records that exist. */
            view?: string | null;
            /** @description The same as `view`, under the name that responses use. */
            view_id?: string | null;
            /** @example https://crm.example/events */
            url: string;
        };
        UpdateWebhook: {
            description?: string | null;
            /**
             * @description Event kinds; default: all.
             * @example [
             *       "record.created"
             *     ]
             */
            kinds?: string[] | null;
            /**
             * @description Slug or UUID of an object.
             * @example people
             */
            object?: string | null;
            /** @description The same as `object`, under the name that responses use. */
            object_id?: string | null;
            /** @description Slugs or UUIDs of attributes, one of which must have changed. */
            attributes?: string[] | null;
            /** @description The same as `attributes`, under the name that responses use. */
            attribute_ids?: string[] | null;
            /** @description Slug or UUID of a view: only events of records that it holds when they are sent. Without `object` it is that of the view. A view with `me` or with 25 conditions is refused, and so are kinds that are not about records that exist. */
            view?: string | null;
            /** @description The same as `view`, under the name that responses use. */
            view_id?: string | null;
            url?: string;
            /** @enum {string} */
            status?: "active" | "disabled";
        };
        Replay: {
            /**
             * @description Everything after this position is sent again; 0 is the beginning.
             * @example 41
             */
            after: number;
        };
        Filter: {
            /**
             * @description Slug or id of an attribute. A dot leads to a part of its values: `email_addresses.email_domain`. In a query it also leads to other records: over one reference, `company.location.country`, or back, from the object whose records refer to these, `deals.stage`; and `created_at`, `updated_at`, `created_by` and `record_id` can be named.
             * @example job_title
             */
            attribute: string;
            /**
             * @description Operators and the types they fit: `eq`, `not_eq`: all types except location; `in`, `not_in`: all types except checkbox, location; `lt`, `lte`, `gt`, `gte`, `between`: date, timestamp, number, currency; `starts_with`, `ends_with`, `contains`: name, personal-name, website, email-address, text, phone-number; `is_empty`, `is_not_empty`: all types. `is_empty` and `is_not_empty` take no `value`; `in` and `not_in` take an array of at most 50, `between` one of two, both included. `not_eq` and `not_in` are `eq` and `in` negated: they also hold where there is no value.
             * @enum {string}
             */
            operator: "eq" | "not_eq" | "in" | "not_in" | "lt" | "lte" | "gt" | "gte" | "between" | "starts_with" | "ends_with" | "contains" | "is_empty" | "is_not_empty";
            /**
             * @description A value as it is written into records, or shorter: an amount without its currency, a full name, the id or slug of a record. In a query, dates may be relative (`"today"`, `"this_month"`, `"last_quarter"`, `{"days_ago": 30}`), and a member may be an e-mail address or `"me"`. Text comparison is case-insensitive. `contains` searches only the first 64 characters of a text; use `query` to find words anywhere in it.
             * @example Engineer
             */
            value?: string | number | boolean | Record<string, never> | (string | number | boolean | Record<string, never>)[];
            /**
             * @description How many of several values have to meet the condition: any (the default), all (at least one), or none.
             * @enum {string}
             */
            match?: "any" | "all" | "none";
        };
        Action: {
            /** @enum {string} */
            type: "set_values" | "create_record" | "call_webhook";
            /** @description For create_record: slug or UUID of the object. */
            object?: string;
            /** @description For set_values and create_record: values as they are written to a record. */
            values?: components["schemas"]["RecordInput"];
            /**
             * Format: uuid
             * @description For call_webhook: UUID of the webhook.
             */
            webhook_id?: string;
        };
        CreateAutomation: {
            /** @example Welcome new companies */
            name: string;
            /**
             * @example record.created
             * @enum {string}
             */
            kind: "record.created" | "record.updated" | "record.trashed" | "record.restored" | "RecordDeletedEvent";
            /**
             * @description Slug or UUID of an object; required, as `object` or as `object_id`.
             * @example companies
             */
            object?: string;
            /** @description The same as `object`, under the name that responses use. */
            object_id?: string;
            /** @description The automation runs only if all of them are met; at most 10. The operators have the same meaning as in a record query: `contains` searches only the first 64 characters of a text, so an automation does not run for words after them; `eq`, `in` and `starts_with` compare the whole text. */
            condition?: components["schemas"]["Filter"][];
            /** @description Slug or UUID of a view of the object: the automation runs only if the view holds the record when it runs. A view with `me` is refused, and so is one with 25 conditions. A deleted record is in no view. */
            view?: string | null;
            /** @description The same as `view`, under the name that responses use. */
            view_id?: string | null;
            /** @description At most 5; they run in this order. */
            actions: components["schemas"]["Action"][];
            /** @enum {string} */
            status?: "active" | "disabled";
        };
        UpdateAutomation: {
            name?: string;
            /** @enum {string} */
            kind?: "record.created" | "record.updated" | "record.trashed" | "record.restored" | "RecordDeletedEvent";
            /** @description Slug or UUID of an object. */
            object?: string;
            /** @description The same as `object`, under the name that responses use. */
            object_id?: string;
            /** @description The automation runs only if all of them are met; at most 10. The operators have the same meaning as in a record query: `contains` searches only the first 64 characters of a text, so an automation does not run for words after them; `eq`, `in` and `starts_with` compare the whole text. */
            condition?: components["schemas"]["Filter"][];
            /** @description Slug or UUID of a view of the object: the automation runs only if the view holds the record when it runs. A view with `me` is refused, and so is one with 25 conditions. A deleted record is in no view. */
            view?: string | null;
            /** @description The same as `view`, under the name that responses use. */
            view_id?: string | null;
            actions?: components["schemas"]["Action"][];
            /** @enum {string} */
            status?: "active" | "disabled";
        };
        /**
         * @example {
         *       "id": {
         *         "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
         *         "object_id": "0199a0c0-0000-7000-8000-000000000002"
         *       },
         *       "slug": "people",
         *       "version": 1,
         *       "singular_noun": "Person",
         *       "plural_noun": "People",
         *       "created_at": "2026-01-15T09:30:00.000Z",
         *       "epithet_path": {
         *         "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
         *         "object_id": "0199a0c0-0000-7000-8000-000000000002"
         *       },
         *       "is_system_object": true,
         *       "archived_at": null
         *     }
         */
        Object: {
            id: {
                /** Format: uuid */
                workspace_id: string;
                /** Format: uuid */
                object_id: string;
            };
            slug: string;
            /** @description Rises by 1 with each write that changes it. */
            version: number;
            singular_noun: string;
            plural_noun: string;
            /** Format: date-time */
            created_at: string;
            epithet_path: {
                attribute_id: string;
                object_id: string;
            };
            is_system_object: boolean;
            /** Format: date-time */
            archived_at: string | null;
        };
        /**
         * @example {
         *       "id": {
         *         "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
         *         "object_id": "0199a0c0-0000-7000-8000-000000000002",
         *         "attribute_id": "0199a0c0-0000-7000-8000-000000000003"
         *       },
         *       "created_at": "2026-01-15T09:30:00.000Z",
         *       "archived_at": null,
         *       "slug": "company",
         *       "version": 1,
         *       "title": "Company",
         *       "description": null,
         *       "type": "record-reference",
         *       "is_required": false,
         *       "is_unique": false,
         *       "is_multi_select": false,
         *       "is_system_attribute": true,
         *       "default_value": null,
         *       "config": {
         *         "currency": null,
         *         "record_reference": {
         *           "allowed_object_ids": [
         *             "0199a0c0-0000-7000-8000-000000000002"
         *           ]
         *         }
         *       },
         *       "relationship": null,
         *       "sort_order": 4
         *     }
         */
        Attribute: {
            id: {
                /** Format: uuid */
                workspace_id: string;
                /** Format: uuid */
                object_id: string;
                /** Format: uuid */
                attribute_id: string;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            archived_at: string | null;
            slug: string;
            /** @description Rises by 1 with each write that changes it. */
            version: number;
            title: string;
            description: string | null;
            /** @enum {string} */
            type: "name" | "personal-name" | "website" | "email-address" | "text" | "date" | "timestamp" | "number" | "checkbox" | "select" | "multi-select" | "currency" | "record-reference" | "actor-reference" | "location" | "phone-number" | "pipeline" | "relationship";
            is_required: boolean;
            is_unique: boolean;
            is_multi_select: boolean;
            is_system_attribute: boolean;
            default_value: string | null;
            config: {
                currency: null;
                record_reference: {
                    allowed_object_ids: string[];
                };
            };
            relationship: null | {
                id: {
                    /** Format: uuid */
                    attribute_id: string;
                    /** Format: uuid */
                    object_id: string;
                };
                cardinality: string;
            };
            sort_order: number;
        };
        /**
         * @example {
         *       "id": {
         *         "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
         *         "object_id": "0199a0c0-0000-7000-8000-000000000002",
         *         "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
         *         "option_id": "0199a0c0-0000-7000-8000-000000000005"
         *       },
         *       "title": "Enterprise",
         *       "sort_order": 0,
         *       "archived_at": null
         *     }
         */
        Option: {
            id: {
                /** Format: uuid */
                workspace_id: string;
                /** Format: uuid */
                object_id: string;
                /** Format: uuid */
                attribute_id: string;
                /** Format: uuid */
                option_id: string;
            };
            title: string;
            sort_order: number;
            /** Format: date-time */
            archived_at: string | null;
        };
        /**
         * @example {
         *       "id": {
         *         "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
         *         "object_id": "0199a0c0-0000-7000-8000-000000000002",
         *         "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
         *         "stage_id": "0199a0c0-0000-7000-8000-000000000005"
         *       },
         *       "title": "Won",
         *       "sort_order": 4,
         *       "config": {
         *         "is_closed": true,
         *         "is_won": true,
         *         "is_lost": false
         *       },
         *       "archived_at": null
         *     }
         */
        Stage: {
            id: {
                /** Format: uuid */
                workspace_id: string;
                /** Format: uuid */
                object_id: string;
                /** Format: uuid */
                attribute_id: string;
                /** Format: uuid */
                stage_id: string;
            };
            title: string;
            sort_order: number;
            config: {
                is_closed: boolean;
                is_won: boolean;
                is_lost: boolean;
            };
            /** Format: date-time */
            archived_at: string | null;
        };
        /**
         * @example {
         *       "id": {
         *         "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
         *         "object_id": "0199a0c0-0000-7000-8000-000000000002",
         *         "record_id": "0199a0c0-0000-7000-8000-000000000004"
         *       },
         *       "slug": "quiet-harbour-00BqvCXmEpHfAWf0ViWZFs",
         *       "version": 1,
         *       "values": {
         *         "name": [
         *           {
         *             "active_from": "2026-01-15T09:30:00.000Z",
         *             "active_until": null,
         *             "attribute_slug": "name",
         *             "attribute_type": "name",
         *             "created_by": {
         *               "type": "api-key",
         *               "id": "0199a0c0-0000-7000-8000-000000000006"
         *             },
         *             "value": "Quiet Harbour"
         *           }
         *         ]
         *       },
         *       "created_at": "2026-01-15T09:30:00.000Z",
         *       "updated_at": "2026-01-15T09:30:00.000Z",
         *       "created_by": {
         *         "type": "api-key",
         *         "id": "0199a0c0-0000-7000-8000-000000000006"
         *       },
         *       "created_via": {
         *         "via_import": false,
         *         "origin_name": "rest-api",
         *         "actor_name": "Website forms"
         *       }
         *     }
         */
        Record: {
            id: {
                /** Format: uuid */
                workspace_id: string;
                /** Format: uuid */
                object_id: string;
                /** Format: uuid */
                record_id: string;
            };
            slug: string;
            /** @description Rises by 1 with each write that changes it. Left out where you may not read. */
            version?: number;
            values: {
                [key: string]: components["schemas"]["AttributeValue"][];
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            created_via: {
                via_import: boolean;
                origin_name: string;
                actor_name: string;
                /** Format: uuid */
                import_job_id?: string;
                import_file_name?: string;
            };
            /** @description With show_historic: previous values older than those shown are left out; the timeline has all of them. */
            has_more_history?: boolean;
        };
        /**
         * @example {
         *       "attribute": "name",
         *       "attribute_type": "name",
         *       "before": [
         *         {
         *           "value": "Silent Harbour"
         *         }
         *       ],
         *       "after": [
         *         {
         *           "value": "Quiet Harbour"
         *         }
         *       ],
         *       "changed_at": "2026-01-15T09:30:00.000Z",
         *       "created_by": {
         *         "type": "api-key",
         *         "id": "0199a0c0-0000-7000-8000-000000000006",
         *         "name": "Website forms"
         *       }
         *     }
         */
        Difference: {
            /** @description Slug of an attribute. */
            attribute: string;
            attribute_type: string;
            /** @description What it held at the first moment. */
            before: Record<string, never>[];
            /** @description What it held at the second moment. */
            after: Record<string, never>[];
            /**
             * Format: date-time
             * @description The moment of the last change within the span.
             */
            changed_at: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
                name: string | null;
            };
        };
        /**
         * @example {
         *       "object": "companies",
         *       "id": "0199a0c0-0000-7000-8000-000000000004",
         *       "name": "Quiet Harbour",
         *       "matched": [
         *         {
         *           "attribute": "name",
         *           "text": "Quiet Harbour"
         *         }
         *       ]
         *     }
         */
        FoundRecord: {
            /** @description Slug of its object. */
            object: string;
            /** Format: uuid */
            id: string;
            /** @description Its display text. */
            name: string | null;
            matched: {
                /** @description Slug of an attribute. */
                attribute: string;
                text: string;
            }[];
        };
        NameValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "name";
            value: string;
        };
        PersonalNameValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "personal-name";
            first_name: string;
            last_name: string;
            full_name: string;
        };
        WebsiteValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "website";
            value: string;
            domain: string;
            root_domain: string;
        };
        EmailAddressValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "email-address";
            email_address: string;
            original_email_address: string;
            email_domain: string;
            email_root_domain: string;
            email_local_specifier: string;
        };
        TextValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "text";
            value: string;
        };
        DateValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "date";
            /** Format: date */
            value: string;
        };
        TimestampValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "timestamp";
            /** Format: date-time */
            value: string;
        };
        NumberValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "number";
            value: number;
        };
        CheckboxValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "checkbox";
            value: boolean;
        };
        SelectValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "select";
            option: {
                id: {
                    /** Format: uuid */
                    workspace_id: string;
                    /** Format: uuid */
                    object_id: string;
                    /** Format: uuid */
                    attribute_id: string;
                    /** Format: uuid */
                    option_id: string;
                };
                title: string;
                sort_order: number;
                /** Format: date-time */
                archived_at: string | null;
            } | null;
        };
        MultiSelectValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "multi-select";
            option: {
                id: {
                    /** Format: uuid */
                    workspace_id: string;
                    /** Format: uuid */
                    object_id: string;
                    /** Format: uuid */
                    attribute_id: string;
                    /** Format: uuid */
                    option_id: string;
                };
                title: string;
                sort_order: number;
                /** Format: date-time */
                archived_at: string | null;
            } | null;
        };
        CurrencyValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "currency";
            currency_value: number;
            currency_code: string;
        };
        RecordReferenceValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "record-reference";
            /** Format: uuid */
            target_object: string;
            /** Format: uuid */
            target_record: string;
            display_name?: string;
            target_deleted: boolean;
        };
        ActorReferenceValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "actor-reference";
            /** @enum {string} */
            actor_reference_type: "user";
            /** Format: uuid */
            actor_reference_id: string;
        };
        LocationValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "location";
            line1: string;
            line2: string | null;
            line3: string | null;
            city: string;
            state: string;
            postal_code: string;
            country: string;
        };
        PhoneNumberValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "phone-number";
            phone_number: string;
            country_code: string | null;
        };
        PipelineValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "pipeline";
            stage: {
                id: {
                    /** Format: uuid */
                    workspace_id: string;
                    /** Format: uuid */
                    object_id: string;
                    /** Format: uuid */
                    attribute_id: string;
                    /** Format: uuid */
                    stage_id: string;
                };
                title: string;
                sort_order: number;
                config: {
                    is_closed: boolean;
                    is_won: boolean;
                    is_lost: boolean;
                };
                /** Format: date-time */
                archived_at: string | null;
            } | null;
        };
        RelationshipValue: {
            /** Format: date-time */
            active_from: string;
            /** Format: date-time */
            active_until: string | null;
            attribute_slug: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** @description The interface through which the value was written; shown with the history. */
            via?: Record<string, never> | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            attribute_type: "relationship";
            /** Format: uuid */
            target_object: string;
            /** Format: uuid */
            target_record: string;
            display_name?: string;
            target_deleted: boolean;
        };
        AttributeValue: components["schemas"]["NameValue"] | components["schemas"]["PersonalNameValue"] | components["schemas"]["WebsiteValue"] | components["schemas"]["EmailAddressValue"] | components["schemas"]["TextValue"] | components["schemas"]["DateValue"] | components["schemas"]["TimestampValue"] | components["schemas"]["NumberValue"] | components["schemas"]["CheckboxValue"] | components["schemas"]["SelectValue"] | components["schemas"]["MultiSelectValue"] | components["schemas"]["CurrencyValue"] | components["schemas"]["RecordReferenceValue"] | components["schemas"]["ActorReferenceValue"] | components["schemas"]["LocationValue"] | components["schemas"]["PhoneNumberValue"] | components["schemas"]["PipelineValue"] | components["schemas"]["RelationshipValue"];
        /** @description One value, as its type is written. */
        ValueInput: (string | {
            value: string;
        }) | ({
            first_name: string;
            last_name: string;
        } | string) | (string | {
            value: string;
            domain?: string;
            root_domain?: string;
        }) | (string | {
            email_address?: string;
            original_email_address?: string;
            email_domain?: string;
            email_root_domain?: string;
            email_local_specifier?: string;
        }) | (string | {
            value: string;
        }) | (string | {
            /** Format: date */
            value: string;
        }) | (string | {
            /** Format: date-time */
            value: string;
        }) | (number | {
            value: number;
        }) | (boolean | {
            value: boolean;
        }) | (string | {
            option: string | {
                id: {
                    /** Format: uuid */
                    option_id: string;
                };
            };
        }) | (string | {
            option: string | {
                id: {
                    /** Format: uuid */
                    option_id: string;
                };
            };
        }) | {
            currency_value: number;
            currency_code: string;
        } | ({
            /** @description UUID or slug of the record. */
            id: string;
            /** @description Slug or UUID of its object; only needed where the attribute may point at several objects. */
            type?: string;
            /** @description As it was read; ignored. */
            name?: string;
        } | {
            target_object: string;
            target_record: string;
        }) | ({
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            type: "user";
        } | {
            /** @enum {string} */
            actor_reference_type: "user";
            /** Format: uuid */
            actor_reference_id: string;
        } | string) | {
            line1: string;
            line2?: string | null;
            line3?: string | null;
            city: string;
            state: string;
            postal_code: string;
            country: string;
        } | (string | {
            phone_number: string;
            country_code: string | null;
        }) | (string | {
            stage: string | {
                id: {
                    /** Format: uuid */
                    stage_id: string;
                };
            };
        }) | ({
            /** @description UUID or slug of the record. */
            id: string;
            /** @description Slug or UUID of its object; only needed where the attribute may point at several objects. */
            type?: string;
            /** @description As it was read; ignored. */
            name?: string;
        } | {
            target_object: string;
            target_record: string;
        }) | {
            match: {
                [key: string]: unknown;
            };
            create?: boolean;
            type?: string;
        };
        /**
         * @description Attribute slug or id -> one value, or an array of at most 50.
         * @example {
         *       "name": {
         *         "first_name": "Ada",
         *         "last_name": "Example"
         *       },
         *       "email_addresses": [
         *         "ada@example.com"
         *       ]
         *     }
         */
        RecordInput: {
            [key: string]: null | components["schemas"]["ValueInput"] | components["schemas"]["ValueInput"][] | {
                append?: null | components["schemas"]["ValueInput"] | components["schemas"]["ValueInput"][];
                remove?: null | components["schemas"]["ValueInput"] | components["schemas"]["ValueInput"][];
            };
        };
        BatchItem: {
            /** @enum {string} */
            op: "create" | "update" | "upsert" | "delete" | "trash" | "restore";
            /** @description No other than that of the address. */
            object?: string;
            /** @description Id or slug of the record, or the record of an earlier item. For update, delete, trash and restore. */
            record?: string | {
                $ref: string;
            };
            /** @description Slug or id of a unique attribute. For upsert. */
            match?: string;
            /** @description As for a single record, for create, update and upsert. `{"$ref": "<ref>"}` stands for a reference to the record of an earlier item. */
            data?: Record<string, never>;
            /**
             * @description For delete: the record is one in the trash.
             * @enum {string}
             */
            trashed?: "only";
            /** @description The version that the record must have, as with `If-Match`. Not for create. */
            expected_version?: number;
            /** @description A name for its record, for later items. */
            ref?: string;
        };
        ObjectBatchItem: {
            /** @enum {string} */
            op: "create" | "update" | "upsert" | "delete" | "trash" | "restore";
            /** @description Slug or id of the object. */
            object: string;
            /** @description Id or slug of the record, or the record of an earlier item. For update, delete, trash and restore. */
            record?: string | {
                $ref: string;
            };
            /** @description Slug or id of a unique attribute. For upsert. */
            match?: string;
            /** @description As for a single record, for create, update and upsert. `{"$ref": "<ref>"}` stands for a reference to the record of an earlier item. */
            data?: Record<string, never>;
            /**
             * @description For delete: the record is one in the trash.
             * @enum {string}
             */
            trashed?: "only";
            /** @description The version that the record must have, as with `If-Match`. Not for create. */
            expected_version?: number;
            /** @description A name for its record, for later items. */
            ref?: string;
        };
        /**
         * @example {
         *       "group": {
         *         "stage": {
         *           "id": "0197f000-0000-7000-8000-0000000000c1",
         *           "title": "Won"
         *         }
         *       },
         *       "measures": [
         *         {
         *           "function": "count",
         *           "value": 12
         *         },
         *         {
         *           "function": "sum",
         *           "attribute": "value",
         *           "value": 99.5,
         *           "currency_code": "EUR"
         *         }
         *       ]
         *     }
         */
        RecordGroup: {
            /** @description By the slug of its attribute, what the records have in common: `{id, title}` of an option or a stage, `{id, name}` of a record, `{id, name, email}` of a member, true or false, or the days as `2026-11-23` (of a week the first), `2026-11`, `2026-Q4` or `2026`. null: they have no value. */
            group: {
                [key: string]: unknown;
            };
            measures: {
                /** @enum {string} */
                function: "count" | "count_distinct" | "sum" | "avg" | "min" | "max";
                attribute?: string;
                /** @description A text where dates are measured; null without values. */
                value: number | string | null;
                /** @description Only of amounts. null in the row of records that have none. */
                currency_code?: string | null;
            }[];
        };
        /** @description All groups that are not shown, together. `avg` and `count_distinct` are left out, and amounts have an entry for each currency. */
        OtherGroups: {
            groups: number;
            measures: {
                /** @enum {string} */
                function: "count" | "count_distinct" | "sum" | "avg" | "min" | "max";
                attribute?: string;
                /** @description A text where dates are measured; null without values. */
                value: number | string | null;
                /** @description Only of amounts. null in the row of records that have none. */
                currency_code?: string | null;
            }[];
        };
        /**
         * @example {
         *       "id": "0199a0c0-0000-7000-8000-000000000011",
         *       "channel": "gmail",
         *       "external_id": "18d0c0ffee000001",
         *       "archived_at": null,
         *       "last_read_at": null,
         *       "starred_at": null,
         *       "unread": true,
         *       "last_activity_at": "2026-01-15T09:30:00.000Z",
         *       "subject": "The new pier",
         *       "begun_here": false,
         *       "people": [
         *         {
         *           "address": "ines@example.com",
         *           "display_name": "Ines Example"
         *         }
         *       ]
         *     }
         */
        Conversation: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            channel: "gmail" | "outlook" | "whatsapp" | "facebook" | "instagram";
            external_id: string | null;
            /** Format: date-time */
            archived_at: string | null;
            /** Format: date-time */
            last_read_at: string | null;
            /** Format: date-time */
            starred_at: string | null;
            unread: boolean | null;
            /** Format: date-time */
            last_activity_at: string;
            subject: string | null;
            /** @description Whether this workspace started it. */
            begun_here: boolean | null;
            /** @description Who else takes part; only the first ones if there are many. */
            people: {
                address: string;
                display_name: string | null;
            }[];
        };
        /**
         * @example {
         *       "id": "0199a0c0-0000-7000-8000-000000000011",
         *       "channel": "gmail",
         *       "external_id": "18d0c0ffee000001",
         *       "archived_at": null,
         *       "last_read_at": "2026-01-15T09:30:00.000Z",
         *       "starred_at": null,
         *       "unread": false,
         *       "last_activity_at": "2026-01-15T09:30:00.000Z",
         *       "subject": "The new pier",
         *       "begun_here": false,
         *       "people": [
         *         {
         *           "address": "ines@example.com",
         *           "display_name": "Ines Example"
         *         }
         *       ],
         *       "blocked": false
         *     }
         */
        ChangedConversation: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            channel: "gmail" | "outlook" | "whatsapp" | "facebook" | "instagram";
            external_id: string | null;
            /** Format: date-time */
            archived_at: string | null;
            /** Format: date-time */
            last_read_at: string | null;
            /** Format: date-time */
            starred_at: string | null;
            unread: boolean | null;
            /** Format: date-time */
            last_activity_at: string;
            subject: string | null;
            /** @description Whether this workspace started it. */
            begun_here: boolean | null;
            /** @description Who else takes part; only the first ones if there are many. */
            people: {
                address: string;
                display_name: string | null;
            }[];
            blocked: boolean;
        };
        /**
         * @example {
         *       "id": "0199a0c0-0000-7000-8000-000000000011",
         *       "channel": "gmail",
         *       "external_id": "18d0c0ffee000001",
         *       "archived_at": null,
         *       "last_read_at": null,
         *       "starred_at": null,
         *       "unread": true,
         *       "last_activity_at": "2026-01-15T09:30:00.000Z",
         *       "subject": "The new pier",
         *       "begun_here": false,
         *       "people": [
         *         {
         *           "address": "ines@example.com",
         *           "display_name": "Ines Example"
         *         }
         *       ],
         *       "in_my_inbox": true
         *     }
         */
        RecordConversation: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            channel: "gmail" | "outlook" | "whatsapp" | "facebook" | "instagram";
            external_id: string | null;
            /** Format: date-time */
            archived_at: string | null;
            /** Format: date-time */
            last_read_at: string | null;
            /** Format: date-time */
            starred_at: string | null;
            unread: boolean | null;
            /** Format: date-time */
            last_activity_at: string;
            subject: string | null;
            /** @description Whether this workspace started it. */
            begun_here: boolean | null;
            /** @description Who else takes part; only the first ones if there are many. */
            people: {
                address: string;
                display_name: string | null;
            }[];
            /** @description If false, nothing private is shown, and getting the conversation is 404. */
            in_my_inbox: boolean;
        };
        /**
         * @example {
         *       "id": "0199a0c0-0000-7000-8000-000000000011",
         *       "channel": "gmail",
         *       "external_id": "18d0c0ffee000001",
         *       "archived_at": null,
         *       "last_read_at": null,
         *       "starred_at": null,
         *       "unread": true,
         *       "last_activity_at": "2026-01-15T09:30:00.000Z",
         *       "subject": "The new pier",
         *       "begun_here": false,
         *       "people": [
         *         {
         *           "address": "ines@example.com",
         *           "display_name": "Ines Example"
         *         }
         *       ],
         *       "messages": [
         *         {
         *           "id": "0199a0c0-0000-7000-8000-000000000012",
         *           "channel": "gmail",
         *           "direction": "inbound",
         *           "status": "sent",
         *           "from_outside": true,
         *           "from": {
         *             "address": "ines@example.com",
         *             "match": "record",
         *             "object": "people",
         *             "record_id": "0199a0c0-0000-7000-8000-000000000004",
         *             "display_name": "Ines Example"
         *           },
         *           "to": [
         *             {
         *               "address": "ada@example.com",
         *               "role": "to",
         *               "match": "none"
         *             }
         *           ],
         *           "cc": [],
         *           "subject": "The new pier",
         *           "body": "When can we meet?",
         *           "reply_to": null,
         *           "attachments": [
         *             {
         *               "filename": "pier.pdf",
         *               "content_type": "application/pdf",
         *               "size": 48213
         *             }
         *           ],
         *           "created_at": "2026-01-15T09:30:00.000Z",
         *           "sent_at": "2026-01-15T09:30:00.000Z"
         *         }
         *       ]
         *     }
         */
        Thread: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            channel: "gmail" | "outlook" | "whatsapp" | "facebook" | "instagram";
            external_id: string | null;
            /** Format: date-time */
            archived_at: string | null;
            /** Format: date-time */
            last_read_at: string | null;
            /** Format: date-time */
            starred_at: string | null;
            unread: boolean | null;
            /** Format: date-time */
            last_activity_at: string;
            subject: string | null;
            /** @description Whether this workspace started it. */
            begun_here: boolean | null;
            /** @description Who else takes part; only the first ones if there are many. */
            people: {
                address: string;
                display_name: string | null;
            }[];
            /** @description In the order in which they were sent. */
            messages: components["schemas"]["Message"][];
        };
        /**
         * @example {
         *       "id": "0199a0c0-0000-7000-8000-000000000012",
         *       "channel": "gmail",
         *       "direction": "inbound",
         *       "status": "sent",
         *       "from_outside": true,
         *       "from": {
         *         "address": "ines@example.com",
         *         "match": "record",
         *         "object": "people",
         *         "record_id": "0199a0c0-0000-7000-8000-000000000004",
         *         "display_name": "Ines Example"
         *       },
         *       "to": [
         *         {
         *           "address": "ada@example.com",
         *           "role": "to",
         *           "match": "none"
         *         }
         *       ],
         *       "cc": [],
         *       "subject": "The new pier",
         *       "body": "When can we meet?",
         *       "reply_to": null,
         *       "attachments": [
         *         {
         *           "filename": "pier.pdf",
         *           "content_type": "application/pdf",
         *           "size": 48213
         *         }
         *       ],
         *       "created_at": "2026-01-15T09:30:00.000Z",
         *       "sent_at": "2026-01-15T09:30:00.000Z"
         *     }
         */
        Message: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            channel: "gmail" | "outlook" | "whatsapp" | "facebook" | "instagram";
            /** @enum {string} */
            direction: "inbound" | "outbound";
            /** @enum {string} */
            status: "draft" | "pending" | "sent" | "failed";
            /** @description Whether it was written elsewhere: by somebody outside, or in the mailbox itself. */
            from_outside: boolean;
            from: {
                address: string;
                /**
                 * @description Whether a record has the address; if so, `object`, `record_id` and `display_name` are those of the record.
                 * @enum {string}
                 */
                match: "record" | "none";
                object?: string;
                /** Format: uuid */
                record_id?: string;
                display_name?: string | null;
            } | null;
            /** @description Where the sender wants replies (Reply-To), if not at `from`. */
            reply_addresses?: string[];
            author?: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            to: {
                address: string;
                /** @enum {string} */
                role: "to" | "cc";
                /**
                 * @description Whether a record has the address; if so, `object`, `record_id` and `display_name` are those of the record.
                 * @enum {string}
                 */
                match: "record" | "none";
                object?: string;
                /** Format: uuid */
                record_id?: string;
                display_name?: string | null;
            }[];
            cc: {
                address: string;
                /** @enum {string} */
                role: "to" | "cc";
                /**
                 * @description Whether a record has the address; if so, `object`, `record_id` and `display_name` are those of the record.
                 * @enum {string}
                 */
                match: "record" | "none";
                object?: string;
                /** Format: uuid */
                record_id?: string;
                display_name?: string | null;
            }[];
            subject: string | null;
            body: string;
            /**
             * @description Something is left out; `GET .../messages/{message}` shows it.
             * @constant
             */
            shortened?: true;
            /** @description The text goes on: the `offset` of its next part. */
            next_offset?: number;
            reply_to: string | null;
            /** @description Without their content. */
            attachments: {
                filename: string;
                content_type: string;
                size: number;
            }[];
            /** Format: date-time */
            created_at: string;
            /** @description Through what it was drafted, if that was here. */
            created_via?: {
                /** @enum {string} */
                origin: "rest-api" | "mcp" | "console" | "cli" | "system";
                /** @description The connection, if a client was used. */
                connection_id: string | null;
                /** @description What that client calls itself. It is not verified. */
                client_name: string | null;
            };
            /** @description Through what it was last changed while it was a draft. */
            updated_via?: {
                /** @enum {string} */
                origin: "rest-api" | "mcp" | "console" | "cli" | "system";
                /** @description The connection, if a client was used. */
                connection_id: string | null;
                /** @description What that client calls itself. It is not verified. */
                client_name: string | null;
            };
            /** @description Only of drafts: the number of its writes. */
            version?: number;
            /**
             * Format: date-time
             * @description Only of drafts.
             */
            updated_at?: string;
            /**
             * Format: date-time
             * @description Only of drafts that wait for you to send them.
             */
            approval_asked_at?: string;
            /** Format: date-time */
            queued_at?: string;
            /** Format: date-time */
            sent_at?: string;
            /** Format: date-time */
            delivered_at?: string;
            /** Format: date-time */
            read_at?: string;
            /** @description Beside `sent`: the provider accepted it and could not deliver it. `outcome_unknown`: it may have been delivered; look before you send it again. */
            failure_code?: string;
            failure_detail?: string;
        };
        /**
         * @example {
         *       "id": "0199a0c0-0000-7000-8000-000000000014",
         *       "type": "person",
         *       "channels": [
         *         "gmail",
         *         "outlook"
         *       ],
         *       "address": "offers@example.com",
         *       "conversation_id": null,
         *       "created_at": "2026-01-15T09:30:00.000Z"
         *     }
         */
        Block: {
            /**
             * Format: uuid
             * @description Of a blocked conversation, the id of the conversation.
             */
            id: string;
            /** @enum {string} */
            type: "person" | "conversation";
            /** @description Where it applies. */
            channels: ("gmail" | "outlook" | "whatsapp" | "facebook" | "instagram")[];
            address: string | null;
            conversation_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @example {
         *       "id": "0199a0c0-0000-7000-8000-000000000014",
         *       "deleted": true
         *     }
         */
        DeletedBlock: {
            /** Format: uuid */
            id: string;
            /** @constant */
            deleted: true;
        };
        /**
         * @example {
         *       "draft_id": "0199a0c0-0000-7000-8000-000000000012",
         *       "conversation_id": "0199a0c0-0000-7000-8000-000000000011",
         *       "version": 1,
         *       "channel": "gmail",
         *       "subject": "Re: The new pier",
         *       "body": "Tuesday at ten.",
         *       "reply_to": "0199a0c0-0000-7000-8000-000000000015",
         *       "to": [
         *         {
         *           "address": "ines@example.com",
         *           "role": "to",
         *           "match": "record",
         *           "object": "people",
         *           "record_id": "0199a0c0-0000-7000-8000-000000000004",
         *           "display_name": "Ines Example"
         *         }
         *       ],
         *       "cc": [],
         *       "created_at": "2026-01-15T09:30:00.000Z",
         *       "updated_at": "2026-01-15T09:30:00.000Z",
         *       "created_via": {
         *         "origin": "mcp",
         *         "connection_id": "0199a0c0-0000-7000-8000-000000000013",
         *         "client_name": "Example Assistant"
         *       },
         *       "updated_via": {
         *         "origin": "mcp",
         *         "connection_id": "0199a0c0-0000-7000-8000-000000000013",
         *         "client_name": "Example Assistant"
         *       },
         *       "approval_asked_at": "2026-01-15T09:30:00.000Z"
         *     }
         */
        Draft: {
            /** Format: uuid */
            draft_id: string;
            /** Format: uuid */
            conversation_id: string;
            /** @description Rises by 1 with each write that changes it. */
            version: number;
            /** @enum {string} */
            channel: "gmail" | "outlook" | "whatsapp" | "facebook" | "instagram";
            subject: string | null;
            body: string;
            /**
             * @description In a list: the text goes on; the draft itself has all of it.
             * @constant
             */
            shortened?: true;
            reply_to: string | null;
            to: {
                address: string;
                /** @enum {string} */
                role: "to" | "cc";
                /**
                 * @description Whether a record has the address; if so, `object`, `record_id` and `display_name` are those of the record.
                 * @enum {string}
                 */
                match: "record" | "none";
                object?: string;
                /** Format: uuid */
                record_id?: string;
                display_name?: string | null;
            }[];
            cc: {
                address: string;
                /** @enum {string} */
                role: "to" | "cc";
                /**
                 * @description Whether a record has the address; if so, `object`, `record_id` and `display_name` are those of the record.
                 * @enum {string}
                 */
                match: "record" | "none";
                object?: string;
                /** Format: uuid */
                record_id?: string;
                display_name?: string | null;
            }[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Through what it was begun. */
            created_via: {
                /** @enum {string} */
                origin: "rest-api" | "mcp" | "console" | "cli" | "system";
                /** @description The connection, if a client was used. */
                connection_id: string | null;
                /** @description What that client calls itself. It is not verified. */
                client_name: string | null;
            } | null;
            /** @description Through what it was last changed. */
            updated_via: {
                /** @enum {string} */
                origin: "rest-api" | "mcp" | "console" | "cli" | "system";
                /** @description The connection, if a client was used. */
                connection_id: string | null;
                /** @description What that client calls itself. It is not verified. */
                client_name: string | null;
            } | null;
            /**
             * Format: date-time
             * @description Since when it waits for you to send it, because the client that tried to may not send by itself.
             */
            approval_asked_at: string | null;
            /** @description What is missing before it can be sent. */
            note?: string;
            /** @description Stands for what is shown of the draft. Not in a list. */
            digest?: string;
        };
        /**
         * @example {
         *       "draft_id": "0199a0c0-0000-7000-8000-000000000012",
         *       "recipients": [
         *         {
         *           "address": "ines@example.com",
         *           "role": "to",
         *           "match": "record",
         *           "object": "people",
         *           "record_id": "0199a0c0-0000-7000-8000-000000000004",
         *           "display_name": "Ines Example"
         *         }
         *       ],
         *       "conversation_id": "0199a0c0-0000-7000-8000-000000000011",
         *       "version": 1
         *     }
         */
        WrittenDraft: {
            /** Format: uuid */
            draft_id: string;
            recipients: {
                address: string;
                /** @enum {string} */
                role: "to" | "cc";
                /**
                 * @description Whether a record has the address; if so, `object`, `record_id` and `display_name` are those of the record.
                 * @enum {string}
                 */
                match: "record" | "none";
                object?: string;
                /** Format: uuid */
                record_id?: string;
                display_name?: string | null;
            }[];
            /** Format: uuid */
            conversation_id: string;
            /** @description Rises by 1 with each write that changes it. */
            version: number;
            /** @description What is missing, or that a Reply-To decided who gets it. */
            note?: string;
        };
        /**
         * @example {
         *       "draft_id": "0199a0c0-0000-7000-8000-000000000012",
         *       "deleted": true
         *     }
         */
        DeletedDraft: {
            /** Format: uuid */
            draft_id: string;
            /** @constant */
            deleted: true;
        };
        /**
         * @example {
         *       "id": "0199a0c0-0000-7000-8000-000000000012",
         *       "status": "accepted",
         *       "conversation_id": "0199a0c0-0000-7000-8000-000000000011"
         *     }
         */
        SentDraft: {
            /** Format: uuid */
            id: string;
            /**
             * @description `accepted`: queued, not delivered; the message in its conversation shows the outcome. `not_sent`: it was a dry run.
             * @enum {unknown}
             */
            status: "accepted" | "not_sent";
            /** Format: uuid */
            conversation_id: string;
        };
        /**
         * @example {
         *       "total": 1,
         *       "limit": 25,
         *       "offset": 0,
         *       "has_more": false
         *     }
         */
        Pagination: {
            /** @description The number of records on all pages together. Absent where a query asks for none. */
            total?: number;
            /** @description The `limit` that was applied. */
            limit: number;
            /** @description The `offset` that was applied. */
            offset: number;
            /** @description Whether there is another page. A page may have fewer rows than `limit` before it. */
            has_more: boolean;
            /** @description The `offset` of the next page. Absent on the last page. */
            next_offset?: number;
            /** @description The `cursor` of the next page. Absent on the last page. */
            next_cursor?: string;
            /** @description Of a query: false if `total` is a lower bound or an estimate, because counting stopped early or `contains` did not search the whole of some texts. */
            total_is_exact?: boolean;
            /**
             * @description What `total` is where it is not exact: a lower bound, or an estimate from a sample.
             * @enum {string}
             */
            total_kind?: "at_least" | "estimate";
        };
        /**
         * @example {
         *       "id": {
         *         "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
         *         "view_id": "0199a0c0-0000-7000-8000-000000000008"
         *       },
         *       "slug": "open-deals",
         *       "title": "Open deals",
         *       "object": "deals",
         *       "object_id": "0199a0c0-0000-7000-8000-000000000002",
         *       "query": {
         *         "filter": [
         *           {
         *             "attribute": "stage",
         *             "operator": "not_in",
         *             "value": [
         *               "Won",
         *               "Lost"
         *             ]
         *           }
         *         ]
         *       },
         *       "state": "active",
         *       "broken_reason": null,
         *       "created_at": "2026-01-15T09:30:00.000Z",
         *       "updated_at": "2026-01-15T09:30:00.000Z"
         *     }
         */
        View: {
            id: {
                /** Format: uuid */
                workspace_id: string;
                /** Format: uuid */
                view_id: string;
            };
            slug: string;
            title: string;
            /** @description Slug of its object. null if that was deleted. */
            object: string | null;
            /** Format: uuid */
            object_id: string;
            query: components["schemas"]["ViewQuery"];
            /**
             * @description broken if something that it names was deleted.
             * @enum {string}
             */
            state: "active" | "broken";
            /** @description What is missing, if it is broken. */
            broken_reason: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @description A change is an event. A note, task or activity has its record; a message has its conversation.
         * @example {
         *       "event_id": "0199a0c0-0000-7000-8000-000000000007",
         *       "kind": "record.updated",
         *       "occurred_at": "2026-01-15T09:30:00.000Z",
         *       "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
         *       "subject": {
         *         "type": "record",
         *         "id": "0199a0c0-0000-7000-8000-000000000004"
         *       },
         *       "object": {
         *         "object_id": "0199a0c0-0000-7000-8000-000000000002",
         *         "slug": "people"
         *       },
         *       "actor": {
         *         "type": "api-key",
         *         "id": "0199a0c0-0000-7000-8000-000000000006",
         *         "name": "Website forms"
         *       },
         *       "via": {
         *         "origin": "rest-api",
         *         "request_id": "0c1f1a86-6a0f-4a51-9f0f-4d1c8a3f1b77"
         *       },
         *       "changes": [
         *         {
         *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
         *           "attribute_slug": "job_title",
         *           "attribute_type": "text",
         *           "before": [
         *             {
         *               "value": "Engineer"
         *             }
         *           ],
         *           "after": [
         *             {
         *               "value": "Chief engineer"
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        TimelineEntry: {
            /** Format: uuid */
            event_id?: string;
            /** Format: uuid */
            workspace_id?: string;
            subject?: {
                /** @enum {string} */
                type: "record" | "object" | "attribute" | "message";
                /** Format: uuid */
                id: string;
            };
            object?: null | {
                /** Format: uuid */
                object_id: string;
                slug: string | null;
            };
            actor?: {
                type: string;
                id: string | null;
                name: string | null;
            };
            /** @description The interface through which it was done: origin, request_id, and, for a tool, its client and connection. */
            via?: Record<string, never>;
            changes?: {
                /** Format: uuid */
                attribute_id: string;
                attribute_slug: string;
                attribute_type: string;
                before: Record<string, never>[];
                after: Record<string, never>[];
            }[];
            data?: Record<string, never>;
            /** @enum {string} */
            kind: "record.created" | "record.updated" | "record.trashed" | "record.restored" | "record.merged" | "record.unmerged" | "RecordDeletedEvent" | "object.created" | "object.updated" | "object.deleted" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "message.queued" | "message.sent" | "message.failed" | "message.undelivered" | "note" | "task" | "activity" | "message";
            /** Format: date-time */
            occurred_at: string;
            /** @description As with `format=concise`. */
            record?: {
                /** Format: uuid */
                id: string;
                object: string;
                name: string | null;
                version: number;
                values: Record<string, never>;
            };
            /** Format: uuid */
            conversation_id?: string;
            message?: components["schemas"]["Message"];
        };
        /**
         * @example {
         *       "position": 42,
         *       "event_id": "0199a0c0-0000-7000-8000-000000000007",
         *       "kind": "record.updated",
         *       "occurred_at": "2026-01-15T09:30:00.000Z",
         *       "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
         *       "subject": {
         *         "type": "record",
         *         "id": "0199a0c0-0000-7000-8000-000000000004"
         *       },
         *       "object": {
         *         "object_id": "0199a0c0-0000-7000-8000-000000000002",
         *         "slug": "people"
         *       },
         *       "actor": {
         *         "type": "api-key",
         *         "id": "0199a0c0-0000-7000-8000-000000000006",
         *         "name": "Website forms"
         *       },
         *       "via": {
         *         "origin": "rest-api",
         *         "request_id": "0c1f1a86-6a0f-4a51-9f0f-4d1c8a3f1b77"
         *       },
         *       "changes": [
         *         {
         *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
         *           "attribute_slug": "job_title",
         *           "attribute_type": "text",
         *           "before": [
         *             {
         *               "value": "Engineer"
         *             }
         *           ],
         *           "after": [
         *             {
         *               "value": "Chief engineer"
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        PlacedEvent: {
            position: number;
            /** Format: uuid */
            event_id: string;
            /** @enum {string} */
            kind: "record.created" | "record.updated" | "record.trashed" | "record.restored" | "record.merged" | "record.unmerged" | "RecordDeletedEvent" | "object.created" | "object.updated" | "object.deleted" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "message.queued" | "message.sent" | "message.failed" | "message.undelivered";
            /** Format: date-time */
            occurred_at: string;
            /** Format: uuid */
            workspace_id: string;
            subject: {
                /** @enum {string} */
                type: "record" | "object" | "attribute" | "message";
                /** Format: uuid */
                id: string;
            };
            object: null | {
                /** Format: uuid */
                object_id: string;
                slug: string | null;
            };
            actor: {
                type: string;
                id: string | null;
                name: string | null;
            };
            /** @description The interface through which it was done: origin, request_id, and, for a tool, its client and connection. */
            via: Record<string, never>;
            changes?: {
                /** Format: uuid */
                attribute_id: string;
                attribute_slug: string;
                attribute_type: string;
                before: Record<string, never>[];
                after: Record<string, never>[];
            }[];
            data?: Record<string, never>;
        };
        /**
         * @example {
         *       "next_after": 42,
         *       "has_more": false
         *     }
         */
        FeedPagination: {
            /** @description The `after` of the next page, also when this one is empty. */
            next_after: number;
            /** @description Whether there is another page. A page may have fewer rows than `limit` before it. */
            has_more: boolean;
        };
        /**
         * @example {
         *       "type": "record.updated",
         *       "timestamp": "2026-01-15T09:30:00.000Z",
         *       "data": {
         *         "position": 42,
         *         "event_id": "0199a0c0-0000-7000-8000-000000000007",
         *         "kind": "record.updated",
         *         "occurred_at": "2026-01-15T09:30:00.000Z",
         *         "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
         *         "subject": {
         *           "type": "record",
         *           "id": "0199a0c0-0000-7000-8000-000000000004"
         *         },
         *         "object": {
         *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
         *           "slug": "people"
         *         },
         *         "actor": {
         *           "type": "api-key",
         *           "id": "0199a0c0-0000-7000-8000-000000000006",
         *           "name": "Website forms"
         *         },
         *         "via": {
         *           "origin": "rest-api",
         *           "request_id": "0c1f1a86-6a0f-4a51-9f0f-4d1c8a3f1b77"
         *         },
         *         "changes": [
         *           {
         *             "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
         *             "attribute_slug": "job_title",
         *             "attribute_type": "text",
         *             "before": [
         *               {
         *                 "value": "Engineer"
         *               }
         *             ],
         *             "after": [
         *               {
         *                 "value": "Chief engineer"
         *               }
         *             ]
         *           }
         *         ]
         *       }
         *     }
         */
        SentEvent: {
            /** @enum {string} */
            type: "record.created" | "record.updated" | "record.trashed" | "record.restored" | "record.merged" | "record.unmerged" | "RecordDeletedEvent" | "object.created" | "object.updated" | "object.deleted" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "message.queued" | "message.sent" | "message.failed" | "message.undelivered" | "webhook.test";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: {
                /** @description 0 for a test event. */
                position: number;
                /** Format: uuid */
                event_id: string;
                /** @enum {string} */
                kind: "record.created" | "record.updated" | "record.trashed" | "record.restored" | "record.merged" | "record.unmerged" | "RecordDeletedEvent" | "object.created" | "object.updated" | "object.deleted" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "message.queued" | "message.sent" | "message.failed" | "message.undelivered" | "webhook.test";
                /** Format: date-time */
                occurred_at: string;
                /** Format: uuid */
                workspace_id: string;
                subject: {
                    /** @enum {string} */
                    type: "record" | "object" | "attribute" | "message" | "webhook";
                    /** Format: uuid */
                    id: string;
                };
                object: null | {
                    /** Format: uuid */
                    object_id: string;
                    slug: string | null;
                };
                actor: {
                    type: string;
                    id: string | null;
                    name: string | null;
                };
                /** @description The interface through which it was done: origin, request_id, and, for a tool, its client and connection. */
                via: Record<string, never>;
                changes?: {
                    /** Format: uuid */
                    attribute_id: string;
                    attribute_slug: string;
                    attribute_type: string;
                    before: Record<string, never>[];
                    after: Record<string, never>[];
                }[];
                data?: Record<string, never>;
            };
            /** @description The automation that sent it; absent if the webhook itself follows the event. */
            automation?: {
                /** Format: uuid */
                automation_id: string;
                name: string;
            };
        };
        /**
         * @example {
         *       "has_more": false
         *     }
         */
        TimelinePagination: {
            /** @description Whether there is another page. A page may have fewer rows than `limit` before it. */
            has_more: boolean;
            /** @description The `cursor` of the next page. Absent on the last page. */
            next_cursor?: string;
        };
        /**
         * @example {
         *       "id": {
         *         "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
         *         "webhook_id": "0199a0c0-0000-7000-8000-000000000005"
         *       },
         *       "url": "https://crm.example/events",
         *       "description": null,
         *       "kinds": [
         *         "record.created"
         *       ],
         *       "object_id": null,
         *       "attribute_ids": null,
         *       "view_id": null,
         *       "status": "active",
         *       "disabled_reason": null,
         *       "state": "active",
         *       "broken_reason": null,
         *       "position": 41,
         *       "last_success_at": "2026-01-15T09:30:00.000Z",
         *       "next_attempt_at": null,
         *       "failing_since": null,
         *       "attempts": 0,
         *       "last_error": null,
         *       "created_at": "2026-01-15T09:30:00.000Z",
         *       "updated_at": "2026-01-15T09:30:00.000Z"
         *     }
         */
        Webhook: {
            id: {
                /** Format: uuid */
                workspace_id: string;
                /** Format: uuid */
                webhook_id: string;
            };
            /** @description Without `write:schema` its scheme and host alone. */
            url: string;
            description: string | null;
            kinds: ("record.created" | "record.updated" | "record.trashed" | "record.restored" | "record.merged" | "record.unmerged" | "RecordDeletedEvent" | "object.created" | "object.updated" | "object.deleted" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "message.queued" | "message.sent" | "message.failed" | "message.undelivered")[] | null;
            /** Format: uuid */
            object_id: string | null;
            attribute_ids: string[] | null;
            /**
             * Format: uuid
             * @description The view that must hold the record of an event when it is sent.
             */
            view_id: string | null;
            /** @enum {string} */
            status: "active" | "disabled";
            disabled_reason: string | null;
            /**
             * @description The status, or broken if something that it refers to was deleted.
             * @enum {string}
             */
            state: "active" | "disabled" | "broken";
            /** @description What is missing, if it is broken. */
            broken_reason: string | null;
            position: number;
            /** Format: date-time */
            last_success_at: string | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Since when the delivery of the first waiting event has failed.
             */
            failing_since: string | null;
            /** @description How often that event has been tried. */
            attempts: number;
            /** @description Why the last attempt failed. */
            last_error: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Shown only once, when it is created. */
            secret?: string;
        };
        /**
         * @example {
         *       "event_id": "0199a0c0-0000-7000-8000-000000000007",
         *       "position": 42,
         *       "kind": "record.updated",
         *       "state": "delivered",
         *       "attempts": 1,
         *       "http_status": 204,
         *       "error": null,
         *       "duration_ms": 31,
         *       "first_attempt_at": "2026-01-15T09:30:00.000Z",
         *       "last_attempt_at": "2026-01-15T09:30:00.000Z"
         *     }
         */
        WebhookDelivery: {
            /** Format: uuid */
            event_id: string;
            position: number;
            kind: string;
            /** @enum {string} */
            state: "delivered" | "failing" | "failed";
            attempts: number;
            http_status: number | null;
            error: string | null;
            duration_ms: number;
            /** Format: date-time */
            first_attempt_at: string;
            /** Format: date-time */
            last_attempt_at: string;
        };
        /**
         * @example {
         *       "delivered": true,
         *       "http_status": 204,
         *       "error": null,
         *       "duration_ms": 31
         *     }
         */
        WebhookAttempt: {
            delivered: boolean;
            http_status: number | null;
            error: string | null;
            duration_ms: number;
        };
        /**
         * @example {
         *       "id": {
         *         "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
         *         "automation_id": "0199a0c0-0000-7000-8000-000000000005"
         *       },
         *       "name": "Welcome new companies",
         *       "kind": "record.created",
         *       "object_id": "0199a0c0-0000-7000-8000-000000000002",
         *       "condition": [
         *         {
         *           "attribute": "employee_count",
         *           "operator": "gte",
         *           "value": 100
         *         }
         *       ],
         *       "view_id": null,
         *       "actions": [
         *         {
         *           "type": "set_values",
         *           "values": {
         *             "description": "A large one"
         *           }
         *         }
         *       ],
         *       "status": "active",
         *       "disabled_reason": null,
         *       "state": "active",
         *       "broken_reason": null,
         *       "position": 41,
         *       "created_at": "2026-01-15T09:30:00.000Z",
         *       "updated_at": "2026-01-15T09:30:00.000Z"
         *     }
         */
        Automation: {
            id: {
                /** Format: uuid */
                workspace_id: string;
                /** Format: uuid */
                automation_id: string;
            };
            name: string;
            /** @enum {string} */
            kind: "record.created" | "record.updated" | "record.trashed" | "record.restored" | "RecordDeletedEvent";
            /** Format: uuid */
            object_id: string;
            condition: {
                attribute: string;
                /** @enum {string} */
                operator: "eq" | "not_eq" | "in" | "not_in" | "lt" | "lte" | "gt" | "gte" | "between" | "starts_with" | "ends_with" | "contains" | "is_empty" | "is_not_empty";
                value?: unknown;
            }[];
            /**
             * Format: uuid
             * @description The view that must hold the record when the automation runs.
             */
            view_id: string | null;
            actions: ({
                /** @constant */
                type: "set_values";
                values: {
                    [key: string]: unknown;
                };
            } | {
                /** @constant */
                type: "create_record";
                object: string;
                values: {
                    [key: string]: unknown;
                };
            } | {
                /** @constant */
                type: "call_webhook";
                /** Format: uuid */
                webhook_id: string;
            })[];
            /** @enum {string} */
            status: "active" | "disabled";
            disabled_reason: string | null;
            /**
             * @description The status, or broken if something that it refers to was deleted.
             * @enum {string}
             */
            state: "active" | "disabled" | "broken";
            /** @description What is missing, if it is broken. */
            broken_reason: string | null;
            position: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "event_id": "0199a0c0-0000-7000-8000-000000000007",
         *       "position": 42,
         *       "record_id": "0199a0c0-0000-7000-8000-000000000004",
         *       "state": "done",
         *       "attempts": 1,
         *       "actions_done": 1,
         *       "error": null,
         *       "started_at": "2026-01-15T09:30:00.000Z",
         *       "finished_at": "2026-01-15T09:30:00.000Z"
         *     }
         */
        AutomationRun: {
            /** Format: uuid */
            event_id: string;
            position: number;
            /** Format: uuid */
            record_id: string | null;
            /** @enum {string} */
            state: "done" | "retrying" | "failed" | "stopped";
            attempts: number;
            actions_done: number;
            error: string | null;
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            finished_at: string;
        };
        /** @description Only with `dry_run`: what the write would do. Ids of what it would create are not the later ones. */
        DryRun: {
            changes: {
                /** @description Slug of the object. null for what belongs to no object, such as a view. */
                object: string | null;
                /** @description null for what is not a record. */
                record_id: string | null;
                /** @description Slug of the attribute, or name of the field. null for the record itself: `before` and `after` are `active`, `trashed` or null. */
                attribute: string | null;
                /** @description Values of a record as in events. */
                before: unknown;
                /** @description Values of a record as in events. */
                after: unknown;
                /** @description What is changed, if it is not a record. */
                subject?: {
                    type: string;
                    id: string;
                };
            }[];
            /** @description How many changes would make the response too long. */
            changes_left_out?: number;
            /** @description Kinds of the events that would be written. */
            events: string[];
            /** @description Names of the automations that would run. */
            automations: string[];
            /** @description How many automations could not be judged in time. */
            automations_left_out?: number;
            /** @description Send it as `expect_digest` with the write. */
            digest: string;
        };
        /**
         * @example {
         *       "undone": [
         *         {
         *           "object": "deals",
         *           "record_id": "0197c2a0-0000-7000-8000-000000000005",
         *           "action": "updated",
         *           "attributes": [
         *             "stage"
         *           ]
         *         }
         *       ],
         *       "left": [],
         *       "has_more": false
         *     }
         */
        UndoResult: {
            undone: {
                object: string | null;
                /** Format: uuid */
                record_id: string;
                /**
                 * @description What was done to undo it.
                 * @enum {string}
                 */
                action: "updated" | "deleted" | "created" | "trashed" | "restored" | "merged" | "unmerged";
                /** @description Those that have their values back. */
                attributes: string[];
            }[];
            /** @description What stays as it is. */
            left: {
                object: string | null;
                /** Format: uuid */
                record_id: string | null;
                /** @description null: the record itself, or the object. */
                attribute: string | null;
                /**
                 * @description - `changed_since`: Somebody changed it afterwards.
                 *     - `deleted_since`: Somebody deleted the record afterwards.
                 *     - `still_deleting`: The record is still being deleted, as many refer to it. Send the same request again a little later.
                 *     - `undo_later_first`: Whose changes are undone changed or deleted it again at `to` or later: undo that first. A dry run keeps nothing, so that this is also said of a page whose earlier pages were only tried.
                 *     - `merged_since`: The record was merged into another one afterwards.
                 *     - `referenced`: Other records refer to the record that would go.
                 *     - `schema_changed`: The object, attribute, option or stage was deleted, archived or changed.
                 *     - `target_gone`: A record or member that it refers to is not there any more.
                 *     - `target_in_trash`: The record that it refers to is in the trash, or the record of a link itself. Restore it, then send the same request again.
                 *     - `unique_taken`: Another record has this unique value now.
                 *     - `too_many_changes`: More than 2,500 changes of the record since are not undone, or its lists changed too often to be compared. Undo later changes first, or fewer with a later `from`.
                 *     - `too_large`: One call undoes about 16 MiB of changes and large records, for some 15 seconds. Send the same request again for the rest.
                 *     - `erased`: A person was erased: what was there before is not known any more.
                 *     - `refused`: The write was refused, for example because a required attribute would be empty, an attribute would hold too many values, or the record would be too large.
                 *     - `not_a_record`: Only changes of records can be undone.
                 * @enum {string}
                 */
                reason: "changed_since" | "deleted_since" | "still_deleting" | "undo_later_first" | "merged_since" | "referenced" | "schema_changed" | "target_gone" | "target_in_trash" | "unique_taken" | "too_many_changes" | "too_large" | "erased" | "refused" | "not_a_record";
                /** @description Who changed it since, where that is why. */
                changed_by: {
                    type: string;
                    id: string | null;
                    name: string | null;
                } | null;
                /** Format: date-time */
                changed_at: string | null;
                /**
                 * Format: uuid
                 * @description Of the same object: which has the unique value now, or into which it was merged.
                 */
                other_record_id: string | null;
            }[];
            /** @description Whether older changes of the window are not undone yet. */
            has_more: boolean;
            /**
             * @description There was no room to tell all that was undone and left.
             * @constant
             */
            shortened?: true;
            /** @description How many records were changed, where not all is told. */
            undone_total?: number;
            /** @description How much was left, where not all is told. */
            left_total?: number;
            /**
             * Format: date-time
             * @description The `to` of the next request, while `has_more` is true.
             */
            next_to?: string;
        };
        /**
         * @example {
         *       "id": "0197f000-0000-7000-8000-0000000000a1",
         *       "object": "people",
         *       "state": "checked",
         *       "file_name": "contacts.csv",
         *       "format": "csv",
         *       "bytes": 52,
         *       "parts": 1,
         *       "part_bytes": 4194304,
         *       "missing_parts": [],
         *       "reading": {
         *         "encoding": "utf-8",
         *         "separator": ",",
         *         "sheet": null,
         *         "sheets": []
         *       },
         *       "rows": {
         *         "total": 2,
         *         "done": 2,
         *         "created": 1,
         *         "updated": 0,
         *         "failed": 1
         *       },
         *       "columns": [
         *         {
         *           "name": "Email",
         *           "kind": "email",
         *           "samples": [
         *             "ada@example.com"
         *           ]
         *         }
         *       ],
         *       "mapping": {
         *         "match": "email_addresses",
         *         "columns": [
         *           {
         *             "column": "Email",
         *             "attribute": "email_addresses"
         *           }
         *         ]
         *       },
         *       "errors": [
         *         {
         *           "row": 3,
         *           "reason": "Email: \"ada\" is not an e-mail address."
         *         }
         *       ],
         *       "failure": null,
         *       "created_by": {
         *         "type": "user",
         *         "id": "0197f000-0000-7000-8000-000000000004"
         *       },
         *       "created_at": "2026-02-28T09:30:00.000Z",
         *       "updated_at": "2026-02-28T09:30:05.000Z",
         *       "finished_at": null,
         *       "kept_until": "2026-03-07T09:30:05.000Z"
         *     }
         */
        Import: {
            /** Format: uuid */
            id: string;
            /** @description Slug; null where it was deleted. */
            object: string | null;
            /**
             * @description uploading until all parts are there, reading until the rows are known; then ready. A check ends in checked, a run in done.
             * @enum {string}
             */
            state: "uploading" | "reading" | "ready" | "checking" | "checked" | "running" | "done" | "canceled" | "failed";
            file_name: string;
            /** @enum {string} */
            format: "csv" | "ndjson" | "xlsx";
            bytes: number;
            /** @description Into how many parts the file is cut, from 1. */
            parts: number;
            /** @description Bytes of each part but the last. */
            part_bytes: number;
            /** @description Numbers of the parts that are still to be sent. Not in lists. */
            missing_parts?: number[];
            /** @description How the file was read, and the sheets of a workbook (the first 100); null until then. Not in lists. */
            reading?: {
                /** @enum {string|null} */
                encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "iso-8859-2" | "iso-8859-15" | "macintosh" | "shift_jis" | "gb18030" | "big5" | "euc-kr" | null;
                /** @enum {string|null} */
                separator: "," | ";" | "\t" | "|" | null;
                sheet: string | null;
                sheets: string[];
            } | null;
            /** @description Of the file, and of the last check or run. A check counts what a run would do. */
            rows: {
                total: number;
                done: number;
                created: number;
                updated: number;
                failed: number;
            };
            /** @description Of the file; empty until it is read. Not in lists. */
            columns?: {
                name: string;
                /**
                 * @description What its first texts look like.
                 * @enum {string}
                 */
                kind: "empty" | "email" | "phone" | "url" | "date" | "timestamp" | "number" | "checkbox" | "text";
                samples: string[];
            }[];
            /** @description That of the last check or run. Before, the one that is proposed; null until the file is read. Not in lists. */
            mapping?: {
                match?: string;
                columns: {
                    column: string;
                    attribute: string;
                    part?: string;
                    split?: string;
                    append?: boolean;
                    match?: string;
                    create?: boolean;
                    /** @enum {string} */
                    date_order?: "dmy" | "mdy" | "ymd";
                    /** @enum {string} */
                    decimal?: "." | ",";
                    currency_code?: string;
                    country?: string;
                }[];
            } | null;
            /** @description The first 100 rows that failed, or would; all are in the error file. Not in lists. */
            errors?: {
                /** @description As a spreadsheet program numbers it: the header and empty rows count. Of NDJSON, the line. */
                row: number;
                reason: string;
            }[];
            /** @description Why the import as a whole has failed, or was canceled. */
            failure: string | null;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description Until then the rows and the error file are kept; null afterwards.
             */
            kept_until: string | null;
        };
        /**
         * @example {
         *       "records": [
         *         {
         *           "id": "0197f000-0000-7000-8000-00000000000a",
         *           "name": "Ada Lovelace"
         *         },
         *         {
         *           "id": "0197f000-0000-7000-8000-00000000000b",
         *           "name": "Ada Lovelase"
         *         }
         *       ],
         *       "likeness": 0.99,
         *       "reasons": [
         *         {
         *           "attribute": "phone_numbers",
         *           "kind": "same_phone",
         *           "values": [
         *             "+14155550100"
         *           ],
         *           "likeness": 0.95
         *         },
         *         {
         *           "attribute": "name",
         *           "kind": "similar_name",
         *           "values": [
         *             "Ada Lovelace",
         *             "Ada Lovelase"
         *           ],
         *           "likeness": 0.797
         *         }
         *       ]
         *     }
         */
        DuplicatePair: {
            records: {
                /** Format: uuid */
                id: string;
                name: string | null;
            }[];
            /** @description How sure it is by all reasons together. */
            likeness: number;
            /** @description The surest first. */
            reasons: {
                attribute: string;
                /** @enum {string} */
                kind: "same_email" | "same_phone" | "same_domain" | "similar_name";
                /** @description What both have; of `similar_name` the names of both, in the order of `records`. */
                values: string[];
                /** @description How sure it is by this reason alone. */
                likeness: number;
            }[];
        };
        CommonValue: {
            attribute: string;
            value: string;
        };
        /**
         * @example {
         *       "entry": 12,
         *       "occurred_at": "2026-11-23T09:15:02.118Z",
         *       "action": "api_key.created",
         *       "actor": {
         *         "type": "user",
         *         "id": "0197c2a0-0000-7000-8000-000000000001",
         *         "name": "Robin Example"
         *       },
         *       "through": "console",
         *       "subject": {
         *         "type": "api-key",
         *         "id": "0197c2a0-0000-7000-8000-000000000004",
         *         "name": null
         *       },
         *       "details": {
         *         "name": "Website forms",
         *         "capabilities": [
         *           "read:data"
         *         ],
         *         "expires_at": null
         *       },
         *       "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         *     }
         */
        AuditEntry: {
            /** @description Its number in the log of the workspace, without gaps. */
            entry: number;
            /** Format: date-time */
            occurred_at: string;
            /** @enum {string} */
            action: "account.connected" | "account.disconnected" | "account.members_changed" | "api_key.created" | "api_key.revoked" | "audit.redacted" | "connection.created" | "connection.access_changed" | "connection.approval_changed" | "connection.restored" | "connection.revoked" | "draft.approved" | "export.requested" | "member.added" | "member.removed" | "member.role_changed" | "person.erased" | "person.exported" | "session.opened" | "workspace.api_access_changed" | "workspace.approval_changed" | "workspace.created" | "workspace.renamed" | "workspace.restored";
            actor: {
                /** @enum {string} */
                type: "user" | "api-key" | "operator" | "identity-provider";
                /**
                 * Format: uuid
                 * @description Of a user or an API key; null of the others.
                 */
                id: string | null;
                name: string | null;
            };
            /** @enum {string} */
            through: "console" | "cli" | "webhook" | "rest-api" | "mcp";
            subject: {
                /** @enum {string} */
                type: "account" | "api-key" | "connection" | "draft" | "export" | "person" | "user" | "workspace";
                /** Format: uuid */
                id: string;
                /** @description Of a user. */
                name: string | null;
            };
            /** @description What was set, by the names of the fields. */
            details: {
                [key: string]: unknown;
            };
            digest: string;
        };
        /**
         * @example {
         *       "id": {
         *         "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
         *         "export_id": "0199a0c0-0000-7000-8000-0000000000e1"
         *       },
         *       "object": "people",
         *       "view_id": null,
         *       "format": "csv",
         *       "bom": false,
         *       "escape_formulas": true,
         *       "state": "completed",
         *       "progress": 1,
         *       "records": 48213,
         *       "bytes": 9120554,
         *       "as_of": "2026-11-23T09:15:02.118Z",
         *       "position": 88120,
         *       "failure": null,
         *       "created_at": "2026-11-23T09:15:01.904Z",
         *       "created_by": {
         *         "type": "api-key",
         *         "id": "0199a0c0-0000-7000-8000-000000000006"
         *       },
         *       "finished_at": "2026-11-23T09:15:14.020Z",
         *       "expires_at": "2026-11-24T09:15:14.020Z",
         *       "download": {
         *         "url": "/downloads/exports/0199a0c0-0000-7000-8000-0000000000e1?workspace=0199a0c0-0000-7000-8000-000000000001&expires=1795425314020&signature=Jc0yS1",
         *         "expires_at": "2026-11-23T09:30:14.020Z"
         *       }
         *     }
         */
        Export: {
            id: {
                /** Format: uuid */
                workspace_id: string;
                /** Format: uuid */
                export_id: string;
            };
            /** @description Slug of the object. null: the whole workspace. */
            object: string | null;
            /** Format: uuid */
            view_id: string | null;
            /** @description E-mail address of the person whose data it is. */
            person?: string;
            /** @enum {string} */
            format: "csv" | "ndjson" | "full";
            fields?: string[];
            bom?: boolean;
            escape_formulas?: boolean;
            /** @enum {string} */
            state: "queued" | "running" | "completed" | "failed" | "cancelled";
            progress: number;
            records: number;
            /** @description Of the file so far. */
            bytes: number;
            /**
             * Format: date-time
             * @description The moment whose data it holds. null before it has begun.
             */
            as_of: string | null;
            /** @description Follow the change feed after this position to keep a copy up to date. */
            position: number | null;
            /** @description Why it failed. */
            failure: string | null;
            /** Format: date-time */
            created_at: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "api-key" | "system" | "import";
                id: string | null;
            };
            /** Format: date-time */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description The file is kept until then.
             */
            expires_at: string;
            /** @description A new link each time. null until it is completed. */
            download: {
                /** @description A path of this server. Whoever has it gets the file without a credential, for 15 minutes. */
                url: string;
                /** Format: date-time */
                expires_at: string;
            } | null;
        };
        /**
         * @example {
         *       "id": {
         *         "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
         *         "erasure_id": "0199a0c0-0000-7000-8000-0000000000e2"
         *       },
         *       "state": "completed",
         *       "dry_run": true,
         *       "step": "count",
         *       "progress": 1,
         *       "counted": {
         *         "record": 2,
         *         "value_history": 31,
         *         "event": 40,
         *         "message": 12
         *       },
         *       "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "addresses": null,
         *       "certificate": null,
         *       "failure": null,
         *       "created_at": "2026-11-23T09:15:01.904Z",
         *       "created_by": {
         *         "type": "user",
         *         "id": "0197c2a0-0000-7000-8000-000000000001"
         *       },
         *       "finished_at": "2026-11-23T09:15:03.020Z"
         *     }
         */
        Erasure: {
            id: {
                /** Format: uuid */
                workspace_id: string;
                /** Format: uuid */
                erasure_id: string;
            };
            /**
             * @description `incomplete`: something is left, which `certificate.scan.found` names.
             * @enum {string}
             */
            state: "queued" | "running" | "completed" | "incomplete" | "failed";
            dry_run: boolean;
            /** @enum {string} */
            step: "count" | "erase" | "files" | "scan";
            /** @description Of the step. */
            progress: number;
            /** @description What there is to erase. */
            counted: {
                [key: string]: number;
            } | null;
            /** @description Send it as `expect_digest`. */
            digest: string | null;
            /** @description E-mail addresses and phone numbers that would be erased: of a dry run until it is over, null otherwise. They are not kept. */
            addresses: string[] | null;
            /** @description null until it is over, and of a dry run. */
            certificate: {
                /** Format: uuid */
                erasure_id: string;
                /** Format: uuid */
                workspace_id: string;
                /** Format: date-time */
                requested_at: string;
                requested_by: {
                    /** @enum {string} */
                    type: "user" | "operator";
                    /** Format: uuid */
                    id: string | null;
                    /** @enum {string} */
                    through: "rest-api" | "cli";
                };
                /** Format: date-time */
                finished_at: string;
                /** @description Records of the person that were erased. */
                records: number;
                /** @description Addresses that other people have as well, so that they stay. */
                shared_addresses: number;
                /** @description Rows that were deleted, emptied or redacted, by table. */
                erased: {
                    [key: string]: number;
                };
                scan: {
                    tables: number;
                    rows: number;
                    /** @description Rows that still hold an address or number of the person. Empty: none. */
                    found: {
                        [key: string]: number;
                    };
                    /** @description Rows elsewhere that hold the same name: look whether the person is meant. */
                    names: {
                        [key: string]: number;
                    };
                };
                /** @description SHA-256 of the fields above as JSON. The audit log has it too. */
                digest: string;
            } | null;
            failure: string | null;
            /** Format: date-time */
            created_at: string;
            created_by: {
                /** @enum {string} */
                type: "user" | "operator";
                /** Format: uuid */
                id: string | null;
            };
            /** Format: date-time */
            finished_at: string | null;
        };
        /**
         * @example {
         *       "deleted": true
         *     }
         */
        Deleted: {
            /** @constant */
            deleted: true;
        };
        /**
         * @example {
         *       "workspace": {
         *         "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
         *         "name": "Example workspace"
         *       },
         *       "actor": {
         *         "type": "api-key",
         *         "id": "0199a0c0-0000-7000-8000-000000000006",
         *         "name": "Website forms"
         *       },
         *       "capabilities": [
         *         "read:data",
         *         "write:data"
         *       ]
         *     }
         */
        Self: {
            workspace: {
                /** Format: uuid */
                workspace_id: string;
                name: string;
            };
            actor: {
                type: string;
                id: string | null;
                name: string;
            };
            capabilities: string[];
        };
        /**
         * @example {
         *       "user_id": "0199a0c0-0000-7000-8000-000000000008",
         *       "name": "Ada Example",
         *       "email": "ada@example.com",
         *       "role": "member"
         *     }
         */
        Member: {
            /** Format: uuid */
            user_id: string;
            name: string;
            email: string;
            /** @enum {string} */
            role: "admin" | "member" | "service";
        };
        /**
         * @description - `invalid_input`: The request is not valid; `issues` says where, why, and what is expected.
         *     - `required_missing`: A required attribute would have no value.
         *     - `unique_taken`: Another record holds a value that must be unique; `issues` names that record if you may read it.
         *     - `archived`: The object is archived and takes no new values.
         *     - `record_too_large`: The record would be larger than the limit.
         *     - `last_option`: The attribute would be left without an active option.
         *     - `last_stage`: The pipeline would be left without an active stage.
         *     - `query_too_wide`: More records would have to be looked at than a query may; `issues` names the condition.
         *     - `draft_incomplete`: The draft lacks something that a message needs; it stays a draft.
         *     - `not_authenticated`: The credential is missing or not valid. Get a new one.
         *     - `connection_revoked`: The connection was revoked; its owner can allow it again.
         *     - `not_allowed`: The caller may not do this.
         *     - `no_api_access`: The plan of the workspace has no API access.
         *     - `capability_missing`: The credential lacks a capability that its owner can give.
         *     - `not_a_person`: API keys cannot use this: sign in as a user.
         *     - `not_found`: The requested item does not exist.
         *     - `object_not_found`: There is no such object.
         *     - `attribute_not_found`: There is no such attribute, or it is of a type that has no options or stages.
         *     - `option_not_found`: There is no such option.
         *     - `stage_not_found`: There is no such stage.
         *     - `record_not_found`: There is no such record, or it is in the trash.
         *     - `webhook_not_found`: There is no such webhook.
         *     - `delivery_not_found`: There is no such delivery, or it is no longer kept.
         *     - `automation_not_found`: There is no such automation.
         *     - `view_not_found`: There is no such view.
         *     - `export_not_found`: There is no such export, it was made by somebody else, or it is no longer kept.
         *     - `conversation_not_found`: There is no such conversation in your inbox.
         *     - `message_not_found`: There is no such message, or you may not see it.
         *     - `draft_not_found`: You have no such draft.
         *     - `erasure_not_found`: There is no such erasure.
         *     - `import_not_found`: There is no such import of yours.
         *     - `block_not_found`: You have blocked no such address or conversation.
         *     - `method_not_allowed`: The path does not support this method; `Allow` lists those that it supports.
         *     - `slug_taken`: The slug is in use.
         *     - `title_taken`: Another active option or stage of the attribute has this title.
         *     - `choice_in_use`: Records hold the option or stage; it can be archived.
         *     - `object_in_use`: An attribute of another object refers to this object.
         *     - `system_object`: System objects cannot be deleted.
         *     - `system_attribute`: System attributes cannot be deleted.
         *     - `display_attribute`: This attribute is the display name of the records; it can be neither deleted nor archived.
         *     - `view_broken`: The view names something that was deleted; the message says what. Change the view.
         *     - `limit_reached`: The maximum number is reached. Delete some first.
         *     - `address_in_use`: The address is that of a member or of a connected account.
         *     - `idempotency_key_reused`: The idempotency key was used for another request.
         *     - `answer_erased`: The answer to this request held data of a person that was erased. It is not done again.
         *     - `not_a_draft`: The message is not a draft: it is being sent, was sent, or has failed.
         *     - `sender_changed`: The message would leave from another account than when the draft was written. Update it first.
         *     - `awaiting_approval`: A person has to approve the draft. It waits for its owner, who reads and sends it.
         *     - `record_merged`: The record was merged into another one.
         *     - `several_matched`: The values belong to several records; `issues` names them if you may read them.
         *     - `changed_meanwhile`: Somebody else changed it at the same moment. Read it again, then decide.
         *     - `version_mismatch`: It has another version than the one that was expected. Read it again, then decide.
         *     - `digest_mismatch`: The write would do something else than the dry run showed. Run it dry again, then decide.
         *     - `dependency_failed`: Another item of the batch failed, so this one was not done.
         *     - `already_exists`: It exists already.
         *     - `no_longer_kept`: The position is older than the oldest event that is kept.
         *     - `payload_too_large`: The body is larger than the limit.
         *     - `rate_limited`: Too many requests. Try again after `Retry-After` seconds.
         *     - `server_failure`: Internal error; the log has the details under the `requestId`.
         *     - `unavailable`: The service cannot do this now. Before you write or send again, look whether it was done.
         *     - `took_too_long`: The tool did not finish in time. Ask for less; read before you write again.
         *     - `result_too_long`: The result of the tool is longer than results may be and cannot be shortened.
         * @enum {string}
         */
        Reason: "invalid_input" | "required_missing" | "unique_taken" | "archived" | "record_too_large" | "last_option" | "last_stage" | "query_too_wide" | "draft_incomplete" | "not_authenticated" | "connection_revoked" | "not_allowed" | "no_api_access" | "capability_missing" | "not_a_person" | "not_found" | "object_not_found" | "attribute_not_found" | "option_not_found" | "stage_not_found" | "record_not_found" | "webhook_not_found" | "delivery_not_found" | "automation_not_found" | "view_not_found" | "export_not_found" | "conversation_not_found" | "message_not_found" | "draft_not_found" | "erasure_not_found" | "import_not_found" | "block_not_found" | "method_not_allowed" | "slug_taken" | "title_taken" | "choice_in_use" | "object_in_use" | "system_object" | "system_attribute" | "display_attribute" | "view_broken" | "limit_reached" | "address_in_use" | "idempotency_key_reused" | "answer_erased" | "not_a_draft" | "sender_changed" | "awaiting_approval" | "record_merged" | "several_matched" | "changed_meanwhile" | "version_mismatch" | "digest_mismatch" | "dependency_failed" | "already_exists" | "no_longer_kept" | "payload_too_large" | "rate_limited" | "server_failure" | "unavailable" | "took_too_long" | "result_too_long";
        /**
         * @example {
         *       "status": 200,
         *       "data": {
         *         "deleted": true
         *       }
         *     }
         */
        BatchResult: {
            /** @description The status that the item would have had alone, or 424. */
            status: number;
            /** @description The record, or `deleted`. Only its id where there is no room for more. */
            data?: components["schemas"]["Record"] | components["schemas"]["Deleted"] | {
                [key: string]: unknown;
            };
            /** @description Of an upsert: whether the record was not there before. */
            created?: boolean;
            /** @description Whether only the id is shown, for want of room. */
            shortened?: boolean;
            error?: {
                type: string;
                code: string;
                reason: components["schemas"]["Reason"];
                message: string;
                /** @description With `version_mismatch`: the version that it has now. */
                current_version?: number;
                /** @description With `version_mismatch`: what was written since the expected version, the newest first. */
                changes?: {
                    version: number;
                    /** Format: date-time */
                    changed_at: string;
                    changed_by: {
                        /** @enum {string} */
                        type: "user" | "api-key" | "system" | "import";
                        id: string | null;
                        name: string | null;
                    };
                    /** @description Slugs of attributes, or names of fields. At most 50. */
                    fields: string[];
                    /** @description How many more there are. */
                    more_fields?: number;
                }[];
                issues?: {
                    path: string;
                    message: string;
                    /** @description What would be accepted at `path`, in words. */
                    expected?: string;
                    /** @description The values allowed at `path`, if that is a short list. */
                    allowed?: string[];
                    /**
                     * Format: uuid
                     * @description With `unique_taken` and `several_matched`: the record that holds the value, if you may read records.
                     */
                    record_id?: string;
                    reason?: components["schemas"]["Reason"];
                }[];
            };
        };
        /**
         * @example {
         *       "statusCode": 400,
         *       "type": "invalid_request_error",
         *       "code": "validation_type",
         *       "requestId": "0c1f1a86-6a0f-4a51-9f0f-4d1c8a3f1b77",
         *       "reason": "invalid_input",
         *       "message": "data.close_date: Expected a date as YYYY-MM-DD.",
         *       "issues": [
         *         {
         *           "path": "data.close_date",
         *           "message": "Expected a date as YYYY-MM-DD.",
         *           "expected": "date"
         *         }
         *       ]
         *     }
         */
        Error: {
            statusCode: number;
            type: string;
            code: string;
            /** Format: uuid */
            requestId: string;
            reason: components["schemas"]["Reason"];
            message: string;
            /** @description With `version_mismatch`: the version that it has now. */
            current_version?: number;
            /** @description With `version_mismatch`: what was written since the expected version, the newest first. */
            changes?: {
                version: number;
                /** Format: date-time */
                changed_at: string;
                changed_by: {
                    /** @enum {string} */
                    type: "user" | "api-key" | "system" | "import";
                    id: string | null;
                    name: string | null;
                };
                /** @description Slugs of attributes, or names of fields. At most 50. */
                fields: string[];
                /** @description How many more there are. */
                more_fields?: number;
            }[];
            issues?: {
                path: string;
                message: string;
                /** @description What would be accepted at `path`, in words. */
                expected?: string;
                /** @description The values allowed at `path`, if that is a short list. */
                allowed?: string[];
                /**
                 * Format: uuid
                 * @description With `unique_taken` and `several_matched`: the record that holds the value, if you may read records.
                 */
                record_id?: string;
                reason?: components["schemas"]["Reason"];
            }[];
            /** @description Of an atomic batch that failed: false. */
            applied?: boolean;
            /**
             * @description Of an atomic batch that failed: `data` tells the first items only.
             * @constant
             */
            shortened?: true;
            /** @description Of an atomic batch that failed: what became of each item. */
            data?: components["schemas"]["BatchResult"][];
            /**
             * @description With the reason `awaiting_approval`.
             * @constant
             */
            status?: "awaiting_approval";
            /**
             * Format: uuid
             * @description With the same: the draft that waits for its owner.
             */
            draft_id?: string;
            /** Format: uuid */
            conversation_id?: string;
            /** @description With the same: the screen where its owner sends it, relative to the API. */
            url?: string;
        };
        Sort: {
            /**
             * @description Slug or id of an attribute that holds one value, a part of it, `created_at` or `updated_at`.
             * @example created_at
             */
            attribute: string;
            /**
             * @description Default: asc. Records without a value come last in both directions.
             * @enum {string}
             */
            direction?: "asc" | "desc";
        };
        /** @description A condition, or several combined: `and`, `or`, `not`, nested at most 4 deep. */
        Conditions: components["schemas"]["Filter"] | {
            and: components["schemas"]["Conditions"][];
        } | {
            or: components["schemas"]["Conditions"][];
        } | {
            not: components["schemas"]["Conditions"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The id of the request. It is also in the `requestId` of an error, in the log, and stored with every value that the request wrote. */
        "X-Request-Id": string;
        /**
         * @description The rate limit of this request: `q` requests in `w` seconds. Not sent when there is no limit.
         * @example "reads";q=100;w=1
         */
        "RateLimit-Policy": string;
        /**
         * @description What remains: `r` requests now, and the full number again in `t` seconds. Not sent when there is no limit.
         * @example "reads";r=99;t=1
         */
        RateLimit: string;
        /**
         * @description Seconds to wait before you send the request again.
         * @example 1
         */
        "Retry-After": number;
        /** @description The scheme to authenticate with. */
        "WWW-Authenticate": "Bearer";
        /**
         * @description The version of what `data` holds, in quotation marks: for `If-Match` and `If-None-Match`.
         * @example "7"
         */
        ETag: string;
        /** @description Sent when this is the stored response to an earlier request with the same `Idempotency-Key`. */
        "Idempotency-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "batches.ofObject": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "each",
                 *       "items": [
                 *         {
                 *           "op": "create",
                 *           "data": {
                 *             "name": "Quiet Harbour"
                 *           }
                 *         },
                 *         {
                 *           "op": "create",
                 *           "data": {
                 *             "name": "Busy Pier"
                 *           },
                 *           "ref": "busy"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RecordBatch"];
            };
        };
        responses: {
            /** @description Write many records of one object */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "status": 200,
                     *           "data": {
                     *             "deleted": true
                     *           }
                     *         }
                     *       ],
                     *       "applied": true
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["BatchResult"][];
                        /**
                         * @description Whether any item was done: of an atomic batch all, or none.
                         * @example true
                         */
                        applied: boolean;
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "batches.ofObjects": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "atomic",
                 *       "items": [
                 *         {
                 *           "op": "upsert",
                 *           "object": "companies",
                 *           "match": "domains",
                 *           "data": {
                 *             "domains": [
                 *               "harbour.example.com"
                 *             ]
                 *           }
                 *         },
                 *         {
                 *           "op": "create",
                 *           "object": "people",
                 *           "data": {
                 *             "company": {
                 *               "match": {
                 *                 "domains": "harbour.example.com"
                 *               }
                 *             }
                 *           }
                 *         }
                 *       ],
                 *       "format": "concise"
                 *     }
                 */
                "application/json": components["schemas"]["ObjectsBatch"];
            };
        };
        responses: {
            /** @description Write many records of several objects */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "status": 200,
                     *           "data": {
                     *             "deleted": true
                     *           }
                     *         }
                     *       ],
                     *       "applied": true
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["BatchResult"][];
                        /**
                         * @description Whether any item was done: of an atomic batch all, or none.
                         * @example true
                         */
                        applied: boolean;
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "duplicates.find": {
        parameters: {
            query?: {
                /** @description Id or slug of a record: only what may be a duplicate of it, the likeliest first. */
                record?: string;
                /** @description The maximum number of rows in a page. Values outside 1 to 100 are clamped. */
                limit?: number;
                /** @description `next_cursor` of the previous page; leave it out for the first page. No duplicates or gaps when others add or delete rows meanwhile, and late pages are as quick as early ones. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Find records that may be duplicates */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "records": [
                     *             {
                     *               "id": "0197f000-0000-7000-8000-00000000000a",
                     *               "name": "Ada Lovelace"
                     *             },
                     *             {
                     *               "id": "0197f000-0000-7000-8000-00000000000b",
                     *               "name": "Ada Lovelase"
                     *             }
                     *           ],
                     *           "likeness": 0.99,
                     *           "reasons": [
                     *             {
                     *               "attribute": "phone_numbers",
                     *               "kind": "same_phone",
                     *               "values": [
                     *                 "+14155550100"
                     *               ],
                     *               "likeness": 0.95
                     *             },
                     *             {
                     *               "attribute": "name",
                     *               "kind": "similar_name",
                     *               "values": [
                     *                 "Ada Lovelace",
                     *                 "Ada Lovelase"
                     *               ],
                     *               "likeness": 0.797
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["DuplicatePair"][];
                        /**
                         * @example {
                         *       "has_more": false
                         *     }
                         */
                        pagination: components["schemas"]["TimelinePagination"];
                        /** @description Values that were left out because too many records have them: at most 20 of those that this page met. */
                        skipped?: components["schemas"]["CommonValue"][];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "merges.merge": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description Only write if the present `ETag` is one of these. Else the answer is 412, with `current_version` and the `changes` since. Needs the capability `read:data`. */
                "If-Match"?: string;
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "into": "0197f000-0000-7000-8000-00000000000a",
                 *       "from": [
                 *         "0197f000-0000-7000-8000-00000000000b"
                 *       ],
                 *       "values": {
                 *         "name": "Quiet Harbour"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RecordMerge"];
            };
        };
        responses: {
            /** @description Merge records into one */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "record_id": "0199a0c0-0000-7000-8000-000000000004"
                     *         },
                     *         "slug": "quiet-harbour-00BqvCXmEpHfAWf0ViWZFs",
                     *         "version": 1,
                     *         "values": {
                     *           "name": [
                     *             {
                     *               "active_from": "2026-01-15T09:30:00.000Z",
                     *               "active_until": null,
                     *               "attribute_slug": "name",
                     *               "attribute_type": "name",
                     *               "created_by": {
                     *                 "type": "api-key",
                     *                 "id": "0199a0c0-0000-7000-8000-000000000006"
                     *               },
                     *               "value": "Quiet Harbour"
                     *             }
                     *           ]
                     *         },
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z",
                     *         "created_by": {
                     *           "type": "api-key",
                     *           "id": "0199a0c0-0000-7000-8000-000000000006"
                     *         },
                     *         "created_via": {
                     *           "via_import": false,
                     *           "origin_name": "rest-api",
                     *           "actor_name": "Website forms"
                     *         }
                     *       },
                     *       "merged": [
                     *         "0197f000-0000-7000-8000-00000000000b"
                     *       ],
                     *       "references_moved": 3
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Record"];
                        /**
                         * @description Ids of the records that are now part of it.
                         * @example [
                         *       "0197f000-0000-7000-8000-00000000000b"
                         *     ]
                         */
                        merged: string[];
                        /**
                         * @description How many references of other records lead to it now.
                         * @example 3
                         */
                        references_moved: number;
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "records.list": {
        parameters: {
            query?: {
                /** @description With only, records in the trash are meant, in place of all others. */
                trashed?: "only";
                /** @description Slugs or ids of the attributes to show, at most 100, and of the system fields id, record_id, name, slug, version, created_at, updated_at, created_by, created_via. Others are left out, and are not even read; the id and the version are always shown, in a table only the id. With a reference in front, as in `company.name`, it is a field of the records that it refers to, and stands bare under `related`, or in its column of a table. With commas between them. */
                fields?: string;
                /** @description `detailed`: `Record`, each value with its type, its time and its author. `concise`: `id`, `object` (a slug), `name` (the display text), `version` and `values`, bare values that are accepted as input as they stand; what is empty is left out, and system fields that are named stand beside them. `table`: `{ "columns": ["id", ...], "rows": [[...]] }` of concise values in place of the array, null where there is none. Default: `detailed`. */
                format?: "detailed" | "concise" | "table";
                /** @description The maximum number of rows in a page. Values outside 1 to 100 are clamped. */
                limit?: number;
                /** @description How many rows to skip: 0, or `next_offset` of the previous page. A negative number is refused. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List records, oldest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": {
                     *             "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *             "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *             "record_id": "0199a0c0-0000-7000-8000-000000000004"
                     *           },
                     *           "slug": "quiet-harbour-00BqvCXmEpHfAWf0ViWZFs",
                     *           "version": 1,
                     *           "values": {
                     *             "name": [
                     *               {
                     *                 "active_from": "2026-01-15T09:30:00.000Z",
                     *                 "active_until": null,
                     *                 "attribute_slug": "name",
                     *                 "attribute_type": "name",
                     *                 "created_by": {
                     *                   "type": "api-key",
                     *                   "id": "0199a0c0-0000-7000-8000-000000000006"
                     *                 },
                     *                 "value": "Quiet Harbour"
                     *               }
                     *             ]
                     *           },
                     *           "created_at": "2026-01-15T09:30:00.000Z",
                     *           "updated_at": "2026-01-15T09:30:00.000Z",
                     *           "created_by": {
                     *             "type": "api-key",
                     *             "id": "0199a0c0-0000-7000-8000-000000000006"
                     *           },
                     *           "created_via": {
                     *             "via_import": false,
                     *             "origin_name": "rest-api",
                     *             "actor_name": "Website forms"
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "total": 1,
                     *         "limit": 25,
                     *         "offset": 0,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Record"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "records.upsert": {
        parameters: {
            query: {
                /** @description Slug or id of a unique attribute, by whose values in `data` the record is found. */
                match: string;
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description Only write if the present `ETag` is one of these. Else the answer is 412, with `current_version` and the `changes` since. Needs the capability `read:data`. */
                "If-Match"?: string;
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "name": "Ada Example",
                 *         "email_addresses": [
                 *           "ada@example.com"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RecordWrite"];
            };
        };
        responses: {
            /** @description Create a record, or update the one that is there */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "record_id": "0199a0c0-0000-7000-8000-000000000004"
                     *         },
                     *         "slug": "quiet-harbour-00BqvCXmEpHfAWf0ViWZFs",
                     *         "version": 1,
                     *         "values": {
                     *           "name": [
                     *             {
                     *               "active_from": "2026-01-15T09:30:00.000Z",
                     *               "active_until": null,
                     *               "attribute_slug": "name",
                     *               "attribute_type": "name",
                     *               "created_by": {
                     *                 "type": "api-key",
                     *                 "id": "0199a0c0-0000-7000-8000-000000000006"
                     *               },
                     *               "value": "Quiet Harbour"
                     *             }
                     *           ]
                     *         },
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z",
                     *         "created_by": {
                     *           "type": "api-key",
                     *           "id": "0199a0c0-0000-7000-8000-000000000006"
                     *         },
                     *         "created_via": {
                     *           "via_import": false,
                     *           "origin_name": "rest-api",
                     *           "actor_name": "Website forms"
                     *         }
                     *       },
                     *       "created": true
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Record"];
                        /**
                         * @description Whether the record was not there before.
                         * @example true
                         */
                        created: boolean;
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "records.create": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "name": "Quiet Harbour"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RecordWrite"];
            };
        };
        responses: {
            /** @description Create a record */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "record_id": "0199a0c0-0000-7000-8000-000000000004"
                     *         },
                     *         "slug": "quiet-harbour-00BqvCXmEpHfAWf0ViWZFs",
                     *         "version": 1,
                     *         "values": {
                     *           "name": [
                     *             {
                     *               "active_from": "2026-01-15T09:30:00.000Z",
                     *               "active_until": null,
                     *               "attribute_slug": "name",
                     *               "attribute_type": "name",
                     *               "created_by": {
                     *                 "type": "api-key",
                     *                 "id": "0199a0c0-0000-7000-8000-000000000006"
                     *               },
                     *               "value": "Quiet Harbour"
                     *             }
                     *           ]
                     *         },
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z",
                     *         "created_by": {
                     *           "type": "api-key",
                     *           "id": "0199a0c0-0000-7000-8000-000000000006"
                     *         },
                     *         "created_via": {
                     *           "via_import": false,
                     *           "origin_name": "rest-api",
                     *           "actor_name": "Website forms"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Record"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "records.query": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "harbour",
                 *       "filter": [
                 *         {
                 *           "attribute": "name",
                 *           "operator": "contains",
                 *           "value": "Harbour"
                 *         }
                 *       ],
                 *       "sort": {
                 *         "attribute": "created_at",
                 *         "direction": "desc"
                 *       },
                 *       "limit": 25
                 *     }
                 */
                "application/json": components["schemas"]["RecordQuery"];
            };
        };
        responses: {
            /** @description Filter, sort and search records */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": {
                     *             "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *             "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *             "record_id": "0199a0c0-0000-7000-8000-000000000004"
                     *           },
                     *           "slug": "quiet-harbour-00BqvCXmEpHfAWf0ViWZFs",
                     *           "version": 1,
                     *           "values": {
                     *             "name": [
                     *               {
                     *                 "active_from": "2026-01-15T09:30:00.000Z",
                     *                 "active_until": null,
                     *                 "attribute_slug": "name",
                     *                 "attribute_type": "name",
                     *                 "created_by": {
                     *                   "type": "api-key",
                     *                   "id": "0199a0c0-0000-7000-8000-000000000006"
                     *                 },
                     *                 "value": "Quiet Harbour"
                     *               }
                     *             ]
                     *           },
                     *           "created_at": "2026-01-15T09:30:00.000Z",
                     *           "updated_at": "2026-01-15T09:30:00.000Z",
                     *           "created_by": {
                     *             "type": "api-key",
                     *             "id": "0199a0c0-0000-7000-8000-000000000006"
                     *           },
                     *           "created_via": {
                     *             "via_import": false,
                     *             "origin_name": "rest-api",
                     *             "actor_name": "Website forms"
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "total": 1,
                     *         "limit": 25,
                     *         "offset": 0,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Record"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "records.aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "group_by": [
                 *         {
                 *           "attribute": "created_at",
                 *           "bucket": "month"
                 *         }
                 *       ],
                 *       "measures": [
                 *         {
                 *           "function": "count"
                 *         }
                 *       ],
                 *       "order": "natural"
                 *     }
                 */
                "application/json": components["schemas"]["RecordAggregate"];
            };
        };
        responses: {
            /** @description Count and add up records by groups */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "group": {
                     *             "stage": {
                     *               "id": "0197f000-0000-7000-8000-0000000000c1",
                     *               "title": "Won"
                     *             }
                     *           },
                     *           "measures": [
                     *             {
                     *               "function": "count",
                     *               "value": 12
                     *             },
                     *             {
                     *               "function": "sum",
                     *               "attribute": "value",
                     *               "value": 99.5,
                     *               "currency_code": "EUR"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RecordGroup"][];
                        /** @description Only where there are more groups than `limit`. */
                        others?: components["schemas"]["OtherGroups"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "records.getMany": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0197f000-0000-7000-8000-00000000000a"
                 *       ],
                 *       "fields": [
                 *         "name"
                 *       ],
                 *       "format": "concise"
                 *     }
                 */
                "application/json": components["schemas"]["RecordsById"];
            };
        };
        responses: {
            /** @description Get several records by their ids */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": {
                     *             "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *             "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *             "record_id": "0199a0c0-0000-7000-8000-000000000004"
                     *           },
                     *           "slug": "quiet-harbour-00BqvCXmEpHfAWf0ViWZFs",
                     *           "version": 1,
                     *           "values": {
                     *             "name": [
                     *               {
                     *                 "active_from": "2026-01-15T09:30:00.000Z",
                     *                 "active_until": null,
                     *                 "attribute_slug": "name",
                     *                 "attribute_type": "name",
                     *                 "created_by": {
                     *                   "type": "api-key",
                     *                   "id": "0199a0c0-0000-7000-8000-000000000006"
                     *                 },
                     *                 "value": "Quiet Harbour"
                     *               }
                     *             ]
                     *           },
                     *           "created_at": "2026-01-15T09:30:00.000Z",
                     *           "updated_at": "2026-01-15T09:30:00.000Z",
                     *           "created_by": {
                     *             "type": "api-key",
                     *             "id": "0199a0c0-0000-7000-8000-000000000006"
                     *           },
                     *           "created_via": {
                     *             "via_import": false,
                     *             "origin_name": "rest-api",
                     *             "actor_name": "Website forms"
                     *           }
                     *         }
                     *       ],
                     *       "missing": []
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Record"][];
                        /**
                         * @description Those of `ids` that are not there.
                         * @example []
                         */
                        missing: string[];
                        /** @description Those of `ids` that would have made the answer too long. */
                        left_out?: string[];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "records.get": {
        parameters: {
            query?: {
                /** @description Shows what was there at this moment (ISO 8601, with an offset). A record that did not exist then or was in the trash is missing; names of other records are those of now, and no fields of theirs are shown. */
                as_of?: string;
                /** @description With only, records in the trash are meant, in place of all others. */
                trashed?: "only";
                /** @description Slugs or ids of the attributes to show, at most 100, and of the system fields id, record_id, name, slug, version, created_at, updated_at, created_by, created_via. Others are left out, and are not even read; the id and the version are always shown, in a table only the id. With a reference in front, as in `company.name`, it is a field of the records that it refers to, and stands bare under `related`, or in its column of a table. With commas between them. */
                fields?: string;
                /** @description `detailed`: `Record`, each value with its type, its time and its author. `concise`: `id`, `object` (a slug), `name` (the display text), `version` and `values`, bare values that are accepted as input as they stand; what is empty is left out, and system fields that are named stand beside them. Default: `detailed`. */
                format?: "detailed" | "concise";
                /** @description With true, previous values are shown, too, with the time in which each was active. */
                show_historic?: boolean;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: if it is still that, the answer is 304, without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
                /** @description UUID or slug of a record. */
                recordId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a record */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "record_id": "0199a0c0-0000-7000-8000-000000000004"
                     *         },
                     *         "slug": "quiet-harbour-00BqvCXmEpHfAWf0ViWZFs",
                     *         "version": 1,
                     *         "values": {
                     *           "name": [
                     *             {
                     *               "active_from": "2026-01-15T09:30:00.000Z",
                     *               "active_until": null,
                     *               "attribute_slug": "name",
                     *               "attribute_type": "name",
                     *               "created_by": {
                     *                 "type": "api-key",
                     *                 "id": "0199a0c0-0000-7000-8000-000000000006"
                     *               },
                     *               "value": "Quiet Harbour"
                     *             }
                     *           ]
                     *         },
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z",
                     *         "created_by": {
                     *           "type": "api-key",
                     *           "id": "0199a0c0-0000-7000-8000-000000000006"
                     *         },
                     *         "created_via": {
                     *           "via_import": false,
                     *           "origin_name": "rest-api",
                     *           "actor_name": "Website forms"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Record"];
                    };
                };
            };
            /** @description The `ETag` is still one of those in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "records.delete": {
        parameters: {
            query?: {
                /** @description With only, records in the trash are meant, in place of all others. */
                trashed?: "only";
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description Only write if the present `ETag` is one of these. Else the answer is 412, with `current_version` and the `changes` since. Needs the capability `read:data`. */
                "If-Match"?: string;
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
                /** @description UUID or slug of a record. */
                recordId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a record permanently */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "records.update": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description Only write if the present `ETag` is one of these. Else the answer is 412, with `current_version` and the `changes` since. Needs the capability `read:data`. */
                "If-Match"?: string;
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
                /** @description UUID or slug of a record. */
                recordId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "name": "Quiet Harbour"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RecordWrite"];
            };
        };
        responses: {
            /** @description Update a record */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "record_id": "0199a0c0-0000-7000-8000-000000000004"
                     *         },
                     *         "slug": "quiet-harbour-00BqvCXmEpHfAWf0ViWZFs",
                     *         "version": 1,
                     *         "values": {
                     *           "name": [
                     *             {
                     *               "active_from": "2026-01-15T09:30:00.000Z",
                     *               "active_until": null,
                     *               "attribute_slug": "name",
                     *               "attribute_type": "name",
                     *               "created_by": {
                     *                 "type": "api-key",
                     *                 "id": "0199a0c0-0000-7000-8000-000000000006"
                     *               },
                     *               "value": "Quiet Harbour"
                     *             }
                     *           ]
                     *         },
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z",
                     *         "created_by": {
                     *           "type": "api-key",
                     *           "id": "0199a0c0-0000-7000-8000-000000000006"
                     *         },
                     *         "created_via": {
                     *           "via_import": false,
                     *           "origin_name": "rest-api",
                     *           "actor_name": "Website forms"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Record"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "records.diff": {
        parameters: {
            query: {
                /** @description A moment (ISO 8601, with an offset). */
                from: string;
                /** @description A later moment. Default: now. */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
                /** @description UUID or slug of a record. */
                recordId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Compare a record at two moments */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "attribute": "name",
                     *           "attribute_type": "name",
                     *           "before": [
                     *             {
                     *               "value": "Silent Harbour"
                     *             }
                     *           ],
                     *           "after": [
                     *             {
                     *               "value": "Quiet Harbour"
                     *             }
                     *           ],
                     *           "changed_at": "2026-01-15T09:30:00.000Z",
                     *           "created_by": {
                     *             "type": "api-key",
                     *             "id": "0199a0c0-0000-7000-8000-000000000006",
                     *             "name": "Website forms"
                     *           }
                     *         }
                     *       ],
                     *       "from": "2026-01-31T09:30:00.000Z",
                     *       "to": "2026-01-31T09:30:00.000Z",
                     *       "has_more": false
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Difference"][];
                        /**
                         * Format: date-time
                         * @description The moment from which on all changes are told: later than asked for if there are too many.
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        from: string;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        to: string;
                        /**
                         * @description Whether there are earlier changes: ask again with `to` set to this `from`.
                         * @example false
                         */
                        has_more: boolean;
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "records.timeline": {
        parameters: {
            query?: {
                /** @description What is shown, with commas between: `change`, `note`, `task`, `activity`, `message`. Default: changes alone, as events. */
                kinds?: string;
                /** @description The maximum number of rows in a page. Values outside 1 to 100 are clamped. */
                limit?: number;
                /** @description `next_cursor` of the previous page; leave it out for the first page. No duplicates or gaps when others add or delete rows meanwhile, and late pages are as quick as early ones. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
                /** @description UUID or slug of a record. */
                recordId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the timeline of a record, newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "event_id": "0199a0c0-0000-7000-8000-000000000007",
                     *           "kind": "record.updated",
                     *           "occurred_at": "2026-01-15T09:30:00.000Z",
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "subject": {
                     *             "type": "record",
                     *             "id": "0199a0c0-0000-7000-8000-000000000004"
                     *           },
                     *           "object": {
                     *             "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *             "slug": "people"
                     *           },
                     *           "actor": {
                     *             "type": "api-key",
                     *             "id": "0199a0c0-0000-7000-8000-000000000006",
                     *             "name": "Website forms"
                     *           },
                     *           "via": {
                     *             "origin": "rest-api",
                     *             "request_id": "0c1f1a86-6a0f-4a51-9f0f-4d1c8a3f1b77"
                     *           },
                     *           "changes": [
                     *             {
                     *               "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                     *               "attribute_slug": "job_title",
                     *               "attribute_type": "text",
                     *               "before": [
                     *                 {
                     *                   "value": "Engineer"
                     *                 }
                     *               ],
                     *               "after": [
                     *                 {
                     *                   "value": "Chief engineer"
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["TimelineEntry"][];
                        pagination: components["schemas"]["TimelinePagination"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "records.trash": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description Only write if the present `ETag` is one of these. Else the answer is 412, with `current_version` and the `changes` since. Needs the capability `read:data`. */
                "If-Match"?: string;
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
                /** @description UUID or slug of a record. */
                recordId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Move a record to the trash */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "record_id": "0199a0c0-0000-7000-8000-000000000004"
                     *         },
                     *         "slug": "quiet-harbour-00BqvCXmEpHfAWf0ViWZFs",
                     *         "version": 1,
                     *         "values": {
                     *           "name": [
                     *             {
                     *               "active_from": "2026-01-15T09:30:00.000Z",
                     *               "active_until": null,
                     *               "attribute_slug": "name",
                     *               "attribute_type": "name",
                     *               "created_by": {
                     *                 "type": "api-key",
                     *                 "id": "0199a0c0-0000-7000-8000-000000000006"
                     *               },
                     *               "value": "Quiet Harbour"
                     *             }
                     *           ]
                     *         },
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z",
                     *         "created_by": {
                     *           "type": "api-key",
                     *           "id": "0199a0c0-0000-7000-8000-000000000006"
                     *         },
                     *         "created_via": {
                     *           "via_import": false,
                     *           "origin_name": "rest-api",
                     *           "actor_name": "Website forms"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Record"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "records.restore": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description Only write if the present `ETag` is one of these. Else the answer is 412, with `current_version` and the `changes` since. Needs the capability `read:data`. */
                "If-Match"?: string;
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
                /** @description UUID or slug of a record. */
                recordId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Restore a record from the trash */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "record_id": "0199a0c0-0000-7000-8000-000000000004"
                     *         },
                     *         "slug": "quiet-harbour-00BqvCXmEpHfAWf0ViWZFs",
                     *         "version": 1,
                     *         "values": {
                     *           "name": [
                     *             {
                     *               "active_from": "2026-01-15T09:30:00.000Z",
                     *               "active_until": null,
                     *               "attribute_slug": "name",
                     *               "attribute_type": "name",
                     *               "created_by": {
                     *                 "type": "api-key",
                     *                 "id": "0199a0c0-0000-7000-8000-000000000006"
                     *               },
                     *               "value": "Quiet Harbour"
                     *             }
                     *           ]
                     *         },
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z",
                     *         "created_by": {
                     *           "type": "api-key",
                     *           "id": "0199a0c0-0000-7000-8000-000000000006"
                     *         },
                     *         "created_via": {
                     *           "via_import": false,
                     *           "origin_name": "rest-api",
                     *           "actor_name": "Website forms"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Record"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "search.find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "quiet harbour",
                 *       "objects": [
                 *         "people",
                 *         "companies"
                 *       ],
                 *       "limit": 5
                 *     }
                 */
                "application/json": components["schemas"]["Search"];
            };
        };
        responses: {
            /** @description Search the records of all objects */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "object": "companies",
                     *           "id": "0199a0c0-0000-7000-8000-000000000004",
                     *           "name": "Quiet Harbour",
                     *           "matched": [
                     *             {
                     *               "attribute": "name",
                     *               "text": "Quiet Harbour"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["FoundRecord"][];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "undo.undo": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_key_id": "0197c2a0-0000-7000-8000-000000000004",
                 *       "from": "2026-11-23T08:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["Undo"];
            };
        };
        responses: {
            /** @description Undo changes of records */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "undone": [
                     *           {
                     *             "object": "deals",
                     *             "record_id": "0197c2a0-0000-7000-8000-000000000005",
                     *             "action": "updated",
                     *             "attributes": [
                     *               "stage"
                     *             ]
                     *           }
                     *         ],
                     *         "left": [],
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["UndoResult"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "audit.list": {
        parameters: {
            query?: {
                /** @description Only what this user did. */
                actor?: string;
                /** @description Only entries of this action. */
                action?: "account.connected" | "account.disconnected" | "account.members_changed" | "api_key.created" | "api_key.revoked" | "audit.redacted" | "connection.created" | "connection.access_changed" | "connection.approval_changed" | "connection.restored" | "connection.revoked" | "draft.approved" | "export.requested" | "member.added" | "member.removed" | "member.role_changed" | "person.erased" | "person.exported" | "session.opened" | "workspace.api_access_changed" | "workspace.approval_changed" | "workspace.created" | "workspace.renamed" | "workspace.restored";
                /** @description The maximum number of rows in a page. Values outside 1 to 100 are clamped. */
                limit?: number;
                /** @description `next_cursor` of the previous page; leave it out for the first page. No duplicates or gaps when others add or delete rows meanwhile, and late pages are as quick as early ones. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the audit log, newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "entry": 12,
                     *           "occurred_at": "2026-11-23T09:15:02.118Z",
                     *           "action": "api_key.created",
                     *           "actor": {
                     *             "type": "user",
                     *             "id": "0197c2a0-0000-7000-8000-000000000001",
                     *             "name": "Robin Example"
                     *           },
                     *           "through": "console",
                     *           "subject": {
                     *             "type": "api-key",
                     *             "id": "0197c2a0-0000-7000-8000-000000000004",
                     *             "name": null
                     *           },
                     *           "details": {
                     *             "name": "Website forms",
                     *             "capabilities": [
                     *               "read:data"
                     *             ],
                     *             "expires_at": null
                     *           },
                     *           "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        pagination: components["schemas"]["TimelinePagination"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "views.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List views */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": {
                     *             "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *             "view_id": "0199a0c0-0000-7000-8000-000000000008"
                     *           },
                     *           "slug": "open-deals",
                     *           "title": "Open deals",
                     *           "object": "deals",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "query": {
                     *             "filter": [
                     *               {
                     *                 "attribute": "stage",
                     *                 "operator": "not_in",
                     *                 "value": [
                     *                   "Won",
                     *                   "Lost"
                     *                 ]
                     *               }
                     *             ]
                     *           },
                     *           "state": "active",
                     *           "broken_reason": null,
                     *           "created_at": "2026-01-15T09:30:00.000Z",
                     *           "updated_at": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["View"][];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "views.create": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "large-companies",
                 *       "title": "Large companies",
                 *       "object": "companies",
                 *       "query": {
                 *         "filter": [
                 *           {
                 *             "attribute": "employee_count",
                 *             "operator": "gte",
                 *             "value": 100
                 *           }
                 *         ],
                 *         "sort": {
                 *           "attribute": "employee_count",
                 *           "direction": "desc"
                 *         },
                 *         "fields": [
                 *           "name",
                 *           "employee_count"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateView"];
            };
        };
        responses: {
            /** @description Create a view */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "view_id": "0199a0c0-0000-7000-8000-000000000008"
                     *         },
                     *         "slug": "open-deals",
                     *         "title": "Open deals",
                     *         "object": "deals",
                     *         "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *         "query": {
                     *           "filter": [
                     *             {
                     *               "attribute": "stage",
                     *               "operator": "not_in",
                     *               "value": [
                     *                 "Won",
                     *                 "Lost"
                     *               ]
                     *             }
                     *           ]
                     *         },
                     *         "state": "active",
                     *         "broken_reason": null,
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["View"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "views.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UUID or slug of a view.
                 * @example open-deals
                 */
                view: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a view */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "view_id": "0199a0c0-0000-7000-8000-000000000008"
                     *         },
                     *         "slug": "open-deals",
                     *         "title": "Open deals",
                     *         "object": "deals",
                     *         "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *         "query": {
                     *           "filter": [
                     *             {
                     *               "attribute": "stage",
                     *               "operator": "not_in",
                     *               "value": [
                     *                 "Won",
                     *                 "Lost"
                     *               ]
                     *             }
                     *           ]
                     *         },
                     *         "state": "active",
                     *         "broken_reason": null,
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["View"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "views.delete": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of a view.
                 * @example open-deals
                 */
                view: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a view */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "view_id": "0199a0c0-0000-7000-8000-000000000008"
                     *         },
                     *         "slug": "open-deals",
                     *         "title": "Open deals",
                     *         "object": "deals",
                     *         "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *         "query": {
                     *           "filter": [
                     *             {
                     *               "attribute": "stage",
                     *               "operator": "not_in",
                     *               "value": [
                     *                 "Won",
                     *                 "Lost"
                     *               ]
                     *             }
                     *           ]
                     *         },
                     *         "state": "active",
                     *         "broken_reason": null,
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["View"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "views.update": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of a view.
                 * @example open-deals
                 */
                view: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Very large companies",
                 *       "query": {
                 *         "filter": [
                 *           {
                 *             "attribute": "employee_count",
                 *             "operator": "gte",
                 *             "value": 1000
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateView"];
            };
        };
        responses: {
            /** @description Update a view */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "view_id": "0199a0c0-0000-7000-8000-000000000008"
                     *         },
                     *         "slug": "open-deals",
                     *         "title": "Open deals",
                     *         "object": "deals",
                     *         "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *         "query": {
                     *           "filter": [
                     *             {
                     *               "attribute": "stage",
                     *               "operator": "not_in",
                     *               "value": [
                     *                 "Won",
                     *                 "Lost"
                     *               ]
                     *             }
                     *           ]
                     *         },
                     *         "state": "active",
                     *         "broken_reason": null,
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["View"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "views.records": {
        parameters: {
            query?: {
                /** @description Slugs or ids of the attributes to show, at most 100, and of the system fields id, record_id, name, slug, version, created_at, updated_at, created_by, created_via. Others are left out, and are not even read; the id and the version are always shown, in a table only the id. With a reference in front, as in `company.name`, it is a field of the records that it refers to, and stands bare under `related`, or in its column of a table. With commas between them. */
                fields?: string;
                /** @description `detailed`: `Record`, each value with its type, its time and its author. `concise`: `id`, `object` (a slug), `name` (the display text), `version` and `values`, bare values that are accepted as input as they stand; what is empty is left out, and system fields that are named stand beside them. `table`: `{ "columns": ["id", ...], "rows": [[...]] }` of concise values in place of the array, null where there is none. Default: `detailed`. */
                format?: "detailed" | "concise" | "table";
                /** @description How well matches are counted: `quick` (the default) is exact where that is cheap, else a lower bound; `exact` counts up to 10,000; `none` leaves `total` out. */
                total?: "none" | "quick" | "exact";
                /** @description `next_cursor` of the previous page; leave it out for the first page. No duplicates or gaps when others add or delete rows meanwhile, and late pages are as quick as early ones. */
                cursor?: string;
                /** @description The maximum number of rows in a page. Values outside 1 to 100 are clamped. */
                limit?: number;
                /** @description How many rows to skip: 0, or `next_offset` of the previous page. A negative number is refused. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description UUID or slug of a view.
                 * @example open-deals
                 */
                view: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the records of a view */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": {
                     *             "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *             "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *             "record_id": "0199a0c0-0000-7000-8000-000000000004"
                     *           },
                     *           "slug": "quiet-harbour-00BqvCXmEpHfAWf0ViWZFs",
                     *           "version": 1,
                     *           "values": {
                     *             "name": [
                     *               {
                     *                 "active_from": "2026-01-15T09:30:00.000Z",
                     *                 "active_until": null,
                     *                 "attribute_slug": "name",
                     *                 "attribute_type": "name",
                     *                 "created_by": {
                     *                   "type": "api-key",
                     *                   "id": "0199a0c0-0000-7000-8000-000000000006"
                     *                 },
                     *                 "value": "Quiet Harbour"
                     *               }
                     *             ]
                     *           },
                     *           "created_at": "2026-01-15T09:30:00.000Z",
                     *           "updated_at": "2026-01-15T09:30:00.000Z",
                     *           "created_by": {
                     *             "type": "api-key",
                     *             "id": "0199a0c0-0000-7000-8000-000000000006"
                     *           },
                     *           "created_via": {
                     *             "via_import": false,
                     *             "origin_name": "rest-api",
                     *             "actor_name": "Website forms"
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "total": 1,
                     *         "limit": 25,
                     *         "offset": 0,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Record"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "exports.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List exports */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": {
                     *             "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *             "export_id": "0199a0c0-0000-7000-8000-0000000000e1"
                     *           },
                     *           "object": "people",
                     *           "view_id": null,
                     *           "format": "csv",
                     *           "bom": false,
                     *           "escape_formulas": true,
                     *           "state": "completed",
                     *           "progress": 1,
                     *           "records": 48213,
                     *           "bytes": 9120554,
                     *           "as_of": "2026-11-23T09:15:02.118Z",
                     *           "position": 88120,
                     *           "failure": null,
                     *           "created_at": "2026-11-23T09:15:01.904Z",
                     *           "created_by": {
                     *             "type": "api-key",
                     *             "id": "0199a0c0-0000-7000-8000-000000000006"
                     *           },
                     *           "finished_at": "2026-11-23T09:15:14.020Z",
                     *           "expires_at": "2026-11-24T09:15:14.020Z",
                     *           "download": {
                     *             "url": "/downloads/exports/0199a0c0-0000-7000-8000-0000000000e1?workspace=0199a0c0-0000-7000-8000-000000000001&expires=1795425314020&signature=Jc0yS1",
                     *             "expires_at": "2026-11-23T09:30:14.020Z"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Export"][];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "exports.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "object": "people",
                 *       "format": "csv",
                 *       "fields": [
                 *         "name",
                 *         "email_addresses"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateExport"];
            };
        };
        responses: {
            /** @description Export records */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "export_id": "0199a0c0-0000-7000-8000-0000000000e1"
                     *         },
                     *         "object": "people",
                     *         "view_id": null,
                     *         "format": "csv",
                     *         "bom": false,
                     *         "escape_formulas": true,
                     *         "state": "completed",
                     *         "progress": 1,
                     *         "records": 48213,
                     *         "bytes": 9120554,
                     *         "as_of": "2026-11-23T09:15:02.118Z",
                     *         "position": 88120,
                     *         "failure": null,
                     *         "created_at": "2026-11-23T09:15:01.904Z",
                     *         "created_by": {
                     *           "type": "api-key",
                     *           "id": "0199a0c0-0000-7000-8000-000000000006"
                     *         },
                     *         "finished_at": "2026-11-23T09:15:14.020Z",
                     *         "expires_at": "2026-11-24T09:15:14.020Z",
                     *         "download": {
                     *           "url": "/downloads/exports/0199a0c0-0000-7000-8000-0000000000e1?workspace=0199a0c0-0000-7000-8000-000000000001&expires=1795425314020&signature=Jc0yS1",
                     *           "expires_at": "2026-11-23T09:30:14.020Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Export"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "exports.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of an export. */
                export: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get an export */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "export_id": "0199a0c0-0000-7000-8000-0000000000e1"
                     *         },
                     *         "object": "people",
                     *         "view_id": null,
                     *         "format": "csv",
                     *         "bom": false,
                     *         "escape_formulas": true,
                     *         "state": "completed",
                     *         "progress": 1,
                     *         "records": 48213,
                     *         "bytes": 9120554,
                     *         "as_of": "2026-11-23T09:15:02.118Z",
                     *         "position": 88120,
                     *         "failure": null,
                     *         "created_at": "2026-11-23T09:15:01.904Z",
                     *         "created_by": {
                     *           "type": "api-key",
                     *           "id": "0199a0c0-0000-7000-8000-000000000006"
                     *         },
                     *         "finished_at": "2026-11-23T09:15:14.020Z",
                     *         "expires_at": "2026-11-24T09:15:14.020Z",
                     *         "download": {
                     *           "url": "/downloads/exports/0199a0c0-0000-7000-8000-0000000000e1?workspace=0199a0c0-0000-7000-8000-000000000001&expires=1795425314020&signature=Jc0yS1",
                     *           "expires_at": "2026-11-23T09:30:14.020Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Export"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "exports.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of an export. */
                export: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancel an export */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "export_id": "0199a0c0-0000-7000-8000-0000000000e1"
                     *         },
                     *         "object": "people",
                     *         "view_id": null,
                     *         "format": "csv",
                     *         "bom": false,
                     *         "escape_formulas": true,
                     *         "state": "completed",
                     *         "progress": 1,
                     *         "records": 48213,
                     *         "bytes": 9120554,
                     *         "as_of": "2026-11-23T09:15:02.118Z",
                     *         "position": 88120,
                     *         "failure": null,
                     *         "created_at": "2026-11-23T09:15:01.904Z",
                     *         "created_by": {
                     *           "type": "api-key",
                     *           "id": "0199a0c0-0000-7000-8000-000000000006"
                     *         },
                     *         "finished_at": "2026-11-23T09:15:14.020Z",
                     *         "expires_at": "2026-11-24T09:15:14.020Z",
                     *         "download": {
                     *           "url": "/downloads/exports/0199a0c0-0000-7000-8000-0000000000e1?workspace=0199a0c0-0000-7000-8000-000000000001&expires=1795425314020&signature=Jc0yS1",
                     *           "expires_at": "2026-11-23T09:30:14.020Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Export"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "imports.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List imports */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0197f000-0000-7000-8000-0000000000a1",
                     *           "object": "people",
                     *           "state": "checked",
                     *           "file_name": "contacts.csv",
                     *           "format": "csv",
                     *           "bytes": 52,
                     *           "parts": 1,
                     *           "part_bytes": 4194304,
                     *           "missing_parts": [],
                     *           "reading": {
                     *             "encoding": "utf-8",
                     *             "separator": ",",
                     *             "sheet": null,
                     *             "sheets": []
                     *           },
                     *           "rows": {
                     *             "total": 2,
                     *             "done": 2,
                     *             "created": 1,
                     *             "updated": 0,
                     *             "failed": 1
                     *           },
                     *           "columns": [
                     *             {
                     *               "name": "Email",
                     *               "kind": "email",
                     *               "samples": [
                     *                 "ada@example.com"
                     *               ]
                     *             }
                     *           ],
                     *           "mapping": {
                     *             "match": "email_addresses",
                     *             "columns": [
                     *               {
                     *                 "column": "Email",
                     *                 "attribute": "email_addresses"
                     *               }
                     *             ]
                     *           },
                     *           "errors": [
                     *             {
                     *               "row": 3,
                     *               "reason": "Email: \"ada\" is not an e-mail address."
                     *             }
                     *           ],
                     *           "failure": null,
                     *           "created_by": {
                     *             "type": "user",
                     *             "id": "0197f000-0000-7000-8000-000000000004"
                     *           },
                     *           "created_at": "2026-02-28T09:30:00.000Z",
                     *           "updated_at": "2026-02-28T09:30:05.000Z",
                     *           "finished_at": null,
                     *           "kept_until": "2026-03-07T09:30:05.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Import"][];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "imports.create": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "object": "people",
                 *       "file_name": "contacts.csv",
                 *       "bytes": 52
                 *     }
                 */
                "application/json": components["schemas"]["CreateImport"];
            };
        };
        responses: {
            /** @description Create an import */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0197f000-0000-7000-8000-0000000000a1",
                     *         "object": "people",
                     *         "state": "checked",
                     *         "file_name": "contacts.csv",
                     *         "format": "csv",
                     *         "bytes": 52,
                     *         "parts": 1,
                     *         "part_bytes": 4194304,
                     *         "missing_parts": [],
                     *         "reading": {
                     *           "encoding": "utf-8",
                     *           "separator": ",",
                     *           "sheet": null,
                     *           "sheets": []
                     *         },
                     *         "rows": {
                     *           "total": 2,
                     *           "done": 2,
                     *           "created": 1,
                     *           "updated": 0,
                     *           "failed": 1
                     *         },
                     *         "columns": [
                     *           {
                     *             "name": "Email",
                     *             "kind": "email",
                     *             "samples": [
                     *               "ada@example.com"
                     *             ]
                     *           }
                     *         ],
                     *         "mapping": {
                     *           "match": "email_addresses",
                     *           "columns": [
                     *             {
                     *               "column": "Email",
                     *               "attribute": "email_addresses"
                     *             }
                     *           ]
                     *         },
                     *         "errors": [
                     *           {
                     *             "row": 3,
                     *             "reason": "Email: \"ada\" is not an e-mail address."
                     *           }
                     *         ],
                     *         "failure": null,
                     *         "created_by": {
                     *           "type": "user",
                     *           "id": "0197f000-0000-7000-8000-000000000004"
                     *         },
                     *         "created_at": "2026-02-28T09:30:00.000Z",
                     *         "updated_at": "2026-02-28T09:30:05.000Z",
                     *         "finished_at": null,
                     *         "kept_until": "2026-03-07T09:30:05.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Import"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "imports.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of an import. */
                import: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get an import */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0197f000-0000-7000-8000-0000000000a1",
                     *         "object": "people",
                     *         "state": "checked",
                     *         "file_name": "contacts.csv",
                     *         "format": "csv",
                     *         "bytes": 52,
                     *         "parts": 1,
                     *         "part_bytes": 4194304,
                     *         "missing_parts": [],
                     *         "reading": {
                     *           "encoding": "utf-8",
                     *           "separator": ",",
                     *           "sheet": null,
                     *           "sheets": []
                     *         },
                     *         "rows": {
                     *           "total": 2,
                     *           "done": 2,
                     *           "created": 1,
                     *           "updated": 0,
                     *           "failed": 1
                     *         },
                     *         "columns": [
                     *           {
                     *             "name": "Email",
                     *             "kind": "email",
                     *             "samples": [
                     *               "ada@example.com"
                     *             ]
                     *           }
                     *         ],
                     *         "mapping": {
                     *           "match": "email_addresses",
                     *           "columns": [
                     *             {
                     *               "column": "Email",
                     *               "attribute": "email_addresses"
                     *             }
                     *           ]
                     *         },
                     *         "errors": [
                     *           {
                     *             "row": 3,
                     *             "reason": "Email: \"ada\" is not an e-mail address."
                     *           }
                     *         ],
                     *         "failure": null,
                     *         "created_by": {
                     *           "type": "user",
                     *           "id": "0197f000-0000-7000-8000-000000000004"
                     *         },
                     *         "created_at": "2026-02-28T09:30:00.000Z",
                     *         "updated_at": "2026-02-28T09:30:05.000Z",
                     *         "finished_at": null,
                     *         "kept_until": "2026-03-07T09:30:05.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Import"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "imports.putPart": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of an import. */
                import: string;
                /** @description The number of a part, from 1. */
                part: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Upload a part of a file */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0197f000-0000-7000-8000-0000000000a1",
                     *         "object": "people",
                     *         "state": "checked",
                     *         "file_name": "contacts.csv",
                     *         "format": "csv",
                     *         "bytes": 52,
                     *         "parts": 1,
                     *         "part_bytes": 4194304,
                     *         "missing_parts": [],
                     *         "reading": {
                     *           "encoding": "utf-8",
                     *           "separator": ",",
                     *           "sheet": null,
                     *           "sheets": []
                     *         },
                     *         "rows": {
                     *           "total": 2,
                     *           "done": 2,
                     *           "created": 1,
                     *           "updated": 0,
                     *           "failed": 1
                     *         },
                     *         "columns": [
                     *           {
                     *             "name": "Email",
                     *             "kind": "email",
                     *             "samples": [
                     *               "ada@example.com"
                     *             ]
                     *           }
                     *         ],
                     *         "mapping": {
                     *           "match": "email_addresses",
                     *           "columns": [
                     *             {
                     *               "column": "Email",
                     *               "attribute": "email_addresses"
                     *             }
                     *           ]
                     *         },
                     *         "errors": [
                     *           {
                     *             "row": 3,
                     *             "reason": "Email: \"ada\" is not an e-mail address."
                     *           }
                     *         ],
                     *         "failure": null,
                     *         "created_by": {
                     *           "type": "user",
                     *           "id": "0197f000-0000-7000-8000-000000000004"
                     *         },
                     *         "created_at": "2026-02-28T09:30:00.000Z",
                     *         "updated_at": "2026-02-28T09:30:05.000Z",
                     *         "finished_at": null,
                     *         "kept_until": "2026-03-07T09:30:05.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Import"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "imports.read": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of an import. */
                import: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "encoding": "windows-1252",
                 *       "separator": ";"
                 *     }
                 */
                "application/json": components["schemas"]["FileOptions"];
            };
        };
        responses: {
            /** @description Read the file of an import again */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0197f000-0000-7000-8000-0000000000a1",
                     *         "object": "people",
                     *         "state": "checked",
                     *         "file_name": "contacts.csv",
                     *         "format": "csv",
                     *         "bytes": 52,
                     *         "parts": 1,
                     *         "part_bytes": 4194304,
                     *         "missing_parts": [],
                     *         "reading": {
                     *           "encoding": "utf-8",
                     *           "separator": ",",
                     *           "sheet": null,
                     *           "sheets": []
                     *         },
                     *         "rows": {
                     *           "total": 2,
                     *           "done": 2,
                     *           "created": 1,
                     *           "updated": 0,
                     *           "failed": 1
                     *         },
                     *         "columns": [
                     *           {
                     *             "name": "Email",
                     *             "kind": "email",
                     *             "samples": [
                     *               "ada@example.com"
                     *             ]
                     *           }
                     *         ],
                     *         "mapping": {
                     *           "match": "email_addresses",
                     *           "columns": [
                     *             {
                     *               "column": "Email",
                     *               "attribute": "email_addresses"
                     *             }
                     *           ]
                     *         },
                     *         "errors": [
                     *           {
                     *             "row": 3,
                     *             "reason": "Email: \"ada\" is not an e-mail address."
                     *           }
                     *         ],
                     *         "failure": null,
                     *         "created_by": {
                     *           "type": "user",
                     *           "id": "0197f000-0000-7000-8000-000000000004"
                     *         },
                     *         "created_at": "2026-02-28T09:30:00.000Z",
                     *         "updated_at": "2026-02-28T09:30:05.000Z",
                     *         "finished_at": null,
                     *         "kept_until": "2026-03-07T09:30:05.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Import"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "imports.check": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of an import. */
                import: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "match": "email_addresses",
                 *       "columns": [
                 *         {
                 *           "column": "Email",
                 *           "attribute": "email_addresses"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Mapping"];
            };
        };
        responses: {
            /** @description Check an import */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0197f000-0000-7000-8000-0000000000a1",
                     *         "object": "people",
                     *         "state": "checked",
                     *         "file_name": "contacts.csv",
                     *         "format": "csv",
                     *         "bytes": 52,
                     *         "parts": 1,
                     *         "part_bytes": 4194304,
                     *         "missing_parts": [],
                     *         "reading": {
                     *           "encoding": "utf-8",
                     *           "separator": ",",
                     *           "sheet": null,
                     *           "sheets": []
                     *         },
                     *         "rows": {
                     *           "total": 2,
                     *           "done": 2,
                     *           "created": 1,
                     *           "updated": 0,
                     *           "failed": 1
                     *         },
                     *         "columns": [
                     *           {
                     *             "name": "Email",
                     *             "kind": "email",
                     *             "samples": [
                     *               "ada@example.com"
                     *             ]
                     *           }
                     *         ],
                     *         "mapping": {
                     *           "match": "email_addresses",
                     *           "columns": [
                     *             {
                     *               "column": "Email",
                     *               "attribute": "email_addresses"
                     *             }
                     *           ]
                     *         },
                     *         "errors": [
                     *           {
                     *             "row": 3,
                     *             "reason": "Email: \"ada\" is not an e-mail address."
                     *           }
                     *         ],
                     *         "failure": null,
                     *         "created_by": {
                     *           "type": "user",
                     *           "id": "0197f000-0000-7000-8000-000000000004"
                     *         },
                     *         "created_at": "2026-02-28T09:30:00.000Z",
                     *         "updated_at": "2026-02-28T09:30:05.000Z",
                     *         "finished_at": null,
                     *         "kept_until": "2026-03-07T09:30:05.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Import"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "imports.run": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of an import. */
                import: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "match": "email_addresses",
                 *       "columns": [
                 *         {
                 *           "column": "Email",
                 *           "attribute": "email_addresses"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Mapping"];
            };
        };
        responses: {
            /** @description Run an import */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0197f000-0000-7000-8000-0000000000a1",
                     *         "object": "people",
                     *         "state": "checked",
                     *         "file_name": "contacts.csv",
                     *         "format": "csv",
                     *         "bytes": 52,
                     *         "parts": 1,
                     *         "part_bytes": 4194304,
                     *         "missing_parts": [],
                     *         "reading": {
                     *           "encoding": "utf-8",
                     *           "separator": ",",
                     *           "sheet": null,
                     *           "sheets": []
                     *         },
                     *         "rows": {
                     *           "total": 2,
                     *           "done": 2,
                     *           "created": 1,
                     *           "updated": 0,
                     *           "failed": 1
                     *         },
                     *         "columns": [
                     *           {
                     *             "name": "Email",
                     *             "kind": "email",
                     *             "samples": [
                     *               "ada@example.com"
                     *             ]
                     *           }
                     *         ],
                     *         "mapping": {
                     *           "match": "email_addresses",
                     *           "columns": [
                     *             {
                     *               "column": "Email",
                     *               "attribute": "email_addresses"
                     *             }
                     *           ]
                     *         },
                     *         "errors": [
                     *           {
                     *             "row": 3,
                     *             "reason": "Email: \"ada\" is not an e-mail address."
                     *           }
                     *         ],
                     *         "failure": null,
                     *         "created_by": {
                     *           "type": "user",
                     *           "id": "0197f000-0000-7000-8000-000000000004"
                     *         },
                     *         "created_at": "2026-02-28T09:30:00.000Z",
                     *         "updated_at": "2026-02-28T09:30:05.000Z",
                     *         "finished_at": null,
                     *         "kept_until": "2026-03-07T09:30:05.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Import"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "imports.cancel": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of an import. */
                import: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancel an import */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0197f000-0000-7000-8000-0000000000a1",
                     *         "object": "people",
                     *         "state": "checked",
                     *         "file_name": "contacts.csv",
                     *         "format": "csv",
                     *         "bytes": 52,
                     *         "parts": 1,
                     *         "part_bytes": 4194304,
                     *         "missing_parts": [],
                     *         "reading": {
                     *           "encoding": "utf-8",
                     *           "separator": ",",
                     *           "sheet": null,
                     *           "sheets": []
                     *         },
                     *         "rows": {
                     *           "total": 2,
                     *           "done": 2,
                     *           "created": 1,
                     *           "updated": 0,
                     *           "failed": 1
                     *         },
                     *         "columns": [
                     *           {
                     *             "name": "Email",
                     *             "kind": "email",
                     *             "samples": [
                     *               "ada@example.com"
                     *             ]
                     *           }
                     *         ],
                     *         "mapping": {
                     *           "match": "email_addresses",
                     *           "columns": [
                     *             {
                     *               "column": "Email",
                     *               "attribute": "email_addresses"
                     *             }
                     *           ]
                     *         },
                     *         "errors": [
                     *           {
                     *             "row": 3,
                     *             "reason": "Email: \"ada\" is not an e-mail address."
                     *           }
                     *         ],
                     *         "failure": null,
                     *         "created_by": {
                     *           "type": "user",
                     *           "id": "0197f000-0000-7000-8000-000000000004"
                     *         },
                     *         "created_at": "2026-02-28T09:30:00.000Z",
                     *         "updated_at": "2026-02-28T09:30:05.000Z",
                     *         "finished_at": null,
                     *         "kept_until": "2026-03-07T09:30:05.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Import"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "imports.errors": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of an import. */
                import: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the failed rows of an import */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "persons.export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ExportPerson"];
            };
        };
        responses: {
            /** @description Export a person */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "export_id": "0199a0c0-0000-7000-8000-0000000000e1"
                     *         },
                     *         "object": "people",
                     *         "view_id": null,
                     *         "format": "csv",
                     *         "bom": false,
                     *         "escape_formulas": true,
                     *         "state": "completed",
                     *         "progress": 1,
                     *         "records": 48213,
                     *         "bytes": 9120554,
                     *         "as_of": "2026-11-23T09:15:02.118Z",
                     *         "position": 88120,
                     *         "failure": null,
                     *         "created_at": "2026-11-23T09:15:01.904Z",
                     *         "created_by": {
                     *           "type": "api-key",
                     *           "id": "0199a0c0-0000-7000-8000-000000000006"
                     *         },
                     *         "finished_at": "2026-11-23T09:15:14.020Z",
                     *         "expires_at": "2026-11-24T09:15:14.020Z",
                     *         "download": {
                     *           "url": "/downloads/exports/0199a0c0-0000-7000-8000-0000000000e1?workspace=0199a0c0-0000-7000-8000-000000000001&expires=1795425314020&signature=Jc0yS1",
                     *           "expires_at": "2026-11-23T09:30:14.020Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Export"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "persons.erase": {
        parameters: {
            query?: {
                /** @description As in the body. */
                expect_digest?: string;
                /** @description As in the body. */
                dry_run?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "dry_run": true
                 *     }
                 */
                "application/json": components["schemas"]["ErasePerson"];
            };
        };
        responses: {
            /** @description Erase a person */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "erasure_id": "0199a0c0-0000-7000-8000-0000000000e2"
                     *         },
                     *         "state": "completed",
                     *         "dry_run": true,
                     *         "step": "count",
                     *         "progress": 1,
                     *         "counted": {
                     *           "record": 2,
                     *           "value_history": 31,
                     *           "event": 40,
                     *           "message": 12
                     *         },
                     *         "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "addresses": null,
                     *         "certificate": null,
                     *         "failure": null,
                     *         "created_at": "2026-11-23T09:15:01.904Z",
                     *         "created_by": {
                     *           "type": "user",
                     *           "id": "0197c2a0-0000-7000-8000-000000000001"
                     *         },
                     *         "finished_at": "2026-11-23T09:15:03.020Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Erasure"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "persons.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List erasures */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": {
                     *             "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *             "erasure_id": "0199a0c0-0000-7000-8000-0000000000e2"
                     *           },
                     *           "state": "completed",
                     *           "dry_run": true,
                     *           "step": "count",
                     *           "progress": 1,
                     *           "counted": {
                     *             "record": 2,
                     *             "value_history": 31,
                     *             "event": 40,
                     *             "message": 12
                     *           },
                     *           "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "addresses": null,
                     *           "certificate": null,
                     *           "failure": null,
                     *           "created_at": "2026-11-23T09:15:01.904Z",
                     *           "created_by": {
                     *             "type": "user",
                     *             "id": "0197c2a0-0000-7000-8000-000000000001"
                     *           },
                     *           "finished_at": "2026-11-23T09:15:03.020Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Erasure"][];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "persons.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of an erasure. */
                erasure: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get an erasure */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "erasure_id": "0199a0c0-0000-7000-8000-0000000000e2"
                     *         },
                     *         "state": "completed",
                     *         "dry_run": true,
                     *         "step": "count",
                     *         "progress": 1,
                     *         "counted": {
                     *           "record": 2,
                     *           "value_history": 31,
                     *           "event": 40,
                     *           "message": 12
                     *         },
                     *         "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "addresses": null,
                     *         "certificate": null,
                     *         "failure": null,
                     *         "created_at": "2026-11-23T09:15:01.904Z",
                     *         "created_by": {
                     *           "type": "user",
                     *           "id": "0197c2a0-0000-7000-8000-000000000001"
                     *         },
                     *         "finished_at": "2026-11-23T09:15:03.020Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Erasure"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "conversations.list": {
        parameters: {
            query?: {
                /** @description Words, each of which must be in the subject or in the name or address of somebody who takes part. The newest 10,000 conversations that the other parameters leave are looked through, each as far as its first 2,500 characters. */
                query?: string;
                channel?: "gmail" | "outlook" | "whatsapp" | "facebook" | "instagram";
                /** @description true: only archived ones; false, the default: only the others. */
                archived?: boolean;
                /** @description true: only those with a star; false: only the others. */
                starred?: boolean;
                /** @description true: only those with unread messages; false: only the others. */
                unread?: boolean;
                /** @description The maximum number of rows in a page. Values outside 1 to 100 are clamped. */
                limit?: number;
                /** @description How many rows to skip: 0, or `next_offset` of the previous page. A negative number is refused. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the conversations of your inbox */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0199a0c0-0000-7000-8000-000000000011",
                     *           "channel": "gmail",
                     *           "external_id": "18d0c0ffee000001",
                     *           "archived_at": null,
                     *           "last_read_at": null,
                     *           "starred_at": null,
                     *           "unread": true,
                     *           "last_activity_at": "2026-01-15T09:30:00.000Z",
                     *           "subject": "The new pier",
                     *           "begun_here": false,
                     *           "people": [
                     *             {
                     *               "address": "ines@example.com",
                     *               "display_name": "Ines Example"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "total": 1,
                     *         "limit": 25,
                     *         "offset": 0,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Conversation"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "conversations.get": {
        parameters: {
            query?: {
                /** @description `next_before` of the previous page: shows the messages before this one. */
                before?: string;
                /** @description The maximum number of rows in a page. Values outside 1 to 100 are clamped. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description UUID of a conversation. */
                conversation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a conversation with its messages */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0199a0c0-0000-7000-8000-000000000011",
                     *         "channel": "gmail",
                     *         "external_id": "18d0c0ffee000001",
                     *         "archived_at": null,
                     *         "last_read_at": null,
                     *         "starred_at": null,
                     *         "unread": true,
                     *         "last_activity_at": "2026-01-15T09:30:00.000Z",
                     *         "subject": "The new pier",
                     *         "begun_here": false,
                     *         "people": [
                     *           {
                     *             "address": "ines@example.com",
                     *             "display_name": "Ines Example"
                     *           }
                     *         ],
                     *         "messages": [
                     *           {
                     *             "id": "0199a0c0-0000-7000-8000-000000000012",
                     *             "channel": "gmail",
                     *             "direction": "inbound",
                     *             "status": "sent",
                     *             "from_outside": true,
                     *             "from": {
                     *               "address": "ines@example.com",
                     *               "match": "record",
                     *               "object": "people",
                     *               "record_id": "0199a0c0-0000-7000-8000-000000000004",
                     *               "display_name": "Ines Example"
                     *             },
                     *             "to": [
                     *               {
                     *                 "address": "ada@example.com",
                     *                 "role": "to",
                     *                 "match": "none"
                     *               }
                     *             ],
                     *             "cc": [],
                     *             "subject": "The new pier",
                     *             "body": "When can we meet?",
                     *             "reply_to": null,
                     *             "attachments": [
                     *               {
                     *                 "filename": "pier.pdf",
                     *                 "content_type": "application/pdf",
                     *                 "size": 48213
                     *               }
                     *             ],
                     *             "created_at": "2026-01-15T09:30:00.000Z",
                     *             "sent_at": "2026-01-15T09:30:00.000Z"
                     *           }
                     *         ]
                     *       },
                     *       "pagination": {
                     *         "total": 1,
                     *         "limit": 25,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Thread"];
                        /**
                         * @example {
                         *       "total": 1,
                         *       "limit": 25,
                         *       "has_more": false
                         *     }
                         */
                        pagination: {
                            /** @description The number of messages of the conversation that you may see. */
                            total: number;
                            /** @description The `limit` that was applied. */
                            limit: number;
                            /** @description Whether there is another page. A page may have fewer rows than `limit` before it. */
                            has_more: boolean;
                            /** @description The `before` of the page with older messages. Absent on the last page. */
                            next_before?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "conversations.update": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of a conversation. */
                conversation: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "read": true,
                 *       "starred": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateConversation"];
            };
        };
        responses: {
            /** @description Mark a conversation as read, starred, archived or blocked */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0199a0c0-0000-7000-8000-000000000011",
                     *         "channel": "gmail",
                     *         "external_id": "18d0c0ffee000001",
                     *         "archived_at": null,
                     *         "last_read_at": "2026-01-15T09:30:00.000Z",
                     *         "starred_at": null,
                     *         "unread": false,
                     *         "last_activity_at": "2026-01-15T09:30:00.000Z",
                     *         "subject": "The new pier",
                     *         "begun_here": false,
                     *         "people": [
                     *           {
                     *             "address": "ines@example.com",
                     *             "display_name": "Ines Example"
                     *           }
                     *         ],
                     *         "blocked": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ChangedConversation"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "conversations.message": {
        parameters: {
            query?: {
                /** @description `next_offset` of the message: shows its text from this character on. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description UUID of a conversation. */
                conversation: string;
                /** @description UUID of a message. */
                message: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get one message whole */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0199a0c0-0000-7000-8000-000000000012",
                     *         "channel": "gmail",
                     *         "direction": "inbound",
                     *         "status": "sent",
                     *         "from_outside": true,
                     *         "from": {
                     *           "address": "ines@example.com",
                     *           "match": "record",
                     *           "object": "people",
                     *           "record_id": "0199a0c0-0000-7000-8000-000000000004",
                     *           "display_name": "Ines Example"
                     *         },
                     *         "to": [
                     *           {
                     *             "address": "ada@example.com",
                     *             "role": "to",
                     *             "match": "none"
                     *           }
                     *         ],
                     *         "cc": [],
                     *         "subject": "The new pier",
                     *         "body": "When can we meet?",
                     *         "reply_to": null,
                     *         "attachments": [
                     *           {
                     *             "filename": "pier.pdf",
                     *             "content_type": "application/pdf",
                     *             "size": 48213
                     *           }
                     *         ],
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "sent_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Message"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "conversations.listOfRecord": {
        parameters: {
            query?: {
                /** @description Also those of records that refer to this one, such as the people of a company: of the 1000 oldest of them. */
                include_related?: boolean;
                /** @description The maximum number of rows in a page. Values outside 1 to 100 are clamped. */
                limit?: number;
                /** @description How many rows to skip: 0, or `next_offset` of the previous page. A negative number is refused. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                object: string;
                /** @description UUID or slug of a record. */
                recordId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the conversations of a record */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0199a0c0-0000-7000-8000-000000000011",
                     *           "channel": "gmail",
                     *           "external_id": "18d0c0ffee000001",
                     *           "archived_at": null,
                     *           "last_read_at": null,
                     *           "starred_at": null,
                     *           "unread": true,
                     *           "last_activity_at": "2026-01-15T09:30:00.000Z",
                     *           "subject": "The new pier",
                     *           "begun_here": false,
                     *           "people": [
                     *             {
                     *               "address": "ines@example.com",
                     *               "display_name": "Ines Example"
                     *             }
                     *           ],
                     *           "in_my_inbox": true
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "total": 1,
                     *         "limit": 25,
                     *         "offset": 0,
                     *         "has_more": false
                     *       },
                     *       "total_related": 12,
                     *       "is_cut": false
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RecordConversation"][];
                        /**
                         * @example {
                         *       "total": 1,
                         *       "limit": 25,
                         *       "offset": 0,
                         *       "has_more": false
                         *     }
                         */
                        pagination: components["schemas"]["Pagination"];
                        /**
                         * @description Where the record itself has none: how many there are with `include_related`.
                         * @example 12
                         */
                        total_related?: number;
                        /**
                         * @description Whether more records refer to this one than the 1,000 that were looked at, or there are more than 10,000 conversations, of which those begun last were looked at.
                         * @example false
                         */
                        is_cut: boolean;
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "drafts.list": {
        parameters: {
            query?: {
                /** @description The maximum number of rows in a page. Values outside 1 to 100 are clamped. */
                limit?: number;
                /** @description How many rows to skip: 0, or `next_offset` of the previous page. A negative number is refused. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List your drafts */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "draft_id": "0199a0c0-0000-7000-8000-000000000012",
                     *           "conversation_id": "0199a0c0-0000-7000-8000-000000000011",
                     *           "version": 1,
                     *           "channel": "gmail",
                     *           "subject": "Re: The new pier",
                     *           "body": "Tuesday at ten.",
                     *           "reply_to": "0199a0c0-0000-7000-8000-000000000015",
                     *           "to": [
                     *             {
                     *               "address": "ines@example.com",
                     *               "role": "to",
                     *               "match": "record",
                     *               "object": "people",
                     *               "record_id": "0199a0c0-0000-7000-8000-000000000004",
                     *               "display_name": "Ines Example"
                     *             }
                     *           ],
                     *           "cc": [],
                     *           "created_at": "2026-01-15T09:30:00.000Z",
                     *           "updated_at": "2026-01-15T09:30:00.000Z",
                     *           "created_via": {
                     *             "origin": "mcp",
                     *             "connection_id": "0199a0c0-0000-7000-8000-000000000013",
                     *             "client_name": "Example Assistant"
                     *           },
                     *           "updated_via": {
                     *             "origin": "mcp",
                     *             "connection_id": "0199a0c0-0000-7000-8000-000000000013",
                     *             "client_name": "Example Assistant"
                     *           },
                     *           "approval_asked_at": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "total": 1,
                     *         "limit": 25,
                     *         "offset": 0,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Draft"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "drafts.create": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel": "gmail",
                 *       "to": [
                 *         "ines@example.com"
                 *       ],
                 *       "subject": "The new pier",
                 *       "body": "When can we meet?"
                 *     }
                 */
                "application/json": components["schemas"]["CreateDraft"];
            };
        };
        responses: {
            /** @description Create a draft */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "draft_id": "0199a0c0-0000-7000-8000-000000000012",
                     *         "recipients": [
                     *           {
                     *             "address": "ines@example.com",
                     *             "role": "to",
                     *             "match": "record",
                     *             "object": "people",
                     *             "record_id": "0199a0c0-0000-7000-8000-000000000004",
                     *             "display_name": "Ines Example"
                     *           }
                     *         ],
                     *         "conversation_id": "0199a0c0-0000-7000-8000-000000000011",
                     *         "version": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WrittenDraft"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "drafts.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: if it is still that, the answer is 304, without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description UUID of one of your drafts. */
                draft: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a draft */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "draft_id": "0199a0c0-0000-7000-8000-000000000012",
                     *         "conversation_id": "0199a0c0-0000-7000-8000-000000000011",
                     *         "version": 1,
                     *         "channel": "gmail",
                     *         "subject": "Re: The new pier",
                     *         "body": "Tuesday at ten.",
                     *         "reply_to": "0199a0c0-0000-7000-8000-000000000015",
                     *         "to": [
                     *           {
                     *             "address": "ines@example.com",
                     *             "role": "to",
                     *             "match": "record",
                     *             "object": "people",
                     *             "record_id": "0199a0c0-0000-7000-8000-000000000004",
                     *             "display_name": "Ines Example"
                     *           }
                     *         ],
                     *         "cc": [],
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z",
                     *         "created_via": {
                     *           "origin": "mcp",
                     *           "connection_id": "0199a0c0-0000-7000-8000-000000000013",
                     *           "client_name": "Example Assistant"
                     *         },
                     *         "updated_via": {
                     *           "origin": "mcp",
                     *           "connection_id": "0199a0c0-0000-7000-8000-000000000013",
                     *           "client_name": "Example Assistant"
                     *         },
                     *         "approval_asked_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Draft"];
                    };
                };
            };
            /** @description The `ETag` is still one of those in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "drafts.delete": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description Only write if the present `ETag` is one of these. Else the answer is 412, with `current_version` and the `changes` since. Needs the capability `read:data`. */
                "If-Match"?: string;
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of one of your drafts. */
                draft: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a draft */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "draft_id": "0199a0c0-0000-7000-8000-000000000012",
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["DeletedDraft"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "drafts.update": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description Only write if the present `ETag` is one of these. Else the answer is 412, with `current_version` and the `changes` since. Needs the capability `read:data`. */
                "If-Match"?: string;
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of one of your drafts. */
                draft: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": "Can we meet on Tuesday?"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateDraft"];
            };
        };
        responses: {
            /** @description Update a draft */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "draft_id": "0199a0c0-0000-7000-8000-000000000012",
                     *         "recipients": [
                     *           {
                     *             "address": "ines@example.com",
                     *             "role": "to",
                     *             "match": "record",
                     *             "object": "people",
                     *             "record_id": "0199a0c0-0000-7000-8000-000000000004",
                     *             "display_name": "Ines Example"
                     *           }
                     *         ],
                     *         "conversation_id": "0199a0c0-0000-7000-8000-000000000011",
                     *         "version": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WrittenDraft"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "drafts.send": {
        parameters: {
            query?: {
                /** @description `digest` of the draft as you have read it. If the draft was changed since, nothing is sent. Needed where `approval_asked_at` is set; such a draft is sent at the console, or by a connection that is set to _My own REST program_ there. */
                digest?: string;
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description Only write if the present `ETag` is one of these. Else the answer is 412, with `current_version` and the `changes` since. Needs the capability `read:data`. */
                "If-Match"?: string;
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of one of your drafts. */
                draft: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send a draft */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0199a0c0-0000-7000-8000-000000000012",
                     *         "status": "accepted",
                     *         "conversation_id": "0199a0c0-0000-7000-8000-000000000011"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SentDraft"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "blocks.list": {
        parameters: {
            query?: {
                /** @description The maximum number of rows in a page. Values outside 1 to 100 are clamped. */
                limit?: number;
                /** @description How many rows to skip: 0, or `next_offset` of the previous page. A negative number is refused. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List what you have blocked */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0199a0c0-0000-7000-8000-000000000014",
                     *           "type": "person",
                     *           "channels": [
                     *             "gmail",
                     *             "outlook"
                     *           ],
                     *           "address": "offers@example.com",
                     *           "conversation_id": null,
                     *           "created_at": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "total": 1,
                     *         "limit": 25,
                     *         "offset": 0,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Block"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "blocks.create": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel": "gmail",
                 *       "address": "offers@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["CreateBlock"];
            };
        };
        responses: {
            /** @description Block a person */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0199a0c0-0000-7000-8000-000000000014",
                     *         "type": "person",
                     *         "channels": [
                     *           "gmail",
                     *           "outlook"
                     *         ],
                     *         "address": "offers@example.com",
                     *         "conversation_id": null,
                     *         "created_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Block"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "blocks.delete": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of a block. */
                block: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unblock a person or a conversation */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0199a0c0-0000-7000-8000-000000000014",
                     *         "deleted": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["DeletedBlock"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "self.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who am I */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "workspace": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "name": "Example workspace"
                     *         },
                     *         "actor": {
                     *           "type": "api-key",
                     *           "id": "0199a0c0-0000-7000-8000-000000000006",
                     *           "name": "Website forms"
                     *         },
                     *         "capabilities": [
                     *           "read:data",
                     *           "write:data"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Self"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "members.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the members of the workspace, the 1000 oldest */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "user_id": "0199a0c0-0000-7000-8000-000000000008",
                     *           "name": "Ada Example",
                     *           "email": "ada@example.com",
                     *           "role": "member"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Member"][];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "events.list": {
        parameters: {
            query?: {
                /** @description Only events of these kinds, separated by commas. */
                kinds?: ("record.created" | "record.updated" | "record.trashed" | "record.restored" | "record.merged" | "record.unmerged" | "RecordDeletedEvent" | "object.created" | "object.updated" | "object.deleted" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "message.queued" | "message.sent" | "message.failed" | "message.undelivered")[];
                /** @description Only events of this object and its records: slug or UUID of an object. */
                object?: string;
                /** @description The maximum number of rows in a page. Values outside 1 to 500 are clamped. */
                limit?: number;
                /** @description `next_after` of the previous page. Without it, the feed starts with the oldest event that is kept. */
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the change feed, oldest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "position": 42,
                     *           "event_id": "0199a0c0-0000-7000-8000-000000000007",
                     *           "kind": "record.updated",
                     *           "occurred_at": "2026-01-15T09:30:00.000Z",
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "subject": {
                     *             "type": "record",
                     *             "id": "0199a0c0-0000-7000-8000-000000000004"
                     *           },
                     *           "object": {
                     *             "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *             "slug": "people"
                     *           },
                     *           "actor": {
                     *             "type": "api-key",
                     *             "id": "0199a0c0-0000-7000-8000-000000000006",
                     *             "name": "Website forms"
                     *           },
                     *           "via": {
                     *             "origin": "rest-api",
                     *             "request_id": "0c1f1a86-6a0f-4a51-9f0f-4d1c8a3f1b77"
                     *           },
                     *           "changes": [
                     *             {
                     *               "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                     *               "attribute_slug": "job_title",
                     *               "attribute_type": "text",
                     *               "before": [
                     *                 {
                     *                   "value": "Engineer"
                     *                 }
                     *               ],
                     *               "after": [
                     *                 {
                     *                   "value": "Chief engineer"
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "next_after": 42,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PlacedEvent"][];
                        pagination: components["schemas"]["FeedPagination"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No longer kept. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "events.stream": {
        parameters: {
            query?: {
                /** @description Only events of these kinds, separated by commas. */
                kinds?: ("record.created" | "record.updated" | "record.trashed" | "record.restored" | "record.merged" | "record.unmerged" | "RecordDeletedEvent" | "object.created" | "object.updated" | "object.deleted" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "message.queued" | "message.sent" | "message.failed" | "message.undelivered")[];
                /** @description Only events of this object and its records: slug or UUID of an object. */
                object?: string;
                /** @description Begin after this position. Without it, the stream begins with the next event. */
                after?: number;
            };
            header?: {
                /** @description The position of the last event that was received; goes before `after`. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Follow the change feed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No longer kept. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "objects.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List objects */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": {
                     *             "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *             "object_id": "0199a0c0-0000-7000-8000-000000000002"
                     *           },
                     *           "slug": "people",
                     *           "version": 1,
                     *           "singular_noun": "Person",
                     *           "plural_noun": "People",
                     *           "created_at": "2026-01-15T09:30:00.000Z",
                     *           "epithet_path": {
                     *             "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                     *             "object_id": "0199a0c0-0000-7000-8000-000000000002"
                     *           },
                     *           "is_system_object": true,
                     *           "archived_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Object"][];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "objects.create": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "projects",
                 *       "singular_noun": "Project",
                 *       "plural_noun": "Projects"
                 *     }
                 */
                "application/json": components["schemas"]["CreateObject"];
            };
        };
        responses: {
            /** @description Create a custom object */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002"
                     *         },
                     *         "slug": "people",
                     *         "version": 1,
                     *         "singular_noun": "Person",
                     *         "plural_noun": "People",
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "epithet_path": {
                     *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002"
                     *         },
                     *         "is_system_object": true,
                     *         "archived_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Object"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "objects.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: if it is still that, the answer is 304, without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get an object */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002"
                     *         },
                     *         "slug": "people",
                     *         "version": 1,
                     *         "singular_noun": "Person",
                     *         "plural_noun": "People",
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "epithet_path": {
                     *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002"
                     *         },
                     *         "is_system_object": true,
                     *         "archived_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Object"];
                    };
                };
            };
            /** @description The `ETag` is still one of those in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "objects.delete": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description Only write if the present `ETag` is one of these. Else the answer is 412, with `current_version` and the `changes` since. Needs the capability `read:data`. */
                "If-Match"?: string;
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a custom object */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002"
                     *         },
                     *         "slug": "people",
                     *         "version": 1,
                     *         "singular_noun": "Person",
                     *         "plural_noun": "People",
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "epithet_path": {
                     *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002"
                     *         },
                     *         "is_system_object": true,
                     *         "archived_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Object"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "objects.update": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description Only write if the present `ETag` is one of these. Else the answer is 412, with `current_version` and the `changes` since. Needs the capability `read:data`. */
                "If-Match"?: string;
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "singular_noun": "Client",
                 *       "plural_noun": "Clients"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateObject"];
            };
        };
        responses: {
            /** @description Update an object */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002"
                     *         },
                     *         "slug": "people",
                     *         "version": 1,
                     *         "singular_noun": "Person",
                     *         "plural_noun": "People",
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "epithet_path": {
                     *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002"
                     *         },
                     *         "is_system_object": true,
                     *         "archived_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Object"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "options.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
                /** @description UUID or slug of an attribute. */
                attribute: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a list of options */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": {
                     *             "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *             "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *             "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                     *             "option_id": "0199a0c0-0000-7000-8000-000000000005"
                     *           },
                     *           "title": "Enterprise",
                     *           "sort_order": 0,
                     *           "archived_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Option"][];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "options.create": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
                /** @description UUID or slug of an attribute. */
                attribute: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Enterprise"
                 *     }
                 */
                "application/json": components["schemas"]["CreateOption"];
            };
        };
        responses: {
            /** @description Create an attribute option */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                     *           "option_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "title": "Enterprise",
                     *         "sort_order": 0,
                     *         "archived_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Option"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "options.delete": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
                /** @description UUID or slug of an attribute. */
                attribute: string;
                /** @description UUID of an option. */
                option: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete an option that no record holds */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                     *           "option_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "title": "Enterprise",
                     *         "sort_order": 0,
                     *         "archived_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Option"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "options.update": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
                /** @description UUID or slug of an attribute. */
                attribute: string;
                /** @description UUID of an option. */
                option: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Large enterprise"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateOption"];
            };
        };
        responses: {
            /** @description Update an option */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                     *           "option_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "title": "Enterprise",
                     *         "sort_order": 0,
                     *         "archived_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Option"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "stages.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
                /** @description UUID or slug of an attribute. */
                attribute: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a list of stages */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": {
                     *             "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *             "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *             "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                     *             "stage_id": "0199a0c0-0000-7000-8000-000000000005"
                     *           },
                     *           "title": "Won",
                     *           "sort_order": 4,
                     *           "config": {
                     *             "is_closed": true,
                     *             "is_won": true,
                     *             "is_lost": false
                     *           },
                     *           "archived_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Stage"][];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "stages.create": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
                /** @description UUID or slug of an attribute. */
                attribute: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Contract sent",
                 *       "config": {
                 *         "is_closed": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateStage"];
            };
        };
        responses: {
            /** @description Create a stage */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                     *           "stage_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "title": "Won",
                     *         "sort_order": 4,
                     *         "config": {
                     *           "is_closed": true,
                     *           "is_won": true,
                     *           "is_lost": false
                     *         },
                     *         "archived_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Stage"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "stages.delete": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
                /** @description UUID or slug of an attribute. */
                attribute: string;
                /** @description UUID of a stage. */
                stage: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a stage that no record holds */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                     *           "stage_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "title": "Won",
                     *         "sort_order": 4,
                     *         "config": {
                     *           "is_closed": true,
                     *           "is_won": true,
                     *           "is_lost": false
                     *         },
                     *         "archived_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Stage"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "stages.update": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
                /** @description UUID or slug of an attribute. */
                attribute: string;
                /** @description UUID of a stage. */
                stage: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Contract signed",
                 *       "config": {
                 *         "is_closed": true,
                 *         "is_won": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateStage"];
            };
        };
        responses: {
            /** @description Update a stage */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                     *           "stage_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "title": "Won",
                     *         "sort_order": 4,
                     *         "config": {
                     *           "is_closed": true,
                     *           "is_won": true,
                     *           "is_lost": false
                     *         },
                     *         "archived_at": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Stage"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "attributes.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List attributes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": {
                     *             "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *             "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *             "attribute_id": "0199a0c0-0000-7000-8000-000000000003"
                     *           },
                     *           "created_at": "2026-01-15T09:30:00.000Z",
                     *           "archived_at": null,
                     *           "slug": "company",
                     *           "version": 1,
                     *           "title": "Company",
                     *           "description": null,
                     *           "type": "record-reference",
                     *           "is_required": false,
                     *           "is_unique": false,
                     *           "is_multi_select": false,
                     *           "is_system_attribute": true,
                     *           "default_value": null,
                     *           "config": {
                     *             "currency": null,
                     *             "record_reference": {
                     *               "allowed_object_ids": [
                     *                 "0199a0c0-0000-7000-8000-000000000002"
                     *               ]
                     *             }
                     *           },
                     *           "relationship": null,
                     *           "sort_order": 4
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Attribute"][];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "attributes.create": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "priority",
                 *       "title": "Priority",
                 *       "type": "select",
                 *       "options": [
                 *         {
                 *           "title": "Low"
                 *         },
                 *         {
                 *           "title": "High"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateAttribute"];
            };
        };
        responses: {
            /** @description Create an attribute */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003"
                     *         },
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "archived_at": null,
                     *         "slug": "company",
                     *         "version": 1,
                     *         "title": "Company",
                     *         "description": null,
                     *         "type": "record-reference",
                     *         "is_required": false,
                     *         "is_unique": false,
                     *         "is_multi_select": false,
                     *         "is_system_attribute": true,
                     *         "default_value": null,
                     *         "config": {
                     *           "currency": null,
                     *           "record_reference": {
                     *             "allowed_object_ids": [
                     *               "0199a0c0-0000-7000-8000-000000000002"
                     *             ]
                     *           }
                     *         },
                     *         "relationship": null,
                     *         "sort_order": 4
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Attribute"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "attributes.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: if it is still that, the answer is 304, without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
                /** @description UUID or slug of an attribute. */
                attribute: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get an attribute */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003"
                     *         },
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "archived_at": null,
                     *         "slug": "company",
                     *         "version": 1,
                     *         "title": "Company",
                     *         "description": null,
                     *         "type": "record-reference",
                     *         "is_required": false,
                     *         "is_unique": false,
                     *         "is_multi_select": false,
                     *         "is_system_attribute": true,
                     *         "default_value": null,
                     *         "config": {
                     *           "currency": null,
                     *           "record_reference": {
                     *             "allowed_object_ids": [
                     *               "0199a0c0-0000-7000-8000-000000000002"
                     *             ]
                     *           }
                     *         },
                     *         "relationship": null,
                     *         "sort_order": 4
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Attribute"];
                    };
                };
            };
            /** @description The `ETag` is still one of those in `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "attributes.delete": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description Only write if the present `ETag` is one of these. Else the answer is 412, with `current_version` and the `changes` since. Needs the capability `read:data`. */
                "If-Match"?: string;
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
                /** @description UUID or slug of an attribute. */
                attribute: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a custom attribute */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003"
                     *         },
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "archived_at": null,
                     *         "slug": "company",
                     *         "version": 1,
                     *         "title": "Company",
                     *         "description": null,
                     *         "type": "record-reference",
                     *         "is_required": false,
                     *         "is_unique": false,
                     *         "is_multi_select": false,
                     *         "is_system_attribute": true,
                     *         "default_value": null,
                     *         "config": {
                     *           "currency": null,
                     *           "record_reference": {
                     *             "allowed_object_ids": [
                     *               "0199a0c0-0000-7000-8000-000000000002"
                     *             ]
                     *           }
                     *         },
                     *         "relationship": null,
                     *         "sort_order": 4
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Attribute"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "attributes.update": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description Only write if the present `ETag` is one of these. Else the answer is 412, with `current_version` and the `changes` since. Needs the capability `read:data`. */
                "If-Match"?: string;
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description UUID or slug of an object.
                 * @example companies
                 */
                identifier: string;
                /** @description UUID or slug of an attribute. */
                attribute: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Urgency",
                 *       "description": "How soon somebody should call."
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAttribute"];
            };
        };
        responses: {
            /** @description Update an attribute */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "attribute_id": "0199a0c0-0000-7000-8000-000000000003"
                     *         },
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "archived_at": null,
                     *         "slug": "company",
                     *         "version": 1,
                     *         "title": "Company",
                     *         "description": null,
                     *         "type": "record-reference",
                     *         "is_required": false,
                     *         "is_unique": false,
                     *         "is_multi_select": false,
                     *         "is_system_attribute": true,
                     *         "default_value": null,
                     *         "config": {
                     *           "currency": null,
                     *           "record_reference": {
                     *             "allowed_object_ids": [
                     *               "0199a0c0-0000-7000-8000-000000000002"
                     *             ]
                     *           }
                     *         },
                     *         "relationship": null,
                     *         "sort_order": 4
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Attribute"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhooks.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List webhooks */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": {
                     *             "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *             "webhook_id": "0199a0c0-0000-7000-8000-000000000005"
                     *           },
                     *           "url": "https://crm.example/events",
                     *           "description": null,
                     *           "kinds": [
                     *             "record.created"
                     *           ],
                     *           "object_id": null,
                     *           "attribute_ids": null,
                     *           "view_id": null,
                     *           "status": "active",
                     *           "disabled_reason": null,
                     *           "state": "active",
                     *           "broken_reason": null,
                     *           "position": 41,
                     *           "last_success_at": "2026-01-15T09:30:00.000Z",
                     *           "next_attempt_at": null,
                     *           "failing_since": null,
                     *           "attempts": 0,
                     *           "last_error": null,
                     *           "created_at": "2026-01-15T09:30:00.000Z",
                     *           "updated_at": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhooks.create": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://crm.example/events",
                 *       "kinds": [
                 *         "record.created",
                 *         "record.updated"
                 *       ],
                 *       "object": "people"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description Create a webhook; its secret is shown only once */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "webhook_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "url": "https://crm.example/events",
                     *         "description": null,
                     *         "kinds": [
                     *           "record.created"
                     *         ],
                     *         "object_id": null,
                     *         "attribute_ids": null,
                     *         "view_id": null,
                     *         "status": "active",
                     *         "disabled_reason": null,
                     *         "state": "active",
                     *         "broken_reason": null,
                     *         "position": 41,
                     *         "last_success_at": "2026-01-15T09:30:00.000Z",
                     *         "next_attempt_at": null,
                     *         "failing_since": null,
                     *         "attempts": 0,
                     *         "last_error": null,
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhooks.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of a webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get a webhook */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "webhook_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "url": "https://crm.example/events",
                     *         "description": null,
                     *         "kinds": [
                     *           "record.created"
                     *         ],
                     *         "object_id": null,
                     *         "attribute_ids": null,
                     *         "view_id": null,
                     *         "status": "active",
                     *         "disabled_reason": null,
                     *         "state": "active",
                     *         "broken_reason": null,
                     *         "position": 41,
                     *         "last_success_at": "2026-01-15T09:30:00.000Z",
                     *         "next_attempt_at": null,
                     *         "failing_since": null,
                     *         "attempts": 0,
                     *         "last_error": null,
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhooks.delete": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of a webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a webhook and its log */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "webhook_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "url": "https://crm.example/events",
                     *         "description": null,
                     *         "kinds": [
                     *           "record.created"
                     *         ],
                     *         "object_id": null,
                     *         "attribute_ids": null,
                     *         "view_id": null,
                     *         "status": "active",
                     *         "disabled_reason": null,
                     *         "state": "active",
                     *         "broken_reason": null,
                     *         "position": 41,
                     *         "last_success_at": "2026-01-15T09:30:00.000Z",
                     *         "next_attempt_at": null,
                     *         "failing_since": null,
                     *         "attempts": 0,
                     *         "last_error": null,
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhooks.update": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of a webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "For the newsletter",
                 *       "kinds": [
                 *         "record.created"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            /** @description Update a webhook, switch it off or on again */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "webhook_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "url": "https://crm.example/events",
                     *         "description": null,
                     *         "kinds": [
                     *           "record.created"
                     *         ],
                     *         "object_id": null,
                     *         "attribute_ids": null,
                     *         "view_id": null,
                     *         "status": "active",
                     *         "disabled_reason": null,
                     *         "state": "active",
                     *         "broken_reason": null,
                     *         "position": 41,
                     *         "last_success_at": "2026-01-15T09:30:00.000Z",
                     *         "next_attempt_at": null,
                     *         "failing_since": null,
                     *         "attempts": 0,
                     *         "last_error": null,
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhooks.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of a webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send a test event to a webhook */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "delivered": true,
                     *         "http_status": 204,
                     *         "error": null,
                     *         "duration_ms": 31
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookAttempt"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhooks.rotateSecret": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of a webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Replace the secret of a webhook; the old one stays valid for 24 hours */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "webhook_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "url": "https://crm.example/events",
                     *         "description": null,
                     *         "kinds": [
                     *           "record.created"
                     *         ],
                     *         "object_id": null,
                     *         "attribute_ids": null,
                     *         "view_id": null,
                     *         "status": "active",
                     *         "disabled_reason": null,
                     *         "state": "active",
                     *         "broken_reason": null,
                     *         "position": 41,
                     *         "last_success_at": "2026-01-15T09:30:00.000Z",
                     *         "next_attempt_at": null,
                     *         "failing_since": null,
                     *         "attempts": 0,
                     *         "last_error": null,
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhooks.replay": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of a webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "after": 0
                 *     }
                 */
                "application/json": components["schemas"]["Replay"];
            };
        };
        responses: {
            /** @description Send everything after a position again */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "webhook_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "url": "https://crm.example/events",
                     *         "description": null,
                     *         "kinds": [
                     *           "record.created"
                     *         ],
                     *         "object_id": null,
                     *         "attribute_ids": null,
                     *         "view_id": null,
                     *         "status": "active",
                     *         "disabled_reason": null,
                     *         "state": "active",
                     *         "broken_reason": null,
                     *         "position": 41,
                     *         "last_success_at": "2026-01-15T09:30:00.000Z",
                     *         "next_attempt_at": null,
                     *         "failing_since": null,
                     *         "attempts": 0,
                     *         "last_error": null,
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description No longer kept. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhooks.listDeliveries": {
        parameters: {
            query?: {
                /** @description Only deliveries in this state. */
                state?: "delivered" | "failing" | "failed";
                /** @description The maximum number of rows in a page. Values outside 1 to 100 are clamped. */
                limit?: number;
                /** @description `next_cursor` of the previous page; leave it out for the first page. No duplicates or gaps when others add or delete rows meanwhile, and late pages are as quick as early ones. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description UUID of a webhook. */
                webhook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries of a webhook, newest event first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "event_id": "0199a0c0-0000-7000-8000-000000000007",
                     *           "position": 42,
                     *           "kind": "record.updated",
                     *           "state": "delivered",
                     *           "attempts": 1,
                     *           "http_status": 204,
                     *           "error": null,
                     *           "duration_ms": 31,
                     *           "first_attempt_at": "2026-01-15T09:30:00.000Z",
                     *           "last_attempt_at": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        pagination: components["schemas"]["TimelinePagination"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhooks.redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of a webhook. */
                webhook: string;
                /** @description UUID of an event. */
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send one event of the log again */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "event_id": "0199a0c0-0000-7000-8000-000000000007",
                     *         "position": 42,
                     *         "kind": "record.updated",
                     *         "state": "delivered",
                     *         "attempts": 1,
                     *         "http_status": 204,
                     *         "error": null,
                     *         "duration_ms": 31,
                     *         "first_attempt_at": "2026-01-15T09:30:00.000Z",
                     *         "last_attempt_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "automations.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List automations */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": {
                     *             "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *             "automation_id": "0199a0c0-0000-7000-8000-000000000005"
                     *           },
                     *           "name": "Welcome new companies",
                     *           "kind": "record.created",
                     *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *           "condition": [
                     *             {
                     *               "attribute": "employee_count",
                     *               "operator": "gte",
                     *               "value": 100
                     *             }
                     *           ],
                     *           "view_id": null,
                     *           "actions": [
                     *             {
                     *               "type": "set_values",
                     *               "values": {
                     *                 "description": "A large one"
                     *               }
                     *             }
                     *           ],
                     *           "status": "active",
                     *           "disabled_reason": null,
                     *           "state": "active",
                     *           "broken_reason": null,
                     *           "position": 41,
                     *           "created_at": "2026-01-15T09:30:00.000Z",
                     *           "updated_at": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Automation"][];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "automations.create": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Welcome new companies",
                 *       "kind": "record.created",
                 *       "object": "companies",
                 *       "condition": [
                 *         {
                 *           "attribute": "employee_count",
                 *           "operator": "gte",
                 *           "value": 100
                 *         }
                 *       ],
                 *       "actions": [
                 *         {
                 *           "type": "set_values",
                 *           "values": {
                 *             "description": "A large one"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateAutomation"];
            };
        };
        responses: {
            /** @description Create an automation */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "automation_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "name": "Welcome new companies",
                     *         "kind": "record.created",
                     *         "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *         "condition": [
                     *           {
                     *             "attribute": "employee_count",
                     *             "operator": "gte",
                     *             "value": 100
                     *           }
                     *         ],
                     *         "view_id": null,
                     *         "actions": [
                     *           {
                     *             "type": "set_values",
                     *             "values": {
                     *               "description": "A large one"
                     *             }
                     *           }
                     *         ],
                     *         "status": "active",
                     *         "disabled_reason": null,
                     *         "state": "active",
                     *         "broken_reason": null,
                     *         "position": 41,
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Automation"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "automations.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description UUID of an automation. */
                automation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get an automation */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "automation_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "name": "Welcome new companies",
                     *         "kind": "record.created",
                     *         "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *         "condition": [
                     *           {
                     *             "attribute": "employee_count",
                     *             "operator": "gte",
                     *             "value": 100
                     *           }
                     *         ],
                     *         "view_id": null,
                     *         "actions": [
                     *           {
                     *             "type": "set_values",
                     *             "values": {
                     *               "description": "A large one"
                     *             }
                     *           }
                     *         ],
                     *         "status": "active",
                     *         "disabled_reason": null,
                     *         "state": "active",
                     *         "broken_reason": null,
                     *         "position": 41,
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Automation"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "automations.delete": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of an automation. */
                automation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete an automation and its log */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "automation_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "name": "Welcome new companies",
                     *         "kind": "record.created",
                     *         "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *         "condition": [
                     *           {
                     *             "attribute": "employee_count",
                     *             "operator": "gte",
                     *             "value": 100
                     *           }
                     *         ],
                     *         "view_id": null,
                     *         "actions": [
                     *           {
                     *             "type": "set_values",
                     *             "values": {
                     *               "description": "A large one"
                     *             }
                     *           }
                     *         ],
                     *         "status": "active",
                     *         "disabled_reason": null,
                     *         "state": "active",
                     *         "broken_reason": null,
                     *         "position": 41,
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Automation"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "automations.update": {
        parameters: {
            query?: {
                /** @description With true, nothing is kept: the response is what it would be, with `dry_run` beside `data`. */
                dry_run?: boolean;
                /** @description The `digest` of a dry run. If the write would do something else, it is refused with 412. */
                expect_digest?: string;
            };
            header?: {
                /** @description For 24 hours the same request with the same key runs once; retries return the same response. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description UUID of an automation. */
                automation: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Welcome large companies",
                 *       "status": "disabled"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAutomation"];
            };
        };
        responses: {
            /** @description Update an automation, switch it off or on again */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": {
                     *           "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                     *           "automation_id": "0199a0c0-0000-7000-8000-000000000005"
                     *         },
                     *         "name": "Welcome new companies",
                     *         "kind": "record.created",
                     *         "object_id": "0199a0c0-0000-7000-8000-000000000002",
                     *         "condition": [
                     *           {
                     *             "attribute": "employee_count",
                     *             "operator": "gte",
                     *             "value": 100
                     *           }
                     *         ],
                     *         "view_id": null,
                     *         "actions": [
                     *           {
                     *             "type": "set_values",
                     *             "values": {
                     *               "description": "A large one"
                     *             }
                     *           }
                     *         ],
                     *         "status": "active",
                     *         "disabled_reason": null,
                     *         "state": "active",
                     *         "broken_reason": null,
                     *         "position": 41,
                     *         "created_at": "2026-01-15T09:30:00.000Z",
                     *         "updated_at": "2026-01-15T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Automation"];
                        dry_run?: components["schemas"]["DryRun"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description In conflict with what exists, or the idempotency key was used for another request. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It has another version than the one that was expected. Nothing was changed. */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB, or 8 MiB for a batch. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "automations.listRuns": {
        parameters: {
            query?: {
                /** @description The maximum number of rows in a page. Values outside 1 to 100 are clamped. */
                limit?: number;
                /** @description `next_cursor` of the previous page; leave it out for the first page. No duplicates or gaps when others add or delete rows meanwhile, and late pages are as quick as early ones. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description UUID of an automation. */
                automation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Runs of an automation, newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "event_id": "0199a0c0-0000-7000-8000-000000000007",
                     *           "position": 42,
                     *           "record_id": "0199a0c0-0000-7000-8000-000000000004",
                     *           "state": "done",
                     *           "attempts": 1,
                     *           "actions_done": 1,
                     *           "error": null,
                     *           "started_at": "2026-01-15T09:30:00.000Z",
                     *           "finished_at": "2026-01-15T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AutomationRun"][];
                        pagination: components["schemas"]["TimelinePagination"];
                    };
                };
            };
            /** @description The request is not valid; `issues` says where. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing or not valid. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential lacks the capability, or the workspace has no API access. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing in this workspace. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests with this credential. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Server failure. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database cannot be reached, or too much is going on at once. Nothing was changed, unless the message leaves it open. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "events.sent": {
        parameters: {
            query?: never;
            header: {
                /** @description Stays the same when the event is sent again: ignore ids that you have already processed. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description One signature for each valid secret, each starting with `v1,`, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "record.updated",
                 *       "timestamp": "2026-01-15T09:30:00.000Z",
                 *       "data": {
                 *         "position": 42,
                 *         "event_id": "0199a0c0-0000-7000-8000-000000000007",
                 *         "kind": "record.updated",
                 *         "occurred_at": "2026-01-15T09:30:00.000Z",
                 *         "workspace_id": "0199a0c0-0000-7000-8000-000000000001",
                 *         "subject": {
                 *           "type": "record",
                 *           "id": "0199a0c0-0000-7000-8000-000000000004"
                 *         },
                 *         "object": {
                 *           "object_id": "0199a0c0-0000-7000-8000-000000000002",
                 *           "slug": "people"
                 *         },
                 *         "actor": {
                 *           "type": "api-key",
                 *           "id": "0199a0c0-0000-7000-8000-000000000006",
                 *           "name": "Website forms"
                 *         },
                 *         "via": {
                 *           "origin": "rest-api",
                 *           "request_id": "0c1f1a86-6a0f-4a51-9f0f-4d1c8a3f1b77"
                 *         },
                 *         "changes": [
                 *           {
                 *             "attribute_id": "0199a0c0-0000-7000-8000-000000000003",
                 *             "attribute_slug": "job_title",
                 *             "attribute_type": "text",
                 *             "before": [
                 *               {
                 *                 "value": "Engineer"
                 *               }
                 *             ],
                 *             "after": [
                 *               {
                 *                 "value": "Chief engineer"
                 *               }
                 *             ]
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SentEvent"];
            };
        };
        responses: {
            /** @description Gone: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was accepted. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was not accepted. It is sent again later, after a longer pause each time. For an automation, 4xx other than 408 and 429 is final. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
