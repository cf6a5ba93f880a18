import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { NOW_IN_MS } from '../db/columns.js';

/** A key of a workspace. Shared: it is looked up before the tenant is known. */
@Entity('api_key')
@Unique('api_key_public_id_key', ['public_id'])
export class ApiKeyEntity {
  @PrimaryColumn('uuid')
  api_key_id!: string;

  @Column('uuid')
  workspace_id!: string;

  /** The part of the key by which it is found. */
  @Column('text')
  public_id!: string;

  /** SHA-256 of the secret part, which is not kept. */
  @Column('bytea')
  secret_hash!: Buffer;

  /** The last characters of the key, for people to recognise it. */
  @Column('text')
  last_four!: string;

  @Column('text')
  name!: string;

  /** Sum of 1 read:data, 2 write:data, 4 write:schema. */
  @Column('int')
  capabilities!: number;

  /** Null where the command line made it. */
  @Column({ type: 'uuid', nullable: true })
  created_by_user_id!: string | null;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;

  /** Null: never. */
  @Column({ type: 'timestamptz', nullable: true })
  expires_at!: Date | null;

  /** Null: never. */
  @Column({ type: 'timestamptz', nullable: true })
  last_used_at!: Date | null;

  /** Null while it holds. */
  @Column({ type: 'timestamptz', nullable: true })
  revoked_at!: Date | null;
}
