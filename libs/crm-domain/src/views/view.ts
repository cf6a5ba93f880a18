import { conflict, invalid, type DomainError, type Issue } from '../errors.js';
import type { ViewEntity, ViewQuery } from './view.entity.js';

/** What a POST of a view says. */
export interface NewView {
  slug: string;
  title: string;
  /** Slug or UUID. */
  object: string;
  query: ViewQuery;
}

/** What a PATCH of a view may say. A query takes the place of the one before. */
export type ViewChanges = Partial<Pick<NewView, 'title' | 'query'>>;

/** A view as it is shown. */
export interface ViewWire {
  id: { workspace_id: string; view_id: string };
  slug: string;
  title: string;
  /** Slug of its object; null once that was deleted. */
  object: string | null;
  object_id: string;
  query: ViewQuery;
  /** Broken where something that it names was deleted: then it cannot be run. */
  state: 'active' | 'broken';
  broken_reason: string | null;
  created_at: string;
  updated_at: string;
}

/** What is wrong with a view whose object is gone. */
export const OBJECT_GONE: readonly Issue[] = [{ path: 'object', message: 'The object was deleted.' }];

/** The same in a sentence. */
export const OBJECT_GONE_FAULT = invalid(OBJECT_GONE).message;

/** The refusal to run a view that does not stand for what it was made for: nothing is left out of it. */
export function brokenView({ slug }: ViewEntity, fault: string): DomainError {
  return conflict('view_broken', `The view "${slug}" is broken. ${fault}`);
}
