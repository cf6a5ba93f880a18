import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, ValidateIf } from 'class-validator';
import { MAX_NAMED } from '#crm-domain';
import { Texts } from '../http/fields.js';
import { SHAPE_TEXTS } from '../http/openapi/page-parameters.js';

/** Which fields of records are shown, in a body. */
export const Fields = (description: string = SHAPE_TEXTS.fields) =>
  Texts({ optional: true, most: MAX_NAMED, description, example: ['name', 'created_at'] });

/** In which form records are shown, in a body. */
export const FormatOf = (formats: readonly string[]) =>
  applyDecorators(
    ApiProperty({ required: false, enum: formats, description: SHAPE_TEXTS.format(formats) }),
    ValidateIf((_, value) => value !== undefined),
    IsIn([...formats]),
  );
