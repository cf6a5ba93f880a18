// Loaded into the official suites, which have no option for a header: adds the bearer token to every request that
// goes to the gateway. Host and Origin stay as the suites wrote them, which a proxy in between would not manage.
import { subscribe } from 'node:diagnostics_channel';

const { MCP_ORIGIN, MCP_BEARER } = process.env;
const authorization = `Bearer ${MCP_BEARER}`;

subscribe('undici:request:create', ({ request }) => {
  if (String(request.origin) === MCP_ORIGIN) request.addHeader('authorization', authorization);
});

subscribe('http.client.request.created', ({ request }) => {
  if (`${request.protocol}//${request.host}` === MCP_ORIGIN.replace(/:\d+$/, ''))
    request.setHeader('authorization', authorization);
});
