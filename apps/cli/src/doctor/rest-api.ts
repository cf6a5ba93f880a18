import { look, ok, wrong, type Finding } from './finding.js';
import { withoutSlash } from './settings.js';

const PROXY = 'Is a proxy in front answering in its place, or does BASE_URL name something else?';

/** The REST API at the address that its callers have. */
export async function examineRestApi(baseUrl: string): Promise<Finding[]> {
  const url = withoutSlash(baseUrl);
  const ready = await look(`${url}/readyz`);
  if (typeof ready === 'string')
    return [wrong(`${url} does not answer: ${ready}`, 'Start the service, or correct BASE_URL.')];
  return [readinessOf(ready.status, ready.json), await doorOf(url)];
}

/** A service that lacks something says what. */
export function readinessOf(status: number, { missing }: Record<string, unknown>): Finding {
  if (status === 200) return ok('It is ready');
  if (!Array.isArray(missing)) return wrong(`/readyz answers ${status}`, PROXY);
  return wrong(`It is not ready: ${missing.join('; ')}`, 'Mend that first; the service goes on by itself.');
}

async function doorOf(url: string): Promise<Finding> {
  const answer = await look(`${url}/v1/self`);
  if (typeof answer === 'string') return wrong(`/v1/self: ${answer}`, PROXY);
  const isOurs = answer.status === 401 && answer.json['type'] === 'not_authorized_error';
  return isOurs ? ok('It turns away whoever has no credential') : wrong(`/v1/self answers ${answer.status}`, PROXY);
}
