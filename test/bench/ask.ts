import type { World } from './dataset/world.js';
import type { HttpRequest, Target } from './scenario.js';

type Asked = Pick<HttpRequest, 'path' | 'body'> & { method: HttpRequest['method'] | 'DELETE' };

/** The whole answer, which must be 200. @throws Error for any other one */
export async function ask(target: Target, world: World, { method, path, body }: Asked): Promise<Response> {
  const headers = { Authorization: `Bearer ${world.api_key}`, 'Content-Type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${target.port}${path}`, { method, headers, body });
  if (response.status !== 200)
    throw new Error(`${target.name}: ${method} ${path} gave ${response.status} ${await response.text()}`);
  return response;
}

export async function answerOf(target: Target, world: World, asked: Asked): Promise<unknown> {
  return (await ask(target, world, asked)).json();
}
