import { metadataUrls } from './issuer-metadata.js';
import { isSecureUrl } from './secure-url.js';

it('metadata is looked for at each address once', () => {
  expect(metadataUrls('https://id.example/')).toEqual([
    'https://id.example/.well-known/oauth-authorization-server',
    'https://id.example/.well-known/openid-configuration',
  ]);
  expect(metadataUrls('https://id.example/realms/crm')).toEqual([
    'https://id.example/.well-known/oauth-authorization-server/realms/crm',
    'https://id.example/.well-known/openid-configuration/realms/crm',
    'https://id.example/realms/crm/.well-known/openid-configuration',
  ]);
});

it('an address may be http on this machine only, and holds no credentials', () => {
  const safe = ['http://localhost:3002/x', 'http://127.0.0.1/x', 'http://[::1]:1/x', 'https://id.example'];
  expect(safe.filter((address) => !isSecureUrl(address))).toEqual([]);
  const unsafe = [
    'http://id.example',
    'http://localhost.evil.example',
    'ftp://localhost',
    'x',
    'https://a:b@id.example',
  ];
  expect(unsafe.filter(isSecureUrl)).toEqual([]);
});
