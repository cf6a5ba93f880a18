import { Controller, UseFilters, UseGuards, UseInterceptors, applyDecorators } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '#auth';
import { QueryGuard } from '../../http/query.guard.js';
import { ConsoleFilter } from '../console.filter.js';
import { ConsoleGuard } from './console.guard.js';
import { ScreenTurnInterceptor } from './screen-turn.interceptor.js';

type Guard = Parameters<typeof UseGuards>[0];

/**
 * Declares a controller of screens that are for people who have signed in; `guards` come after that is proved. API keys
 * open nothing here, so their guard is told to let everybody pass. Query parameters are named by `@QueryNames`.
 */
export function ConsoleScreen(path: string, ...guards: Guard[]): ClassDecorator {
  return applyDecorators(
    ApiExcludeController(),
    Public(),
    UseGuards(ConsoleGuard, ...guards, QueryGuard),
    UseInterceptors(ScreenTurnInterceptor),
    UseFilters(ConsoleFilter),
    Controller(path),
  );
}
