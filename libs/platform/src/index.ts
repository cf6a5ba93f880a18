import { v7 } from 'uuid';
import { pino } from 'pino';
import { z } from 'zod';
export const newId = (): string => v7();
export const logger = pino();
export function readSettings<S extends z.ZodRawShape>(shape: S, env: NodeJS.ProcessEnv) { return z.object(shape).parse(env); }
