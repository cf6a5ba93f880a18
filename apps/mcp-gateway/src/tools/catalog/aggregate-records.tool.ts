import { QUERY_GRAMMAR, type RecordQuery } from '#crm-domain';
import { z } from 'zod';
import { defineTool } from '../define-tool.js';
import { READS, sameConditions, objectParameter, wholeNumber, zoneParameter } from '../support/shapes.js';

const name = z.string().max(255);
// Of the others it is the same, which takes no words again.
const measures = z.array(
  z.object({
    function: z.string(),
    attribute: z.string().optional(),
    value: z.unknown(),
    currency_code: z.string().nullable().optional(),
  }),
);

export const aggregateRecords = defineTool({
  name: 'aggregate_records',
  title: 'Aggregate records',
  description:
    'Counts records and adds up values by groups: deals and their value by stage, or by month. Amounts come by currency. A record with several values counts in each group. null: no value.',
  needs: 'read:data',
  input: z.strictObject({
    object: objectParameter.optional(),
    ...sameConditions,
    group_by: z
      .array(
        z.strictObject({
          attribute: name.describe(
            'A select, multi-select, pipeline, reference, relationship, member, checkbox, date or timestamp attribute, or created_at, updated_at, created_by',
          ),
          bucket: z.enum(QUERY_GRAMMAR.buckets).optional().describe('For dates and timestamps alone, and required'),
          week_start: z.enum(QUERY_GRAMMAR.weekdays).optional().describe('Default: monday'),
        }),
      )
      .max(QUERY_GRAMMAR.groupBy)
      .optional()
      .describe('Default: all records are one group'),
    measures: z
      .array(
        z.strictObject({
          function: z.enum(QUERY_GRAMMAR.functions),
          attribute: name.optional().describe('Of all but count'),
        }),
      )
      .min(1)
      .max(QUERY_GRAMMAR.measures)
      .optional()
      .describe('Default: count'),
    order: z
      .enum(QUERY_GRAMMAR.groupOrders)
      .optional()
      .describe('largest (default): by the first measure; natural: stages in their order, dates by time'),
    limit: wholeNumber.optional().describe('Rows: 1 to 100, default 50'),
    format: z.enum(QUERY_GRAMMAR.groupFormats).optional(),
    time_zone: zoneParameter,
  }),
  output: z.object({
    groups: z.array(z.object({ group: z.record(z.string(), z.unknown()), measures })).optional(),
    table: z.unknown().optional(),
    others: z.object({ groups: z.number(), measures: measures.meta({ items: {} }) }).optional(),
  }),
  hints: READS,
  cost: 'page',
  proved: 'statement',
  run: (services, caller, { object, filter, ...asked }) =>
    services.recordAggregates.aggregate(caller, object, { ...asked, filter: filter as RecordQuery['filter'] }),
});
