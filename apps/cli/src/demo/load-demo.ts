import { randomBytes } from 'node:crypto';
import { conflict, trustedClaim, type Caller, type Domain } from '#crm-domain';
import { newId } from '#platform';
import { demoData } from './demo-data.js';

export interface DemoCounts {
  people: number;
  companies: number;
  deals: number;
}

type Reference = { id: string; type: string };

/**
 * Writes the demo records into a workspace; deals belong to its first member.
 *
 * @throws DomainError not_found, conflict
 */
export async function loadDemo(
  domain: Domain,
  workspaceId: string,
  options: { force?: boolean } = {},
): Promise<DemoCounts> {
  const [owner] = await domain.workspaces.members(workspaceId);
  const caller = trustedClaim(workspaceId, { origin: 'cli', request_id: newId(), name: 'Demo data' });
  const isEmpty = await hasNoRecords(domain, caller);
  if (!isEmpty && !options.force) {
    throw conflict('already_exists', 'The workspace already has records; --force adds the demo records to them.');
  }
  const tag = isEmpty ? undefined : randomBytes(3).toString('hex');
  const { companies, people, deals } = demoData({ today: new Date().toISOString().slice(0, 10), tag });
  const write = async (object: string, data: object): Promise<Reference> => {
    const { id } = await domain.recordWriter.create(caller, object, { data, path: 'data' });
    return { id: id.record_id, type: object };
  };
  const firms: Reference[] = [];
  for (const { values } of companies) firms.push(await write('companies', values));
  const persons: Reference[] = [];
  for (const { values, company } of people) {
    persons.push(await write('people', company === null ? values : { ...values, company: firms[company] }));
  }
  for (const { values, company, people: contacts } of deals) {
    const links = { company: firms[company], people: contacts.map((at) => persons[at]) };
    await write('deals', { ...values, ...links, ...(owner && { owner: { id: owner.user_id, type: 'user' } }) });
  }
  return { people: people.length, companies: companies.length, deals: deals.length };
}

/** Whether a workspace has neither people nor companies nor deals. */
async function hasNoRecords(domain: Domain, caller: Caller): Promise<boolean> {
  for (const object of ['people', 'companies', 'deals']) {
    const { total } = await domain.records.list(caller, object, { limit: 1, offset: 0 });
    if (total > 0) return false;
  }
  return true;
}
