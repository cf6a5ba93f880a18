import { Map } from '../http/fields.js';

export class RecordWriteDto {
  @Map({
    description: 'Attribute slug or id -> one value, or an array of at most 50. null clears.',
    schema: { $ref: '#/components/schemas/RecordInput' },
  })
  data: Record<string, unknown>;
}
