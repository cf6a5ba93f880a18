import { Map } from '../http/fields.js';

export class RecordWriteDto {
  @Map({
    description:
      'Attribute slug or id -> one value, or an array of at most 50. null clears. A record holds at most 2 MiB: its values as JSON, and 256 bytes for each value. A key without read:data is answered with the attributes it wrote.',
    schema: { $ref: '#/components/schemas/RecordInput' },
  })
  data: Record<string, unknown>;
}
