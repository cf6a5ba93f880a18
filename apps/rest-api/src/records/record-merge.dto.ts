import { MAX_RECORD_KEY_LENGTH } from '#crm-domain';
import { MAX_FROM, MAX_REFERENCES } from '#crm-domain/writes';
import { Map, Text, Texts } from '../http/fields.js';

export class RecordMergeDto {
  @Text({ min: 1, max: MAX_RECORD_KEY_LENGTH, description: 'Id or slug of the record that stays.' })
  into: string;

  @Texts({
    most: MAX_FROM,
    max: MAX_RECORD_KEY_LENGTH,
    description: `Ids or slugs of the records that go into it, 1 to ${MAX_FROM}. Other records may refer to them ${MAX_REFERENCES} times together.`,
  })
  from: string[];

  @Map({
    optional: true,
    description:
      'Values of the record that stays, as in an update. An attribute that is not named keeps its value, or takes the first of the other records; one with several values gets all of them.',
    schema: { $ref: '#/components/schemas/RecordInput' },
  })
  values?: Record<string, unknown>;
}
