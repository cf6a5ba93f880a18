import type { INestApplication } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CrmDomainModule, Domain } from '#crm-domain';
import { WorkspaceService } from '#crm-domain/people';
import { createMcpGateway } from '../../apps/mcp-gateway/src/app.js';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { StubGatekeeper } from './support/actors.js';

let database: FreshDatabase;
let app: INestApplication;
let url: string;
beforeAll(async () => {
  database = await freshDatabase();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  app = await createMcpGateway({
    database: { url: database.url, poolSize: 2, applicationName: 'crm-mcp-gateway' },
    optionsFrom: (domain) => ({
      mcpUrl: url,
      issuer: url,
      screenUrl: url,
      gatekeeper: new StubGatekeeper(),
      services: domain,
      missing: async () => [domain.source.isInitialized ? 'an answer' : 'a pool'],
    }),
  });
  await app.listen(port, '127.0.0.1');
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});

describe('The tool server', () => {
  it('imports the module of the domain as the REST API does, and works with what that has opened', async () => {
    expect(app.get(CrmDomainModule)).toBeInstanceOf(CrmDomainModule);
    const domain = app.get(Domain);
    expect(app.get<DataSource>(getDataSourceToken())).toBe(domain.source);
    expect(app.get(WorkspaceService)).toBe(domain.workspaces);
    expect(await domain.workspaces.list()).toEqual({ workspaces: [], away: [] });
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ missing: ['an answer'] });
  });

  it('closes the pools of the domain when it is closed', async () => {
    const { source } = app.get(Domain);
    await app.close();
    expect(source.isInitialized).toBe(false);
  });
});
