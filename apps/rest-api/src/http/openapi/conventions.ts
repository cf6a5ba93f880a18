/**
 * What holds for every request, by heading. The OpenAPI document says it under its `info`, and `docs/api.md` begins its
 * sections of the same names with the same words; a test compares them. No links: those of a file lead nowhere on a
 * page.
 */
export const CONVENTIONS: Record<string, string> = {
  Values: `Write one value directly, or up to 50 in an array. Values are read as an array of objects, each with the fields below and with \`active_from\`, \`active_until\`, \`attribute_slug\`, \`attribute_type\` and \`created_by\`.

| Type | Write | Read |
| --- | --- | --- |
| \`name\` | \`"Quiet Harbour"\` | \`value\` |
| \`personal-name\` | \`{"first_name": "Ada", "last_name": "Example"}\` or \`"Ada Example"\`, whose last word is the last name | \`first_name\`, \`last_name\`, \`full_name\` |
| \`text\` | \`"Met at the fair."\` | \`value\` |
| \`number\` | \`42.5\` | \`value\` |
| \`checkbox\` | \`true\` | \`value\` |
| \`date\` | \`"2026-02-28"\` | \`value\` |
| \`timestamp\` | \`"2026-02-28T09:30:00+01:00"\`, with any offset | \`value\`, in UTC |
| \`currency\` | \`{"currency_value": 1250.5, "currency_code": "EUR"}\` | \`currency_value\`, \`currency_code\` |
| \`email-address\` | \`"ada@example.com"\` | \`email_address\`, \`original_email_address\`, \`email_domain\`, \`email_root_domain\`, \`email_local_specifier\` |
| \`phone-number\` | \`"+14155550100"\` or \`{"phone_number": "+14155550100", "country_code": "US"}\` | \`phone_number\`, \`country_code\` |
| \`website\` | \`"example.com"\` or \`"https://example.com/start"\` | \`value\`, \`domain\`, \`root_domain\` |
| \`location\` | \`{"line1": "1 Example St", "city": "London", "state": "", "postal_code": "", "country": "GB"}\` | \`line1\`, \`line2\`, \`line3\`, \`city\`, \`state\`, \`postal_code\`, \`country\` |
| \`select\` | \`"Enterprise"\`, the title or id of an option | \`option\` |
| \`multi-select\` | \`["Enterprise", "Retail"]\`, titles or ids of options | \`option\` |
| \`pipeline\` | \`"Won"\`, the title or id of a stage | \`stage\` |
| \`record-reference\` | \`{"type": "companies", "id": "<record_id>"}\`, the object and the record, each by slug or id | \`target_object\`, \`target_record\`, \`display_name\`, \`target_deleted\` |
| \`relationship\` | \`{"type": "companies", "id": "<record_id>"}\`, as above | \`target_object\`, \`target_record\`, \`display_name\`, \`target_deleted\` |
| \`actor-reference\` | \`{"type": "user", "id": "<user_id>"}\`, or the member's id, e-mail address, unique name or the word me | \`actor_reference_type\`, \`actor_reference_id\` |`,

  Filters: `\`filter\` of a query is an array of at most 25 conditions, all of which must hold. In place of a condition stands \`{"or": [...]}\`, \`{"and": [...]}\` or \`{"not": ...}\`, nested at most 4 deep. \`is_empty\` and \`is_not_empty\` fit every type and take no \`value\`; \`in\` and \`not_in\` take an array of at most 50, \`between\` an array of two, both included. \`not_eq\`, \`not_in\` and \`not\` also hold where there is no value. If there are several values, one of them has to meet the condition; \`match\` changes that to \`all\` or \`none\`. \`not_eq\` finds the records that \`eq\` does not find, and \`not_in\` those that \`in\` does not find, whatever \`match\` is. For example, with \`"match": "all"\`, \`not_eq\` \`Retail\` finds a record with the values Retail and Enterprise, because not all of them are Retail. Text comparison is case-insensitive. Websites are compared without \`http://\` or \`https://\`, a leading \`www.\`, a last slash and what follows \`#\`. \`contains\` searches only the first 64 characters of a text, but the whole of a part such as \`location.city\`. Where longer texts might match as well, \`total_is_exact\` is false. To find words anywhere in long texts, use \`query\`.

| Types | Other operators | Can be sorted by |
| --- | --- | --- |
| \`name\`, \`personal-name\`, \`text\`, \`email-address\`, \`phone-number\`, \`website\` | \`eq\`, \`not_eq\`, \`in\`, \`not_in\`, \`starts_with\`, \`ends_with\`, \`contains\` | yes |
| \`number\`, \`currency\`, \`date\`, \`timestamp\` | \`eq\`, \`not_eq\`, \`in\`, \`not_in\`, \`lt\`, \`lte\`, \`gt\`, \`gte\`, \`between\` | yes |
| \`select\`, \`pipeline\` | \`eq\`, \`not_eq\`, \`in\`, \`not_in\` | yes |
| \`multi-select\`, \`actor-reference\` | \`eq\`, \`not_eq\`, \`in\`, \`not_in\` | no |
| \`record-reference\`, \`relationship\` | \`eq\`, \`not_eq\`, \`in\`, \`not_in\`, \`starts_with\`, \`ends_with\`, \`contains\` | no |
| \`checkbox\` | \`eq\`, \`not_eq\` | no |
| \`location\` | none | no |

A condition's \`value\` is written as in the table above, or shorter: a full name, an amount without its currency, the id or slug of a record, or its name (on a reference also with \`starts_with\`, \`ends_with\` and \`contains\`; a list holds either ids or names), the id, e-mail address or unique name of a member (\`GET /v1/members\` and the tool \`list_members\` list them), or \`me\`. Only writes name a record by \`{"match": ...}\`; a condition takes a path to the unique attribute instead, such as \`company.domains\`. Dates may be relative to today in \`time_zone\`: \`today\`, \`this_week\`, \`this_month\`, \`this_quarter\`, \`this_year\`, the same with \`last_\` or \`next_\`, \`{"days_ago": 30}\`, \`{"days_ahead": 7}\`; weeks begin on Monday. In place of a moment, as of \`created_at\`, a day such as \`"2026-01-31"\` stands for all of it. Relative dates, and days in place of moments, fit all operators of dates but \`in\` and \`not_in\`.

\`attribute\` may also be \`created_at\`, \`updated_at\`, \`created_by\` or \`record_id\`. A dot leads to a part of a value (\`email_addresses.email_domain\`, \`name.last_name\`, \`value.currency_code\`, \`location.city\`), to a field of the record that a reference leads to (\`company.location.country\`), or to a field of the records that refer to this one (\`deals.stage\` on companies). Where several references of deals lead here, brackets name one: \`deals[partner].stage\`. Without them the oldest counts that is not archived, and one whose \`allowed_object_ids\` name this object before one to any object; an archived one is followed only if it is named or no other leads here. A path goes over one reference only. Over a reference to several objects, each is asked what it understands: a value or an operator that fits none of them is refused. A condition without an index is checked on the first 100,000 records, in the order of the page, and on fewer where the filter has more than two conditions (one on an attribute of several values counts as five). If that does not fill the page, the query is refused with the reason \`query_too_wide\`, and the issue names the condition.

\`sort\` is \`{"attribute": "close_date", "direction": "desc"}\`, an array of up to 4 of these, or \`"relevance"\`. \`direction\` is \`asc\` (the default) or \`desc\`. \`attribute\` is one with a single value or a part of one, or \`created_at\`, \`updated_at\`, or \`id\`, which gives the order of \`created_at\`. Texts are ordered by their first 64 characters, whatever their case. With words in \`query\`, \`relevance\` puts records first whose name is them, begins with them or holds them, the newest before the others. Without \`sort\`, the oldest record comes first. An order that no index has (several attributes, parts, \`updated_at\`, \`relevance\`) takes reading all that match, so it is refused where those are more than 100,000. With \`"trashed": "only"\` a query is about the records in the trash, in place of all others.`,

  Pages: `Long lists are paginated. \`limit\` is the maximum number of rows in a page. A \`limit\` outside its range is clamped, so 0 becomes 1; a \`limit\` that is not a whole number is refused with 400. There is another page while \`pagination.has_more\` is true. Do not count rows to find the end: a page of large records may have fewer rows than its \`limit\`, because it ends at 2 MiB.

| Request | How to get the next page | \`limit\` |
| --- | --- | --- |
| \`GET /v1/records/{object}\` | set \`offset\` to \`pagination.next_offset\` | 1 to 100, default 25 |
| \`POST /v1/records/{object}/query\` | set \`cursor\` to \`pagination.next_cursor\`, with the same question; or \`offset\` to \`next_offset\`, up to 100,000 | 1 to 100, default 25 |
| \`GET /v1/views/{view}/records\` | set \`cursor\` to \`pagination.next_cursor\`, or \`offset\` to \`next_offset\`, up to 100,000 | 1 to 100, default 25 |
| \`GET .../timeline\`, \`.../duplicates\`, \`.../deliveries\`, \`.../runs\` | set \`cursor\` to \`pagination.next_cursor\` | 1 to 100, default 25 |
| \`GET /v1/events\` | set \`after\` to \`pagination.next_after\`, also when \`data\` is empty | 1 to 500, default 100 |
| \`GET /v1/conversations\`, \`GET /v1/drafts\`, \`GET /v1/blocks\`, \`GET /v1/records/{object}/{record}/conversations\` | set \`offset\` to \`pagination.next_offset\` | 1 to 100, default 25 |
| \`GET /v1/audit\` | set \`cursor\` to \`pagination.next_cursor\` | 1 to 100, default 25 |
| \`GET /v1/conversations/{conversation}\` | set \`before\` to \`pagination.next_before\` | 1 to 100, default 25 |
| \`POST /v1/search\` | not paginated | 1 to 50, default 20 |
| all other lists | not paginated | none |

A cursor leads on in the answer to one question: it is refused beside another \`query\`, \`filter\`, \`view\`, \`sort\`, \`trashed\` or \`time_zone\`. With a cursor, there are no duplicates or gaps when others add or delete records meanwhile, and later pages are as fast as the first. With an offset, a record may then appear twice or not at all. If both are sent, \`cursor\` is used. \`total\` of a query is \`quick\` unless the request says otherwise: exact where a counter knows it or up to 1,000 matches are quickly counted. Else \`total_is_exact\` is false, and \`total_kind\` is \`at_least\` (a lower bound) or \`estimate\`: the share of matches among 500 records, times the number of all of them. \`exact\` counts up to 10,000; \`none\` leaves it out, which is the fastest.`,

  Errors: `All errors have the same shape. \`message\` is for people, and its wording may change. Programs should use \`statusCode\` or the more precise \`reason\`. \`issues\` lists the first 50 problems. \`allowed\` of an issue lists at most 50 names; where there are more, its \`expected\` says so. \`requestId\` is also in the header \`X-Request-Id\`, in the log, and with every value that the request wrote.

| Status | \`type\` | \`code\` | When |
| --- | --- | --- | --- |
| 400 | \`invalid_request_error\` | \`validation_type\` | Something in the request is not valid, a unique value is taken, a query parameter is unknown, or there is a body where none is taken |
| 401 | \`not_authorized_error\` | \`not_authorized\` | The credential is missing, not valid or revoked |
| 403 | \`forbidden_error\` | \`forbidden\` | The credential lacks a permission, or the workspace has no API access |
| 404 | \`invalid_request_error\` | \`not_found\` | Not found in this workspace |
| 405 | \`invalid_request_error\` | \`method_not_allowed\` | The path does not support this method; \`Allow\` lists those that it supports |
| 409 | \`invalid_request_error\` | (empty) | A conflict with existing data, such as a slug that is in use |
| 410 | \`invalid_request_error\` | \`gone\` | The position in the change feed is older than the oldest event that is kept |
| 412 | \`invalid_request_error\` | \`version_mismatch\` | It has another version, or the write would do something else, than was expected |
| 413 | \`invalid_request_error\` | \`payload_too_large\` | The body is larger than 1 MiB, or 8 MiB for a batch |
| 424 | \`invalid_request_error\` | \`dependency_failed\` | Of an item of a batch only: it was not done, because another item failed |
| 429 | \`rate_limit_error\` | \`rate_limited\` | Too many requests: wait as many seconds as \`Retry-After\` says |
| 500 | \`invalid_error\` | (empty) | An error in the service |
| 503 | \`invalid_error\` | (empty) | Overloaded, or the database is unavailable: send the request again after \`Retry-After\` seconds |`,

  'Sending a request again': `When a connection breaks before the response arrives, you do not know whether the request was executed. Reads can simply be sent again. For writes, send a new \`Idempotency-Key\` (1 to 255 visible ASCII characters, such as a UUID) with each POST, PUT, PATCH and DELETE. When the connection breaks, or the status is 429, 500 or 503, send the same request again with the same key.

For 24 hours, the same request with the same key is executed only once and gets the same response. A repeated response has the header \`Idempotency-Replayed: true\`. A different request with the same key is refused with 409. After a refused or failed request the key can be used again. Keys belong to one credential. Of responses of more than 64 KiB, a workspace keeps 512 MiB; a further request with a key and such a response is refused with 429 and nothing is written. Send it without a key, or later. The two requests that send a test event or a single event to a webhook take no key: each of them calls the endpoint again.`,

  Versions: `Records, objects and attributes carry a \`version\`, an integer that rises by 1 with each write that changes something; options and stages count as part of their attribute. It is also the \`ETag\` of the response. Drafts have one, too, which also rises when a draft begins to wait for your approval.

To change something only if nobody has changed it since you read it, send the \`ETag\` of the response as \`If-Match\` with the PUT, PATCH, DELETE, \`trash\`, \`restore\`, \`merge\` (the record \`into\`) or \`send\`. The tag is the version in quotation marks. If there is another version, nothing is written and the answer is 412 with the reason \`version_mismatch\`, \`current_version\` and \`changes\`: who changed which attributes since, and when, the newest first, at most 20. \`*\` fits every version; a weak tag fits none. A version can be expected only with the capability \`read:data\`. Every other write, as of a view or an option, refuses \`If-Match\` with 400. All writes refuse \`If-None-Match\` with 400: to create a record only if none has its unique values, send \`POST /v1/records/{object}\`.

To read one thing again only if it has changed, send its \`ETag\` as \`If-None-Match\`: if it is still the same, the answer is 304 without a body. The version does not count what is shown of other things: the names of referenced records and the titles of options and stages. A request that shows fields of other records is always answered in full.

By the id of a record that was merged into another one there is no \`ETag\` and no 304, and only \`*\` fits: any other \`If-Match\` of an update is refused with 412 and the reason \`record_merged\`, and the message names the record to send the request to.`,

  'Rate limits': `A credential may send 100 reading and 25 writing requests a second unless the operator sets other rates; \`npm start\` sets 1,000 and 500. Batches have a rate of their own, 250 items a second, and do not count as writing requests; a batch may use up more than there is, and the next one waits until that is made up for. A credential is an API key, or one client of one person. All clients of a person together may send twice as much, whatever their number. \`POST .../query\`, \`.../get\`, \`.../aggregate\` and \`POST /v1/search\` count as reading. Large requests count as several: one more for every full 64 KiB of a response, or of a large record that had to be read; for every full 16 KiB of a request body; for every 1,000 names and values in the body; and for every 32 values that conditions look for, each as often as there are objects that its path leads to. These may be 1,250 in one query. So do slow ones: of a list or search that takes more than 100 ms in the database, the rest of the time counts as well. At 100 requests a second, each further 10 ms are one request. A reading request that takes more than 5 ms of CPU in the service counts as one more for every further 1.6 ms. All that the answers to one workspace count beyond one request each may be twice the rate, by however many credentials: beyond that, its lists and records of more than 64 KiB are refused until it is made up for. A record that a reference creates counts as a write, one that is undone as a tenth. In each response, the headers \`RateLimit-Policy\` and \`RateLimit\` show the limit and what remains of it. A request over the limit, or one too many at the same time in one workspace, is refused with 429; \`Retry-After\` says how many seconds to wait.`,

  Limits: `| What | At most |
| --- | --- |
| a body | 1 MiB, uncompressed, 20,000 names and values (an item of an array is one, a member of an object two), 32 levels of nesting |
| parts of a body that is sent in chunks | 1,000 and one more for each 16 bytes; a body in more is refused with 400 |
| headers of a request | 100, 16 KiB; more are refused with 431 |
| a body of a batch | 8 MiB, 500 items, 200,000 names and values; one item as a body |
| a text | 100,000 characters |
| values of one attribute of a record | 50 |
| a record | 2 MiB: its values as JSON, and 256 bytes for each value, 1,024 for an option or a stage |
| options or stages of an attribute | 500 |
| attributes of an object | 2,000 |
| objects, attributes, options and stages of a workspace | 10,000 together, and 6 MiB as rows of text, including archived ones and those that every workspace starts with |
| records of \`POST .../get\`, names in \`fields\` | 100, 100 |
| conditions of a query, values of \`in\`, words of \`query\` | 25, 50, 20 |
| groups and measures of an aggregate, records that it reads | 2, 5, 100,000 |
| exports of a workspace | 2 that wait or run, 20 in 24 hours, of those 10 of one person or key; 2 GiB of compressed files, and 15 minutes for one |
| clients that a person connects to a workspace | 1,000, and 2,000 with those that were revoked |
| views of a workspace, the query of one | 200, 16,384 bytes of JSON |
| a file that is imported | 1 GiB, 2,000,000 rows, 250 columns; 100,000 characters a cell, 1,000,000 a row; 20,000 cells a row of CSV; a sheet of a workbook 2 GiB unpacked |
| imports of a workspace | 20 that are not finished, 4 GiB of files that are kept; of those, 10 and 2 GiB of one person or key |
| objects that the paths of a query lead to | 100, each counted for every condition; a reference without \`allowed_object_ids\` leads to all of them |
| values of all conditions of a query | 1,250, each counted once for each object that its path leads to |

All other limits are in the schemas of the requests.`,
};

/** The same as Markdown, a heading each. */
export const conventions = (): string =>
  Object.entries(CONVENTIONS)
    .map(([heading, text]) => `## ${heading}\n\n${text}`)
    .join('\n\n');
