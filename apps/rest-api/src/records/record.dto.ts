import { Map } from '../http/fields.js';

export class RecordWriteDto {
  @Map({
    description:
      'Attribute slug or id -> one value, or an array of at most 50. null clears the attribute. A record has at most 2 MiB: its values as JSON, and 256 bytes for each value, 1,024 for an option or a stage. The response to a key without read:data shows only the attributes it wrote.',
    schema: { $ref: '#/components/schemas/RecordInput' },
  })
  data: Record<string, unknown>;
}
