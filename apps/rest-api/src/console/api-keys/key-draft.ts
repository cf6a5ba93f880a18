import { type DomainError } from '#crm-domain';
import { KEY_CAPABILITIES } from '#crm-domain/people';

type KeyCapability = (typeof KEY_CAPABILITIES)[number];

/** What was put into the form for a new key, so that nothing has to be typed twice. */
export interface KeyDraft {
  workspace_id: string;
  name: string;
  /** Days, or empty for never. */
  expires: string;
  capabilities: KeyCapability[];
  /** Why no key was made of it; empty where none was tried. */
  problems: KeyProblem[];
}

export interface KeyProblem {
  /** Undefined for what is wrong with none of the fields. */
  field?: 'name' | 'capabilities';
  text: string;
}

export const EXPIRIES = [
  ['90', 'in 90 days'],
  ['365', 'in a year'],
  ['', 'never'],
] as const;

const MAX_NAME_LENGTH = 255;

/** What the service finds wrong with a new key, by the names it has there, and what that is called in the form. */
const PROBLEMS: Record<string, KeyProblem> = {
  name: { field: 'name', text: `Enter a name of 1 to ${MAX_NAME_LENGTH} characters.` },
  capabilities: { field: 'capabilities', text: 'Choose at least one.' },
};

/** A refusal in the words of the form. */
export function keyProblems({ issues, message }: DomainError): KeyProblem[] {
  if (issues.length === 0) return [{ text: message }];
  return issues.map(({ path, message }) => PROBLEMS[path] ?? { text: message });
}

type Fields = Record<string, unknown>;

export function readKeyDraft(workspace_id: string, fields: Fields): KeyDraft {
  const { name, expires } = fields;
  return {
    workspace_id,
    name: typeof name === 'string' ? name : '',
    expires: EXPIRIES.find(([days]) => days === expires)?.[0] ?? EXPIRIES[0][0],
    capabilities: KEY_CAPABILITIES.filter((capability) => fields[capability] === 'on'),
    problems: [],
  };
}

/** The draft that an address carries through a sign-in, as `keyDraftQuery` wrote it; undefined when it carries none. */
export function keyDraftFrom(query: Fields): KeyDraft | undefined {
  return typeof query.workspace === 'string' ? readKeyDraft(query.workspace, query) : undefined;
}

export function keyDraftQuery({ workspace_id, name, expires, capabilities }: KeyDraft): string {
  const fields = { done: 'signed-in', workspace: workspace_id, name: name.slice(0, MAX_NAME_LENGTH), expires };
  const checked = capabilities.map((capability) => [capability, 'on']);
  return new URLSearchParams([...Object.entries(fields), ...checked] as [string, string][]).toString();
}
