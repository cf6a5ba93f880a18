import { answered, type Crm } from './client.js';
import type { components } from './openapi.js';
import { paged, type Page, type Paged } from './pages.js';
import type { CreateData, FieldOf, ObjectOf, Schema, ShownRecord, UniqueOf, UpdateData } from './schema.js';

type Body = components['schemas'];
type Detailed = Body['Record'];
type Pagination = Body['Pagination'];

interface Abort {
  signal?: AbortSignal;
}

/** For each write. */
export interface WriteOptions extends Abort {
  /** Text by which the service knows a repeated request. Without it, each call has its own; attempts share it. */
  idempotencyKey?: string;
}

export interface ChangeOptions extends WriteOptions {
  /** Write only if the record has this version. @throws VersionMismatchError */
  ifVersion?: number;
}

export interface ReadOptions<S extends Schema, O extends ObjectOf<S>> extends Abort {
  /** What to show; everything by default. */
  fields?: FieldOf<S, O>[];
  /** As it was at this moment (ISO 8601). */
  asOf?: string;
}

export interface QueryOptions<S extends Schema, O extends ObjectOf<S>>
  extends Abort, Pick<Body['RecordQuery'], 'query' | 'filter' | 'view' | 'sort' | 'trashed' | 'time_zone'> {
  fields?: FieldOf<S, O>[];
  /** Rows of a page, at most 100 (the default). */
  limit?: number;
}

/** A record that was written. */
export interface Written {
  id: string;
  slug: string;
  /** Absent for a key that may not read. */
  version?: number;
  /** With every value, its time and its author. */
  record: Detailed;
}

/** What was found of several records. */
export interface Found<S extends Schema, O extends ObjectOf<S>> {
  data: ShownRecord<S, O>[];
  /** Ids of records that are not there. */
  missing: string[];
  /** Ids of records for which the answer had no room: ask for them again. */
  left_out?: string[];
}

/** The records of one object. Every method @throws ResponseError, ConnectionError */
export interface Records<S extends Schema, O extends ObjectOf<S>> {
  /** By id or slug. @throws NotFoundError */
  get(record: string, options?: ReadOptions<S, O>): Promise<ShownRecord<S, O>>;
  /** Up to 100 by their ids or slugs. */
  getMany(records: string[], options?: ReadOptions<S, O>): Promise<Found<S, O>>;
  /** All that match, the oldest first unless `sort` says otherwise. Pages follow a cursor: no duplicates, no gaps. */
  query(options?: QueryOptions<S, O>): Paged<ShownRecord<S, O>, Page<ShownRecord<S, O>, Pagination>>;
  create(data: CreateData<S, O>, options?: WriteOptions): Promise<Written>;
  /** Changes the attributes that are given. */
  update(record: string, data: UpdateData<S, O>, options?: ChangeOptions): Promise<Written>;
  /** Updates the record that has one of the values of the unique attribute `match`, or creates it. */
  upsert(
    match: UniqueOf<S, O>,
    data: UpdateData<S, O>,
    options?: ChangeOptions,
  ): Promise<Written & { created: boolean }>;
  /** Permanently. */
  delete(record: string, options?: ChangeOptions): Promise<void>;
  /** Hides it until it is restored. */
  trash(record: string, options?: ChangeOptions): Promise<void>;
  restore(record: string, options?: ChangeOptions): Promise<Written>;
}

/** The records of one object: `records(crm, 'people').get(id)`. */
export function records<S extends Schema, const O extends ObjectOf<S>>(crm: Crm<S>, object: O): Records<S, O> {
  return { ...readers(crm, object), ...writers(crm, object), ...removers(crm, object) };
}

function readers<S extends Schema, O extends ObjectOf<S>>(
  { api }: Crm<S>,
  object: O,
): Pick<Records<S, O>, 'get' | 'getMany' | 'query'> {
  type Shown = ShownRecord<S, O>;
  const format = 'concise';
  return {
    async get(recordId, { fields, asOf, signal } = {}) {
      const query = { format, fields: fields?.join(','), as_of: asOf } as const;
      const path = { object, recordId };
      const { data } = await answered(api.GET('/v1/records/{object}/{recordId}', { params: { path, query }, signal }));
      return concise<Shown>(data);
    },
    async getMany(ids, { fields, asOf, signal } = {}) {
      const body = { ids, format, fields, as_of: asOf } as const;
      const found = await answered(
        api.POST('/v1/records/{object}/get', { params: { path: { object } }, body, signal }),
      );
      return { ...found, data: found.data.map((record) => concise<Shown>(record)) };
    },
    query: ({ signal, limit = 100, ...rest } = {}) =>
      paged<Shown, Page<Shown, Pagination>>(async (before) => {
        const body = { ...rest, format, limit, total: 'none', cursor: before?.next_cursor } as const;
        const page = await answered(
          api.POST('/v1/records/{object}/query', { params: { path: { object } }, body, signal }),
        );
        return { pagination: page.pagination, data: page.data.map((record) => concise<Shown>(record)) };
      }),
  };
}

/** The OpenAPI document describes the detailed form; this is what `format=concise` answers. */
function concise<Shown>(record: Detailed): Shown {
  return record as unknown as Shown;
}

function writers<S extends Schema, O extends ObjectOf<S>>(
  { api }: Crm<S>,
  object: O,
): Pick<Records<S, O>, 'create' | 'update' | 'upsert'> {
  return {
    async create(values, options = {}) {
      const body = { data: values as Body['RecordInput'] };
      const params = { path: { object }, header: headersOf(options) };
      const { signal } = options;
      return written((await answered(api.POST('/v1/records/{object}', { params, body, signal }))).data);
    },
    async update(recordId, values, options = {}) {
      const body = { data: values as Body['RecordInput'] };
      const params = { path: { object, recordId }, header: headersOf(options) };
      const { signal } = options;
      return written((await answered(api.PATCH('/v1/records/{object}/{recordId}', { params, body, signal }))).data);
    },
    async upsert(match, values, options = {}) {
      const body = { data: values as Body['RecordInput'] };
      const params = { path: { object }, query: { match }, header: headersOf(options) };
      const { signal } = options;
      const { data, created } = await answered(api.PUT('/v1/records/{object}', { params, body, signal }));
      return { ...written(data), created };
    },
  };
}

function removers<S extends Schema, O extends ObjectOf<S>>(
  { api }: Crm<S>,
  object: O,
): Pick<Records<S, O>, 'delete' | 'trash' | 'restore'> {
  const at = (recordId: string, options: ChangeOptions) => ({
    params: { path: { object, recordId }, header: headersOf(options) },
    signal: options.signal,
  });
  return {
    async delete(record, options = {}) {
      await answered(api.DELETE('/v1/records/{object}/{recordId}', at(record, options)));
    },
    async trash(record, options = {}) {
      await answered(api.POST('/v1/records/{object}/{recordId}/trash', at(record, options)));
    },
    async restore(record, options = {}) {
      return written((await answered(api.POST('/v1/records/{object}/{recordId}/restore', at(record, options)))).data);
    },
  };
}

function headersOf({ idempotencyKey, ifVersion }: ChangeOptions) {
  return { 'Idempotency-Key': idempotencyKey, 'If-Match': ifVersion === undefined ? undefined : `"${ifVersion}"` };
}

function written(record: Detailed): Written {
  return { id: record.id.record_id, slug: record.slug, version: record.version, record };
}
