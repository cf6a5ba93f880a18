import { Inject, Injectable } from '@nestjs/common';
import { RecordReader, type ReadableRecord } from '#crm-domain';
import { type Member } from '#crm-domain/people';
import { FeedService, type EventWire } from '#crm-domain/events';

/** Where a record is, below the address of its page. */
export interface RecordPlace {
  object: string;
  record: string;
}

export interface RecordStory {
  record: ReadableRecord;
  /** The newest first. */
  events: EventWire[];
  hasMore: boolean;
}

const EVENTS = 20;

/** Records as a member reads them: whoever belongs to a workspace may read all of its records. */
@Injectable()
export class OwnRecords {
  constructor(
    @Inject(RecordReader) private readonly reader: RecordReader,
    @Inject(FeedService) private readonly feed: FeedService,
  ) {}

  /** @throws DomainError not_found, forbidden */
  async read(member: Member, at: RecordPlace, requestId: string): Promise<RecordStory> {
    const caller = member.callerOf(requestId);
    const record = await this.reader.read(caller, at);
    const { events, next } = await this.feed.timeline(caller, at, { limit: EVENTS });
    return { record, events, hasMore: next !== null };
  }
}
