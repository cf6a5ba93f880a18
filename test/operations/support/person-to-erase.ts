import { aConversation, aMessage, type Database } from '../../support/conversations.js';
import type { Caller } from '../../support/rest.js';

export const EMAIL = 'zelda.quixworth@quix.example';
const SECOND = 'zq@home.example';
const PHONE = '+4915155512345';
/** The number as people write it. */
const PHONE_WRITTEN = '+49 (0) 151-555 12345';
const TRACES = ['zelda', 'quixworth', EMAIL, SECOND, '15155512345', '151-555 12345'];
const NOTES = 49;
const MESSAGES = 300;

const create = async (by: Caller, object: string, data: object): Promise<string> => {
  const { body } = await by.post(`/v1/records/${object}`, { data }).expect(200);
  return body.data.id.record_id as string;
};

/** The person in a workspace: their records, history and messages of a year, and what others say of them. */
export async function aPersonAmongOthers(database: Database, by: Caller, workspaceId: string) {
  const zelda = await create(by, 'people', {
    name: 'Zelda Quixworth',
    email_addresses: [EMAIL, SECOND],
    phone_numbers: [PHONE],
  });
  const other = await create(by, 'people', { name: 'Ina Other', email_addresses: ['ina@other.example'] });
  for (let n = 0; n < 40; n++)
    await by.patch(`/v1/records/people/${zelda}`, { data: { name: `Zelda ${n}x Quixworth` } }).expect(200);
  await by.patch(`/v1/records/people/${zelda}`, { data: { name: 'Zelda Quixworth' } }).expect(200);
  const pointing = (id: string) => ({ id, type: 'people' });
  for (let n = 0; n < NOTES; n++)
    await create(by, 'notes', { title: `Note ${n}`, body: 'Likes quiet places', about: [pointing(zelda)] });
  const shared = await create(by, 'notes', {
    title: 'Zelda Quixworth and Ina',
    body: `Write to ${EMAIL.toUpperCase()} or call ${PHONE_WRITTEN}.`,
    about: [pointing(zelda), pointing(other)],
  });
  const mention = await create(by, 'companies', {
    name: 'Quiet Harbour',
    description: `Contact: <${EMAIL}>`,
  });
  for (let n = 0; n < 6; n++)
    await aConversation(database, {
      workspace_id: workspaceId,
      people: [EMAIL],
      names: { [EMAIL]: 'Zelda Quixworth' },
      subject: 'From Zelda Quixworth',
      bodies: Array.from({ length: MESSAGES / 6 }, (_, m) => `Regards, Zelda Quixworth ${m}`),
      at: new Date(Date.now() - n * 60 * 86_400_000),
    });
  const group = await aConversation(database, {
    workspace_id: workspaceId,
    people: ['ina@other.example', EMAIL],
    subject: 'Lunch',
    bodies: ['Shall we take Zelda Quixworth along?'],
  });
  await aMessage(database, {
    workspace_id: workspaceId,
    conversation_id: group,
    direction: 'outbound',
    from: 'us@example.com',
    to: ['ina@other.example', EMAIL],
    body: 'Both of you, Zelda Quixworth too',
  });
  await aConversation(database, {
    workspace_id: workspaceId,
    channel: 'whatsapp',
    people: [PHONE.slice(1)],
    bodies: ['Hi'],
    external_id: PHONE.slice(1),
  });
  return { zelda, other, shared, mention, group };
}

/** The lines of a text in which something of the person is. */
export function tracesIn(text: string): string[] {
  const lines = text.toLowerCase().split('\n');
  return lines.filter((line) => TRACES.some((trace) => line.includes(trace))).map((line) => line.slice(0, 300));
}
