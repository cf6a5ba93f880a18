import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { outlook } from '../outlook/outlook.descriptor.js';
import { whoseToken } from './whose-mailbox.js';

/** Bodies of the answers of Microsoft Graph by their path, or statuses. */
type Answers = Record<string, object | number>;

let server: Server | undefined;
afterEach(() => new Promise((done) => (server ? server.close(done) : done(undefined))));

async function whose(answers: Answers) {
  server = createServer((request, response) => {
    const answer = answers[request.url!.split('?')[0]!] ?? 404;
    response.writeHead(typeof answer === 'number' ? answer : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(typeof answer === 'number' ? {} : answer));
  });
  await new Promise((done) => server!.listen(0, '127.0.0.1', () => done(undefined)));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return whoseToken({ authorization: outlook.authorization!, apiUrl }, 'token');
}

const me = (mail: string | null, userPrincipalName: string) => ({
  '/me': { mail, userPrincipalName, displayName: 'Ann' },
});
const domains = (...names: string[]) => ({
  '/organization': { value: [{ verifiedDomains: names.map((name) => ({ name })) }] },
});

describe('the address of an Outlook mailbox', () => {
  it.each([
    [
      'is its mail, where that has the domain of who signed in',
      me('ann.a@Firm.example', 'ann@firm.example'),
      'ann.a@Firm.example',
    ],
    [
      'is its mail, where the organization has verified its domain',
      {
        ...me('ann@firm.example', 'ann@firm.onmicrosoft.example'),
        ...domains('firm.onmicrosoft.example', 'Firm.example'),
      },
      'ann@firm.example',
    ],
    ['is the name that was signed in with, where there is no other', me(null, 'ann@home.example'), 'ann@home.example'],
    [
      'is the name that was signed in with, where the organization has not verified the domain of its mail',
      { ...me('ceo@firm.example', 'bob@own.onmicrosoft.example'), ...domains('own.onmicrosoft.example') },
      'bob@own.onmicrosoft.example',
    ],
    [
      'is the name that was signed in with, where there is no organization',
      { ...me('a@b.example', 'a@c.example'), '/organization': 403 },
      'a@c.example',
    ],
  ])('%s', async (_, answers, address) => {
    expect(await whose(answers)).toEqual({ address, name: 'Ann' });
  });

  it('is unknown as long as the organization cannot be asked', async () => {
    expect(await whose({ ...me('a@b.example', 'a@c.example'), '/organization': 503 })).toEqual({ code: 'http_503' });
    server!.close();
    expect(await whose({ '/me': 401 })).toEqual({ code: 'http_401' });
  });
});
