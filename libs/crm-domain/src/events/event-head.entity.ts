import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the feed of a workspace reaches. */
@Entity('event_head')
export class EventHeadEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  /** The last position given. */
  @Column({ type: 'bigint', default: () => '0' })
  position!: string;

  /** The first position that is still kept. */
  @Column({ type: 'bigint', default: () => '1' })
  first_kept!: string;
}
