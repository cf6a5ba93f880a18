import { AccessStore } from '../access/access.store.js';
import { ApiKeyStore } from '../api-keys/api-key.store.js';
import { ConnectionStore } from '../connections/connection.store.js';
import { EventStore } from '../events/event.store.js';
import { IdentityStore } from '../identity/identity.store.js';
import { AccountStore } from '../messaging/account.store.js';
import { OutboxStore } from '../messaging/outbox.store.js';
import { SchemaStore } from '../objects/schema.store.js';
import { PurgeStore } from '../purge/purge.store.js';
import { RecordQueryStore } from '../records/query/record-query.store.js';
import { RecordStore } from '../records/record.store.js';
import { RemovalStore } from '../records/removal.store.js';
import { SignInStore } from '../sign-in/sign-in.store.js';
import { WorkspaceStore } from '../workspaces/workspace.store.js';
import type { Session } from './session.js';

/** Stores bound to one workspace and one session. There is no other way to make one, so no query can forget its tenant. */
export class Stores {
  constructor(
    private readonly session: Session,
    private readonly workspaceId: string,
  ) {}

  get access(): AccessStore {
    return new AccessStore(this.session);
  }
  get schema(): SchemaStore {
    return new SchemaStore(this.session, this.workspaceId);
  }
  get records(): RecordStore {
    return new RecordStore(this.session, this.workspaceId);
  }
  get queries(): RecordQueryStore {
    return new RecordQueryStore(this.session, this.workspaceId);
  }
  get removals(): RemovalStore {
    return new RemovalStore(this.session, this.workspaceId);
  }
  get events(): EventStore {
    return new EventStore(this.session, this.workspaceId);
  }
  get purges(): PurgeStore {
    return new PurgeStore(this.session, this.workspaceId);
  }
  get accounts(): AccountStore {
    return new AccountStore(this.session, this.workspaceId);
  }
  get apiKeys(): ApiKeyStore {
    return new ApiKeyStore(this.session, this.workspaceId);
  }
  get connections(): ConnectionStore {
    return new ConnectionStore(this.session, this.workspaceId);
  }
  get identities(): IdentityStore {
    return new IdentityStore(this.session, this.workspaceId);
  }
  get outbox(): OutboxStore {
    return new OutboxStore(this.session, this.workspaceId);
  }
  get signIns(): SignInStore {
    return new SignInStore(this.session);
  }
  get workspaces(): WorkspaceStore {
    return new WorkspaceStore(this.session, this.workspaceId);
  }
}
