import { Module, type DynamicModule } from '@nestjs/common';
import { ApiKeysController } from './api-keys.controller.js';
import { ChannelsController } from './channels.controller.js';
import { ConnectChannelController } from './connect-channel.controller.js';
import { ConnectionsController } from './connections.controller.js';
import { BASE_URL, ConsoleGuard } from './console.guard.js';
import { Cookies } from './cookies.js';
import { IdentityClient } from './identity-client.js';
import { Mailboxes } from './mailboxes.js';
import { OutboxController } from './outbox.controller.js';
import { SignInLimiter } from './sign-in-limiter.js';
import { OpenPagesController } from './open-pages.controller.js';
import { SIGNED_OUT, SignInController } from './sign-in.controller.js';

export interface ConsoleOptions {
  baseUrl: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  mailboxes: Mailboxes;
  /** Of one address; 0 means any number. */
  signInsPerSecond: number;
}

/** The screens a person opens. Part of the application only when an identity provider and a client for it are set. */
@Module({})
export class ConsoleModule {
  static forRoot({ baseUrl, mailboxes, signInsPerSecond, ...client }: ConsoleOptions): DynamicModule {
    const base = baseUrl.replace(/\/+$/, '');
    return {
      module: ConsoleModule,
      controllers: [
        OpenPagesController,
        SignInController,
        ApiKeysController,
        ConnectionsController,
        ChannelsController,
        ConnectChannelController,
        OutboxController,
      ],
      providers: [
        ConsoleGuard,
        { provide: Mailboxes, useValue: mailboxes },
        { provide: SignInLimiter, useValue: new SignInLimiter(signInsPerSecond) },
        { provide: BASE_URL, useValue: base },
        { provide: Cookies, useValue: new Cookies(base) },
        {
          provide: IdentityClient,
          useValue: new IdentityClient({
            ...client,
            redirectUri: `${base}/console/callback`,
            signedOutUri: `${base}${SIGNED_OUT}`,
          }),
        },
      ],
    };
  }
}
