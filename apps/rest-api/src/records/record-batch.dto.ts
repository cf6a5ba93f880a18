import { IsIn } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { type Format } from '#crm-domain';
import { BATCH_MODES, MAX_ITEMS, type BatchMode } from '#crm-domain/writes';
import { SHAPE_TEXTS } from '../http/openapi/page-parameters.js';
import { Listed } from '../http/fields.js';
import { Fields, FormatOf } from './shape-fields.js';

/** Of one record there is no table. */
const OF_ONE = ['detailed', 'concise'] as const;

const Mode = () =>
  applyDecorators(
    ApiProperty({
      enum: BATCH_MODES,
      description:
        'atomic: all items are done, or none of them. each: every item is done by itself, and some may fail where others succeed.',
    }),
    IsIn([...BATCH_MODES]),
  );

const MEANING = `What to do, in this order: 1 to ${MAX_ITEMS} items. Each is judged by itself.`;

/** Many writes of one object. */
export class RecordBatchDto {
  @Mode()
  mode: BatchMode;

  @Listed({ of: 'BatchItem', most: MAX_ITEMS, description: MEANING })
  items: unknown[];

  @Fields(SHAPE_TEXTS.writtenFields)
  fields?: string[];

  @FormatOf(OF_ONE)
  format?: Format;
}

/** Many writes of several objects, which each item names. */
export class ObjectsBatchDto {
  @Mode()
  mode: BatchMode;

  @Listed({ of: 'ObjectBatchItem', most: MAX_ITEMS, description: MEANING })
  items: unknown[];

  @Fields(SHAPE_TEXTS.writtenFields)
  fields?: string[];

  @FormatOf(OF_ONE)
  format?: Format;
}
