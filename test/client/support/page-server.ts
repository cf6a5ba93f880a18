import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const HTML = `<!doctype html>
<script type="importmap">
{ "imports": {
  "crm-service-client": "/node_modules/crm-service-client/dist/esm/index.js",
  "openapi-fetch": "/node_modules/openapi-fetch/dist/index.mjs"
} }
</script>
<script type="module">
  await import('/example.js').catch((error) => setTimeout(() => { throw error; }));
  setTimeout(() => (document.title = 'done'));
</script>`;

/** Serves a page that imports `example.js` of a folder, and the REST API under the same address. */
export class PageServer {
  private constructor(
    private readonly server: Server,
    private readonly folder: string,
    private readonly apiUrl: string,
  ) {}

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  static async start(folder: string, apiUrl: string): Promise<PageServer> {
    const server = createServer((request, response) => {
      pages.answer(request, response).catch((error: unknown) => response.writeHead(404).end(String(error)));
    });
    const pages = new PageServer(server, folder, apiUrl);
    await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
    return pages;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((stopped) => this.server.close(() => stopped()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    if (path.startsWith('/v1/')) return this.passOn(request, response);
    if (path === '/') return void response.setHeader('content-type', 'text/html').end(HTML);
    const file = await readFile(join(this.folder, path));
    response.setHeader('content-type', 'text/javascript').end(file);
  }

  private async passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = new Headers();
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'if-match']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const { method = 'GET', url } = request;
    const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
    const answer = await fetch(this.apiUrl + url, { method, headers, body });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }
}
