import { readSettings } from '#platform';
import { providerSettingsShape } from './provider-settings.js';

const read = (env: NodeJS.ProcessEnv) => readSettings(providerSettingsShape, env);

describe('where the providers are', () => {
  it('is known without being told', () => {
    const { GMAIL_BASE_URL, GRAPH_BASE_URL, META_GRAPH_BASE_URL, INSTAGRAM_BASE_URL } = read({});
    expect([GMAIL_BASE_URL, GRAPH_BASE_URL, META_GRAPH_BASE_URL, INSTAGRAM_BASE_URL]).toEqual([
      'https://gmail.googleapis.com',
      'https://graph.microsoft.com/v1.0',
      expect.stringMatching(/^https:\/\/graph\.facebook\.com\/v\d+\.0$/),
      expect.stringMatching(/^https:\/\/graph\.instagram\.com\/v\d+\.0$/),
    ]);
  });

  it('may end with a slash', () => {
    expect(read({ GRAPH_BASE_URL: 'https://graph.example.com/v1.0/' })).toMatchObject({
      GRAPH_BASE_URL: 'https://graph.example.com/v1.0',
    });
  });

  it('may be this machine, and no other one that tokens would reach unencrypted', () => {
    expect(read({ GMAIL_BASE_URL: 'http://localhost:3003' })).toMatchObject({
      GMAIL_BASE_URL: 'http://localhost:3003',
    });
    for (const name of ['GMAIL_BASE_URL', 'GOOGLE_TOKEN_URL', 'MICROSOFT_TOKEN_URL', 'INSTAGRAM_BASE_URL']) {
      expect(() => read({ [name]: 'http://gmail.example.com' })).toThrow(
        `${name} must be an https address, or an http address on this machine, not "http://gmail.example.com".`,
      );
    }
  });

  it('shows nothing of a key that is none', () => {
    expect(() => read({ CREDENTIALS_KEYS: 'a:c2hvcnQ=' })).toThrow(/CREDENTIALS_KEYS must be id:key, the key being 32/);
    expect(() => read({ CREDENTIALS_KEYS: 'a:c2hvcnQ=' })).not.toThrow(/c2hvcnQ/);
  });
});
