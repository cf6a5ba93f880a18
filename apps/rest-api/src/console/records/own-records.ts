import { Inject, Injectable } from '@nestjs/common';
import { RecordReader, type RecordStory } from '#crm-domain';
import type { Member } from '#crm-domain/people';

/** Where a record is, below the address of its page. */
export interface RecordPlace {
  object: string;
  record: string;
}

const EVENTS = 20;

/** Records as a member reads them: whoever belongs to a workspace may read all of its records. */
@Injectable()
export class OwnRecords {
  constructor(@Inject(RecordReader) private readonly reader: RecordReader) {}

  /** @throws DomainError not_found, forbidden */
  read(member: Member, at: RecordPlace, requestId: string): Promise<RecordStory> {
    return this.reader.story(member.callerOf(requestId), at, EVENTS);
  }
}
