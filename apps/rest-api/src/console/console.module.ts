import { LoadShedder } from '#platform';
import { Module, type DynamicModule } from '@nestjs/common';
import { RateLimiter } from '#auth';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ManagedApiKeys } from './api-keys/managed-api-keys.js';
import { ChannelsController } from './channels/channels.controller.js';
import { ConnectChannelController } from './channels/connect-channel.controller.js';
import { OwnAccounts } from './channels/own-accounts.js';
import { AuditScreenController } from './audit/audit.controller.js';
import { ManagedAudit } from './audit/managed-audit.js';
import { ConnectionsController } from './connections/connections.controller.js';
import { OwnConnections } from './connections/own-connections.js';
import { BASE_URL, ConsoleGuard } from './sign-in/console.guard.js';
import { Cookies } from './sign-in/cookies.js';
import { IdentityClient } from './sign-in/identity-client.js';
import { Mailboxes } from './channels/mailboxes.js';
import { OutboxController } from './outbox/outbox.controller.js';
import { OwnOutbox } from './outbox/own-outbox.js';
import { OwnRecords } from './records/own-records.js';
import { RecordPagesController } from './records/records.controller.js';
import { DraftsController } from './inbox/drafts.controller.js';
import { HomeController } from './home/home.controller.js';
import { ImportScreensController } from './imports/import-screens.controller.js';
import { OwnImports } from './imports/own-imports.js';
import { InboxController } from './inbox/inbox.controller.js';
import { InboxLiveController } from './inbox/live.controller.js';
import { InboxWatch } from './inbox/inbox-watch.js';
import { OwnDrafts } from './inbox/own-drafts.js';
import { PeopleBeside } from './inbox/people-beside.js';
import { OwnInbox } from './inbox/own-inbox.js';
import { UnprovedCallers } from '../http/unproved-callers.js';
import { ScreenAdmission } from './sign-in/screen-admission.js';
import { SignInLimiter } from './sign-in/sign-in-limiter.js';
import { OpenPagesController } from './open-pages.controller.js';
import { TOOL_SERVER } from '../settings.js';
import { SIGNED_OUT, SignInController } from './sign-in/sign-in.controller.js';

export interface ConsoleOptions {
  baseUrl: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  mailboxes: Mailboxes;
  /** What people give to their assistants; undefined where this service is not told it. */
  toolServer: string | undefined;
  /** Of one address; 0 means any number. */
  signInsPerSecond: number;
  /** Of one person, as which what screens weigh is counted; 0 means any number. */
  readsPerSecond: number;
  /** Whether screens count for the CPU time that they take. */
  countsCpu: boolean;
}

const SCREENS_AND_FORMS = [
  HomeController,
  OpenPagesController,
  SignInController,
  ApiKeysController,
  AuditScreenController,
  ConnectionsController,
  ChannelsController,
  ConnectChannelController,
  ImportScreensController,
  InboxLiveController,
  DraftsController,
  InboxController,
  OutboxController,
  RecordPagesController,
];

/** What of the domain a person reaches at the screens. */
const WHAT_IS_OWN = [
  ManagedApiKeys,
  ManagedAudit,
  OwnAccounts,
  InboxWatch,
  OwnConnections,
  OwnDrafts,
  OwnImports,
  OwnInbox,
  OwnOutbox,
  OwnRecords,
  PeopleBeside,
];

/** The screens a person opens. Part of the application only when an identity provider and a client for it are set. */
/** Questions to the identity provider for people who are not known yet: 16 at a time. */
const SIGN_INS = {
  provide: UnprovedCallers,
  inject: [LoadShedder],
  useFactory: (admission: LoadShedder) => new UnprovedCallers(admission, 'sign-ins', 16),
};

@Module({})
export class ConsoleModule {
  static forRoot(options: ConsoleOptions): DynamicModule {
    const { baseUrl, mailboxes, toolServer, signInsPerSecond, readsPerSecond, countsCpu, ...client } = options;
    const base = baseUrl.replace(/\/+$/, '');
    return {
      module: ConsoleModule,
      controllers: SCREENS_AND_FORMS,
      providers: [
        ConsoleGuard,
        ...WHAT_IS_OWN,
        { provide: Mailboxes, useValue: mailboxes },
        { provide: SignInLimiter, useValue: new SignInLimiter(signInsPerSecond) },
        {
          provide: ScreenAdmission,
          inject: [LoadShedder],
          useFactory: (admission: LoadShedder) => new ScreenAdmission(admission, readsPerSecond),
        },
        SIGN_INS,
        {
          provide: RateLimiter,
          useValue: new RateLimiter({ reads: readsPerSecond, writes: readsPerSecond, countsCpu }),
        },
        { provide: TOOL_SERVER, useValue: toolServer },
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
