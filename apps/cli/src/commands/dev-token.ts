import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { uuid } from '../checks.js';
import { defineCommand } from '../command.js';
import { databaseUrl } from '../database.js';
import { readDemoFile } from '../demo-file.js';
import { Failure } from '../failure.js';
import { localSecrets } from '../local-secrets.js';

const SCRIPT = fileURLToPath(new URL('../../../dev-idp/src/mint-token.js', import.meta.url));

/** A token without a browser, for curl. The identity provider is another program, so it is run as one. */
export const devToken = defineCommand({
  name: 'dev-token',
  summary: 'Print an access token of the development identity provider',
  options: {
    workspace: { value: '<uuid>', about: 'The workspace', required: true, check: uuid },
    email: { value: '<address>', about: 'E-mail address of the user', required: true },
    client: { value: '<id>', about: 'The client that gets it (crm-cli)' },
    audience: { value: '<url>', about: 'The server that accepts it: the tool server, or the address of the REST API' },
  },
  example: '--workspace $WORKSPACE --email demo@example.com',
  async run({ workspace, email, client, audience }, { env }) {
    const { rest_url, mcp_url, auth_url } = readDemoFile() ?? {};
    if (!auth_url)
      throw new Failure('No development identity provider has been started here yet: run npm start first.');
    const { password, console_client_secret } = localSecrets();
    const given = Object.entries({ workspace, email, client, audience }).flatMap(([name, value]) =>
      value ? [`--${name}`, value] : [],
    );
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', SCRIPT, ...given],
      {
        env: {
          ...env,
          AUTH_URL: auth_url,
          MCP_URL: mcp_url ?? '',
          BASE_URL: rest_url ?? '',
          DATABASE_URL: await databaseUrl(env),
          DEV_IDP_PASSWORD: password,
          DEV_IDP_CONSOLE_SECRET: console_client_secret,
        },
      },
    ).catch((error: { stderr?: string }) => {
      throw new Failure(error.stderr?.trim() || 'The token could not be created.');
    });
    return { json: { access_token: stdout.trim() }, text: stdout.trim() };
  },
});
