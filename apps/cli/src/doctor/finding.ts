/** `warning`: it works, but not as it should in production. `skipped`: not looked at, or switched off. */
type State = 'ok' | 'warning' | 'wrong' | 'skipped';

/** What one look at a deployment showed. */
export interface Finding {
  state: State;
  /** What was looked at and how it is, in one line. */
  text: string;
  /** What to do, unless all is well. */
  fix?: string;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const skipped = (text: string): Finding => ({ state: 'skipped', text });
export const warning = (text: string, fix: string): Finding => ({ state: 'warning', text, fix });
export const wrong = (text: string, fix: string): Finding => ({ state: 'wrong', text, fix });

/** What is looked at together, under a heading. */
export interface Examination {
  area: string;
  findings: Finding[];
}

export interface Seen {
  status: number;
  headers: Headers;
  text: string;
  /** The body as a JSON object; empty where it is none. */
  json: Record<string, unknown>;
}

const WITHIN_MS = 5000;

/** Looks at an address as anybody outside does. Gives a sentence when nothing answers. */
export async function look(url: string, method: 'GET' | 'POST' = 'GET'): Promise<Seen | string> {
  try {
    const headers = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
    const body = method === 'POST' ? '{}' : undefined;
    const signal = AbortSignal.timeout(WITHIN_MS);
    const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: objectIn(text) };
  } catch (error) {
    const { cause, name, message } = error as Error & { cause?: { code?: string; message?: string } };
    if (name === 'TimeoutError') return `no answer within ${WITHIN_MS / 1000} s`;
    return cause?.code ?? cause?.message ?? message;
  }
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
