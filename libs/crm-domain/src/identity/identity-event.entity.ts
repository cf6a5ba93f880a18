import { Column, Entity, PrimaryColumn } from 'typeorm';
import { NOW } from '../db/columns.js';

/** A webhook delivery of the identity provider that was taken in; kept for a day, so that none is taken in twice. */
@Entity('identity_event')
export class IdentityEventEntity {
  @PrimaryColumn('text')
  event_id!: string;

  @Column({ type: 'timestamptz', default: NOW })
  received_at!: Date;
}
