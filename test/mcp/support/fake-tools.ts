import { setTimeout as wait } from 'node:timers/promises';
import { CapabilityMissing, conflict, DomainError, notFound, SchemaUse, type Actor } from '#crm-domain';
import { z } from 'zod';
import { defineTool, type Tool } from '../../../apps/mcp-gateway/src/tools/define-tool.js';

const READ = { readOnly: true, destructive: false, idempotent: true, openWorld: false };

/** What the fake tools saw of their last call. */
export const seen: { actor?: Actor; signal?: AbortSignal; finished?: Promise<unknown>; use?: SchemaUse | undefined } =
  {};

export const echo = defineTool({
  name: 'echo',
  title: 'Echo',
  description: 'Says again what it was told.',
  needs: 'read:data',
  input: z.strictObject({ text: z.string().describe('What to say'), times: z.int().min(1).default(1) }),
  output: z.object({ text: z.string(), by: z.string() }),
  hints: READ,
  cost: 'record',
  run: (_services, actor, { text, times }) => {
    seen.actor = actor;
    seen.use = SchemaUse.here();
    return { text: text.repeat(times), by: actor.name };
  },
});

/** As a tool whose one statement proves who calls: `gone` stands for a statement that finds they may not come in. */
const look = defineTool({
  name: 'look',
  title: 'Look',
  description: 'Looks at something that may be missing.',
  needs: 'read:data',
  input: z.strictObject({ at: z.enum(['it', 'missing', 'gone', 'length']) }),
  output: z.object({ seen: z.literal(true) }),
  hints: READ,
  cost: 'record',
  proved: 'statement',
  run: async (_services, _claim, { at }, signal) => {
    if (at === 'length') await wait(60_000, undefined, { signal });
    if (at === 'missing') throw notFound('Record');
    if (at === 'gone') throw new DomainError('unauthenticated', 'This connection was revoked.');
    return { seen: true as const };
  },
});

/** Waits as long as asked, and stops when its signal fires. */
const slow = defineTool({
  name: 'slow',
  title: 'Slow',
  description: 'Answers after a while.',
  needs: 'read:data',
  input: z.strictObject({ ms: z.int().max(60_000) }),
  output: z.object({ waited: z.int() }),
  hints: READ,
  cost: 'record',
  run: async (_services, _actor, { ms }, signal) => {
    seen.signal = signal;
    await wait(ms, undefined, { signal });
    return { waited: ms };
  },
});

const FATES: Record<string, () => never> = {
  missing: () => {
    throw notFound('Record');
  },
  conflict: () => {
    throw conflict('not_a_draft', 'The message is not a draft.');
  },
  crash: () => {
    throw new Error('relation "secret" does not exist');
  },
  away: () => {
    throw new DomainError('unavailable', 'pool at 10.0.0.7 is exhausted');
  },
  forbidden: () => {
    throw new DomainError('forbidden', 'Not yours.');
  },
  lacking: () => {
    throw new CapabilityMissing(seen.actor!, 'send:messages');
  },
  deep: () => {
    throw Object.assign(new Error('duplicate key'), { code: 23505 });
  },
};

const change = defineTool({
  name: 'change',
  title: 'Change something',
  description: 'Changes something, or fails as told.',
  needs: 'write:data',
  input: z.strictObject({ fate: z.enum(['fine', ...Object.keys(FATES)] as [string, ...string[]]) }),
  output: z.object({ changed: z.literal(true) }),
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  cost: 'record',
  run: (_services, actor, { fate }) => {
    seen.actor = actor;
    FATES[fate]?.();
    return { changed: true as const };
  },
});

const pages = defineTool({
  name: 'pages',
  title: 'Pages',
  description: 'A page of rows of a given width.',
  needs: 'read:data',
  input: z.strictObject({ width: z.int(), offset: z.int().min(0).default(0) }),
  output: z.object({
    rows: z.array(z.object({ id: z.int(), text: z.string() })),
    total: z.int(),
    has_more: z.boolean(),
    next_offset: z.int().optional(),
  }),
  hints: READ,
  cost: 'page',
  rows: { key: 'rows' },
  run: (_services, _actor, { width, offset }) => {
    const rows = Array.from({ length: 100 - offset }, (_, i) => ({ id: offset + i, text: 'é'.repeat(width) }));
    return { rows, total: 100, has_more: false };
  },
});

/** Named like a property that every object has. */
const constructorTool = defineTool({ ...echo, name: 'constructor', title: 'Constructor' } as Tool);

export const FAKE_TOOLS: readonly Tool[] = [echo, look, slow, change, pages, constructorTool];
