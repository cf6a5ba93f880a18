import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { Interaction } from 'oidc-provider';
import type { Directory } from '../directory/directory.js';
import type { ConsentStore } from '../store/consent.store.js';

/** What the screens work with. */
export interface ScreenTools {
  provider: Provider;
  directory: Directory;
  consents: ConsentStore;
  password: string;
}

/** One step of one sign-in: a request of the browser that the interaction's cookie was proved for. */
export interface Step {
  request: IncomingMessage;
  response: ServerResponse;
  interaction: Interaction;
  form: URLSearchParams;
}
