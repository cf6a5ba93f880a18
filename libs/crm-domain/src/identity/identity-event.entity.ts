import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A webhook delivery of the identity provider that was taken in; kept for a day, so that none is taken in twice. */
@Entity('identity_event')
export class IdentityEventEntity {
  @PrimaryColumn('text')
  event_id!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  received_at!: Date;
}
