import { adviceOn, withoutSlash } from './address.js';
import { look, ok, wrong, type Finding } from './finding.js';

const PROXY = 'Is a proxy in front answering in its place, or does BASE_URL name something else?';

/** The REST API at the address that its callers have. */
export async function examineRestApi(baseUrl: string): Promise<Finding[]> {
  const url = withoutSlash(baseUrl);
  const ready = await look(`${url}/readyz`);
  if (typeof ready === 'string')
    return [wrong(`${url} does not answer: ${ready}`, 'Start the service, or correct BASE_URL.')];
  const advice = adviceOn('BASE_URL', url, PROXY);
  return [readinessOf(ready.status, ready.json, advice), await doorOf(url, advice)];
}

/** A service that lacks something says what; `advice` is for an answer that is none of a service. */
export function readinessOf(status: number, { missing }: Record<string, unknown>, advice: string): Finding {
  if (status === 200) return ok('It is ready');
  if (!Array.isArray(missing)) return wrong(`/readyz answers ${status}`, advice);
  return wrong(`It is not ready: ${missing.join('; ')}`, 'Fix that; the service then becomes ready without a restart.');
}

async function doorOf(url: string, advice: string): Promise<Finding> {
  const answer = await look(`${url}/v1/self`);
  if (typeof answer === 'string') return wrong(`/v1/self: ${answer}`, advice);
  const isOurs = answer.status === 401 && answer.json['type'] === 'not_authorized_error';
  return isOurs ? ok('Rejects unauthenticated requests') : wrong(`/v1/self answers ${answer.status}`, advice);
}
