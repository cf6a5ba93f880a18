import { RequestMethod } from '@nestjs/common';
import { GUARDS_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { REQUIREMENT, ResourceServerGuard, type Requirement } from '#auth';
import { HostOriginGuard } from '../../apps/mcp-gateway/src/protocol/host-origin.guard.js';
import { startGateway, type Gateway } from './support/gateway.js';

interface Route {
  route: string;
  guards: unknown[];
  requirement: Requirement | 'public' | undefined;
}

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

/** Every route of the tool server, as Nest knows it. */
function walk(): Route[] {
  const modules = [...gateway.app.get(ModulesContainer).values()];
  return modules.flatMap(({ controllers }) => [...controllers.values()]).flatMap(({ metatype }) => routesOf(metatype!));
}

type Handler = (...args: unknown[]) => unknown;

function routesOf(controller: { prototype?: object } & object): Route[] {
  const prototype = controller.prototype as Record<string, Handler>;
  const methods = Object.getOwnPropertyNames(prototype).map((name) => prototype[name]!);
  return methods
    .filter((method) => Reflect.hasMetadata(METHOD_METADATA, method))
    .map((method) => ({
      route: [
        RequestMethod[Reflect.getMetadata(METHOD_METADATA, method) as RequestMethod],
        Reflect.getMetadata(PATH_METADATA, controller) as string,
      ].join(' '),
      guards: [controller, method].flatMap((at) => (Reflect.getMetadata(GUARDS_METADATA, at) ?? []) as unknown[]),
      requirement: Reflect.getMetadata(REQUIREMENT, method) as Route['requirement'],
    }));
}

describe('every route of the tool server', () => {
  it('that takes messages has the same guard as the REST API before it, after host and origin were looked at', () => {
    const messages = walk().filter(({ route }) => route.endsWith(' mcp'));
    expect(messages.map(({ route, requirement }) => [route, requirement])).toEqual([
      ['POST mcp', { needs: null, also: [], proved: 'statement' }],
      ['OPTIONS mcp', 'public'],
      ['ALL mcp', { needs: null, also: [], proved: 'statement' }],
    ]);
    for (const { guards } of messages) expect(guards).toEqual([HostOriginGuard, ResourceServerGuard]);
  });

  it('that has no such guard is about health or a public document', () => {
    const open = walk().filter(({ guards }) => !guards.includes(ResourceServerGuard));
    expect([...new Set(open.map(({ route }) => route))].sort()).toEqual([
      'ALL .well-known',
      'GET .well-known',
      'GET /',
      'OPTIONS .well-known',
    ]);
  });
});
