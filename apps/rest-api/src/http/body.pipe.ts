import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { invalid, type Issue } from '#crm-domain';

/** Judges bodies by their DTO class and hands on what was sent, untouched: nothing is dropped, added or converted on the way. */
@Injectable()
export class BodyPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' || !metatype) return value;
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw invalid([
        {
          path: 'body',
          message: 'Expected a JSON object, sent with Content-Type: application/json.',
          expected: 'object',
        },
      ]);
    }
    const errors = validateSync(plainToInstance(metatype, value) as object, {
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      stopAtFirstError: true,
    });
    if (errors.length > 0) throw invalid(errors.flatMap((error) => issuesOf(error, '')));
    return value;
  }
}

function issuesOf(error: ValidationError, prefix: string): Issue[] {
  const step = /^\d+$/.test(error.property) ? `[${error.property}]` : prefix ? `.${error.property}` : error.property;
  const path = prefix + step;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
    path,
    message: rule === 'whitelistValidation' ? 'This field is not known here.' : sentence(message, error.property),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => issuesOf(child, path))];
}

/** class-validator begins with the property's name, which the path says already. */
function sentence(message: string, property: string): string {
  const rest = message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
  return `${rest[0]!.toUpperCase()}${rest.slice(1)}.`;
}
