import type { ErasureWire } from '#crm-domain/operations';
import { DraftStore } from '../../libs/crm-domain/src/messaging/drafts/draft.store.js';
import { OutboundStore } from '../../libs/crm-domain/src/messaging/delivery/outbound.store.js';
import { expectError } from '../support/answers.js';
import { aConversation, aMessage } from '../support/conversations.js';
import { eventually } from '../support/eventually.js';
import { aPersonOverRest } from '../support/person.js';
import type { Caller } from '../support/rest.js';
import { World } from '../support/world.js';

const OTHER = 'ina@other.example';

let world: World;
let ada: Caller;
beforeAll(async () => {
  world = await World.start();
  ada = (await aPersonOverRest(world)).caller;
});
afterAll(() => world?.stop());

/** A draft to a person and somebody else, that names the person. */
async function aDraftTo(email: string) {
  await ada.post('/v1/records/people', { data: { name: 'Zelda Quixworth', email_addresses: email } }).expect(200);
  const draft = { channel: 'gmail', subject: 'Hello', body: `${email} is here`, to: [email, OTHER] };
  const { draft_id } = (await ada.post('/v1/drafts', draft).expect(200)).body.data;
  const path = `/v1/drafts/${draft_id}`;
  const { data } = (await ada.get(path).expect(200)).body;
  return { path, draft_id: draft_id as string, digest: data.digest as string };
}

/** A draft to this person alone, and one to somebody else that answers it. */
async function aDraftToAlone(email: string) {
  await ada.post('/v1/records/people', { data: { name: 'Zelda Quixworth', email_addresses: email } }).expect(200);
  const draft = { channel: 'gmail', subject: 'Hello', body: 'Hello', to: [email] };
  const { draft_id } = (await ada.post('/v1/drafts', draft).expect(200)).body.data;
  const answer = { ...draft, body: 'Another', to: [OTHER], reply_to: draft_id };
  return { email, draft_id: draft_id as string, answer };
}

const begin = async (email: string) =>
  ((await ada.post('/v1/persons/erase', { email }).expect(200)).body.data as ErasureWire).id.erasure_id;
const ended = (erasure_id: string) =>
  eventually(async () => {
    const { state } = (await ada.get(`/v1/persons/erasures/${erasure_id}`).expect(200)).body.data as ErasureWire;
    return state === 'completed';
  });

describe('a draft to an erased person alone', () => {
  it('goes when an answer is written that was begun before, which answers nothing then', async () => {
    const { email, draft_id, answer } = await aDraftToAlone('zq3@quix.example');
    const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
    const { promise: isTried, resolve: tried } = Promise.withResolvers<void>();
    const insert = jest.spyOn(DraftStore.prototype, 'insert');
    insert.mockImplementationOnce(async function (this: DraftStore, ...given) {
      await this.insert(...given);
      written();
      await isTried;
    });
    const holdIfFree = jest.spyOn(DraftStore.prototype, 'holdIfFree');
    holdIfFree.mockImplementationOnce(async function (this: DraftStore, conversationId) {
      const isFree = await this.holdIfFree(conversationId);
      tried();
      return isFree;
    });
    const answered = ada.post('/v1/drafts', answer).then((response) => response);
    await isWritten;
    const erasure = await begin(email);
    const { status, body } = await answered;
    expect([status, body.message]).toEqual([200, undefined]);
    await ended(erasure);
    const { data } = (await ada.get(`/v1/drafts/${body.data.draft_id}`).expect(200)).body;
    expect([data.body, data.reply_to]).toEqual(['Another', null]);
    await ada.get(`/v1/drafts/${draft_id}`).expect(404);
  });

  it('is answered no more by what is written when it has gone', async () => {
    const { email, answer } = await aDraftToAlone('zq4@quix.example');
    await ada.post('/v1/drafts', answer).expect(200);
    const hold = jest.spyOn(DraftStore.prototype, 'hold');
    hold.mockImplementationOnce(async function (this: DraftStore, conversationId) {
      await ended(await begin(email));
      return this.hold(conversationId);
    });
    expect(expectError(await ada.post('/v1/drafts', answer), 404).reason).toBe('message_not_found');
  });
});

describe('an answer without a subject of its own to somebody else', () => {
  it('needs one when the mail that it answers is erased: else it would leave with another than its owner has read', async () => {
    const email = 'zq5@quix.example';
    await ada.post('/v1/records/people', { data: { name: 'Zelda Quixworth', email_addresses: email } }).expect(200);
    const { workspace_id } = world.north;
    const conversation_id = await aConversation(world, {
      workspace_id,
      people: [email, OTHER],
      inboxes: [world.ada.user_id],
    });
    const mail = { workspace_id, conversation_id, from: email, subject: 'Contract 12', body: 'Look' };
    const reply_to = await aMessage(world, mail);
    const draft = { channel: 'gmail', body: 'Hello', to: [OTHER], reply_to };
    const { draft_id, note } = (await ada.post('/v1/drafts', draft).expect(200)).body.data;
    expect(note).not.toContain('subject');
    await ended(await begin(email));
    const path = `/v1/drafts/${draft_id}`;
    expect((await ada.get(path).expect(200)).body.data.note).toContain(
      'a reply to a message that was erased needs a subject',
    );
    const refused = expectError(await ada.post(`${path}/send`), 400);
    expect([refused.reason, refused.issues[0]?.path]).toEqual(['draft_incomplete', 'subject']);
    const written = (await ada.patch(path, { body: 'Hello again' }).expect(200)).body.data;
    expect(written.note).toContain('needs a subject');
  });
});

describe('a draft to an erased person and to somebody else', () => {
  it('loses the erased person, and is not sent at the version that was read before', async () => {
    const email = 'zq@quix.example';
    const { path, digest } = await aDraftTo(email);
    await ended(await begin(email));
    const late = await ada.post(`${path}/send`).set('If-Match', '"1"').expect(412);
    expect(late.body.reason).toBe('version_mismatch');
    expect(expectError(await ada.post(`${path}/send?digest=${digest}`), 409).reason).toBe('changed_meanwhile');
    const { data } = (await ada.get(path).set('If-None-Match', '"1"').expect(200)).body;
    expect(data.to).toEqual([{ address: OTHER, role: 'to', match: 'none' }]);
    expect(data.body).not.toContain(email);
  });

  it('is not sent when the erasure comes between the look at it and its queue', async () => {
    const { path, draft_id, digest } = await aDraftTo('zq2@quix.example');
    const join = jest.spyOn(OutboundStore.prototype, 'join');
    join.mockImplementationOnce(async function (this: OutboundStore, ...queued) {
      // As an erasure does.
      await world.domain.db.transaction(world.north.workspace_id, ({ personMessages }) =>
        personMessages.raiseDraftVersion(draft_id),
      );
      return this.join(...queued);
    });
    expect(expectError(await ada.post(`${path}/send?digest=${digest}`), 409).reason).toBe('changed_meanwhile');
    expect(await world.sql('select status from message where message_id = $1', [draft_id])).toEqual([
      { status: 'draft' },
    ]);
  });
});
