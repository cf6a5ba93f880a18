import { trustedClaim } from '../../../libs/crm-domain/src/actor.js';
import { BatchRefused, failed, type Batch, type ItemResult } from '../../../libs/crm-domain/src/records/batch/batch.js';
import { DomainError, type RecordWire, type UndoResult } from '#crm-domain';
import type { DryRun } from '#crm-domain/writes';
import { newId } from '#platform';
import type { AnObject } from '../../support/builders.js';
import type { Rest } from '../../support/rest.js';
import type { Of } from './model.js';
import type { Data, Named, Write } from './writes.js';

/** Some writes as one request: a single one, or a batch where it has a mode. */
export interface Request {
  request_id: string;
  mode?: 'atomic' | 'each' | undefined;
  items: readonly Write[];
  /** Of records by their keys. */
  ids: ReadonlyMap<number, string>;
}

/** What the service says of one write. */
export type Answer = { record: RecordWire; created?: boolean } | { deleted: true } | { reason: string };

/** Does writes with the service. */
export class Sender {
  constructor(
    private readonly rest: Rest,
    private readonly objects: Record<Of, AnObject>,
  ) {}

  caller(request_id: string) {
    return trustedClaim(this.rest.workspace_id, { origin: 'system', request_id });
  }

  /** Does them; or with `isDryRun` only tries them, and with `expectDigest` only does what was shown. */
  async send(
    request: Request,
    how: { isDryRun: boolean; expectDigest?: string | undefined } = { isDryRun: false },
  ): Promise<{ answers: Answer[]; dry_run?: DryRun }> {
    const { mode, items } = request;
    const work = () => (mode ? this.batch(request, mode) : this.one(request, items[0]!));
    try {
      if (!how.isDryRun && how.expectDigest === undefined) return { answers: await work() };
      const input = JSON.stringify([mode, items]);
      const asked = { ...how, input, needs: 'write:data' as const, room: 1e6 };
      const { answer, dry_run } = await this.rest.domain.dryRuns.run(this.caller(request.request_id), asked, work);
      return { answers: answer, ...(dry_run && { dry_run }) };
    } catch (error) {
      if (error instanceof BatchRefused) return { answers: error.results.map(answerOf) };
      return { answers: [refusal(error)] };
    }
  }

  undo(by: string, request_id: string): Promise<UndoResult> {
    return this.rest.domain.undos.undo(this.caller(by), { request_id });
  }

  /** A record as it was, if it was there. */
  async past(of: Of, record: string, as_of: string): Promise<RecordWire[]> {
    const at = { object: this.objects[of].slug, record };
    const { recordPast } = this.rest.domain;
    return recordPast.get(this.caller(newId()), at, { as_of }).then(
      (found) => [found as RecordWire],
      (error: unknown) => {
        if ((refusal(error) as { reason: string }).reason === 'record_not_found') return [];
        throw error;
      },
    );
  }

  private async one(request: Request, write: Write): Promise<Answer[]> {
    const { recordWriter, recordUpserter, records } = this.rest.domain;
    const caller = this.caller(request.request_id);
    const object = this.objects[write.of].slug;
    const input = 'data' in write ? { data: this.dataOf(request, write.of, write.data), path: 'data' } : undefined;
    const at = { object, record: 'record' in write ? (this.named(request, write.record) as string) : '' };
    switch (write.op) {
      case 'create':
        return [{ record: await recordWriter.create(caller, object, input!) }];
      case 'update':
        return [{ record: await recordWriter.update(caller, at, input!) }];
      case 'upsert':
        return [(await recordUpserter.upsert(caller, object, { ...input!, match: 'codes' })) as Answer];
      case 'delete':
        return [await records.delete(caller, at)];
      default:
        return [{ record: (await records[write.op](caller, at)) as RecordWire }];
    }
  }

  private async batch(request: Request, mode: Batch['mode']): Promise<Answer[]> {
    const named = new Set(request.items.flatMap((item) => [...placesIn(item)]));
    const items = request.items.map((item, at) => ({
      op: item.op,
      object: this.objects[item.of].slug,
      ...('record' in item && { record: this.named(request, item.record) }),
      ...('data' in item && { data: this.dataOf(request, item.of, item.data) }),
      ...(item.op === 'upsert' && { match: 'codes' }),
      ...(named.has(at) && { ref: `item ${at}` }),
    }));
    const names = { data: 'data', record: 'record' };
    const asked = { mode, items, names, shape: {}, room: 1e6 };
    const { results } = await this.rest.domain.recordBatches.run(this.caller(request.request_id), asked);
    return results.map(answerOf);
  }

  private named({ ids }: Request, record: Named): string | { $ref: string } {
    return typeof record === 'number' ? ids.get(record)! : { $ref: `item ${record.item}` };
  }

  private dataOf(request: Request, of: Of, { values, link }: Data): object {
    const all = { ...values, name: 'x' };
    if (of === 'others' || link === undefined) return all;
    if (link === null) return { ...all, link };
    if (typeof link === 'object' && 'code' in link)
      return { ...all, link: { match: { codes: link.code }, ...(link.create && { create: true }) } };
    const id = this.named(request, link);
    return { ...all, link: typeof id === 'string' ? { id, type: this.objects.others.slug } : id };
  }
}

/** The places of earlier items that an item names. */
function placesIn(item: Write): number[] {
  const named = ['record' in item ? item.record : undefined, 'data' in item ? item.data.link : undefined];
  return named.flatMap((each) => (typeof each === 'object' && each && 'item' in each ? [each.item] : []));
}

function answerOf(result: ItemResult): Answer {
  if (failed(result)) return refusal(result.error);
  if ('undone' in result) return { reason: 'undone' };
  return result as Answer;
}

function refusal(error: unknown): Answer {
  if (error instanceof DomainError && error.reason !== 'server_failure') return { reason: error.reason };
  throw error;
}
