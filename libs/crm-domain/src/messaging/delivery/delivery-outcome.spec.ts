import { UniqueViolation } from '../../db/pg-errors.js';
import { withIds } from './delivery-outcome.js';

const GIVEN = { provider_message_id: 'wamid.1' };

/** The ids with which a write was tried that fails for these constraints, one after the other. */
async function triedWith(...constraints: string[]): Promise<(string | null)[]> {
  const tried: (string | null)[] = [];
  await withIds((idsOf) => {
    tried.push(idsOf(GIVEN).provider_message_id);
    const constraint = constraints.shift();
    return constraint ? Promise.reject(new UniqueViolation(constraint, '')) : Promise.resolve();
  });
  return tried;
}

describe('what a provider calls a message', () => {
  it('is written down', async () => {
    expect(await triedWith()).toEqual(['wamid.1']);
  });

  it('is left to a message of the same id that is stored already', async () => {
    expect(await triedWith('message_provider')).toEqual(['wamid.1', null]);
  });

  it('is not lost because another conversation became that of its thread at the same moment', async () => {
    expect(await triedWith('conversation_external')).toEqual(['wamid.1', 'wamid.1']);
    expect(await triedWith('conversation_external', 'message_provider')).toEqual(['wamid.1', 'wamid.1', null]);
  });
});
