import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { NOW_IN_MS } from '../db/columns.js';
import type { Sorts } from '../records/query/parse-sort.js';
import type { FilterTree } from '../records/query/parse-tree.js';

/** What a view asks of the records of its object. What is not said, whoever runs it may say. */
export interface ViewQuery {
  filter?: FilterTree | readonly FilterTree[] | undefined;
  sort?: Sorts | undefined;
  time_zone?: string | undefined;
  fields?: readonly string[] | undefined;
}

/** A saved query of a workspace. */
@Entity('record_view')
@Unique('record_view_slug', ['workspace_id', 'slug'])
export class ViewEntity {
  @PrimaryColumn('uuid')
  workspace_id!: string;

  @PrimaryColumn('uuid')
  view_id!: string;

  @Column('text')
  slug!: string;

  @Column('text')
  title!: string;

  @Column('uuid')
  object_id!: string;

  /** As it was sent, with options, stages and the references of paths back by their ids: names may mean others later. */
  @Column('jsonb')
  query!: ViewQuery;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  created_at!: Date;

  @Column({ type: 'timestamptz', default: NOW_IN_MS })
  updated_at!: Date;
}
